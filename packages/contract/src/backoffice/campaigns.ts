import * as z from 'zod/mini'
import { day, instant, requestId } from '../call.ts'
import { textLanguages } from '../languages.ts'
import { defineOperatorCalls } from './call.ts'

const params = z.strictObject({ campaignId: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) })

const words = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))

/** The texts by language; Portuguese is always there, and stands in for a language without texts. */
const texts = z
  .partialRecord(z.enum(textLanguages), z.strictObject({ title: words(60), text: words(600) }))
  .check(z.refine((given) => given['pt-BR'] !== undefined, { path: ['pt-BR'] }))

const level = z.nullable(z.int().check(z.minimum(0), z.maximum(12)))

/** To whom a campaign is sent: a player to whom all of its rules apply. Null: no such rule. */
const audience = z.strictObject({
  minVipLevel: level,
  maxVipLevel: level,
  /** House days, both included. */
  registeredFrom: z.nullable(day),
  registeredTo: z.nullable(day),
  /** Last active within these days, or longer ago, or never. */
  activity: z.nullable(
    z.strictObject({
      kind: z.enum(['active', 'inactive']),
      days: z.int().check(z.minimum(1), z.maximum(365)),
    }),
  ),
  hasDeposited: z.nullable(z.boolean()),
})

/** A minute on the house's clock, in Brasília. */
const houseMinute = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/))

const count = z.int()

/** Messages to many players: planned by one operator, approved by another, sent by a job, stopped by one. */
export const operatorCampaignCalls = defineOperatorCalls({
  'GET /api/backoffice/campaigns': {
    summary: 'The newest message campaigns with their state and how many messages were sent',
    permission: 'settings.read',
    query: z.strictObject({}),
    data: z.object({
      /** Whether an audience may be chosen by VIP levels under the compliance profile. */
      hasLevels: z.boolean(),
      /** How each language marks a campaign: its title with `{title}` for the campaign's. */
      titles: z.record(z.string(), z.string()),
      campaigns: z.array(
        z.object({
          campaignId: z.string(),
          name: z.string(),
          texts,
          audience,
          /** Null: once it is approved. */
          sendAt: z.nullable(instant),
          endsAt: instant,
          reason: z.string(),
          status: z.enum(['open', 'expired', 'planned', 'sending', 'sent', 'cut', 'rejected', 'stopped']),
          proposedBy: z.int(),
          proposedAt: instant,
          approvedBy: z.nullable(z.int()),
          endedBy: z.nullable(z.int()),
          finishedAt: z.nullable(instant),
          sentCount: count,
          /** Players of the audience who may not, or do not want to, receive it. */
          leftOutCount: count,
        }),
      ),
    }),
  },
  'GET /api/backoffice/campaigns/:campaignId/reads': {
    summary: 'How many of the messages of a campaign that still exist were read',
    permission: 'settings.read',
    params,
    data: z.object({ readCount: count }),
  },
  'POST /api/backoffice/campaigns/count': {
    summary:
      'Counts the next part of an audience: who would receive a campaign now, and who would not and why',
    permission: 'settings.read',
    /** `after`: where the part before ended; 0 at the start. */
    body: z.strictObject({ audience, after: z.int().check(z.minimum(0)) }),
    data: z.object({
      willReceive: count,
      leftOut: z.object({ closed: count, break: count, harm: count, consent: count }),
      /** Where the next part begins; null after the last. */
      next: z.nullable(z.int()),
    }),
  },
  'POST /api/backoffice/campaigns': {
    summary: 'Plans a message campaign; once by its request id; audited',
    permission: 'settings.propose',
    body: z.strictObject({
      requestId,
      name: words(60),
      texts,
      audience,
      /** Null: once it is approved. */
      sendAt: z.nullable(houseMinute),
      endsAt: houseMinute,
      reason: z.string().check(z.minLength(10), z.maxLength(500)),
    }),
    data: z.object({ campaignId: z.string() }),
  },
  'POST /api/backoffice/campaigns/:campaignId/approve': {
    summary: 'Approves a campaign that an independent operator planned; it is sent at its time; audited',
    permission: 'settings.approve',
    needsTwo: true,
    params,
    data: z.null(),
  },
  'POST /api/backoffice/campaigns/:campaignId/end': {
    summary: 'Rejects a planned campaign, or stops an approved one at once; audited',
    permission: 'settings.approve',
    params,
    data: z.null(),
  },
})
