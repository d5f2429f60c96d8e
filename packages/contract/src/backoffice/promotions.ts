import * as z from 'zod/mini'
import { day, instant, requestId } from '../call.ts'
import { defineOperatorCalls } from './call.ts'

const planId = z.string().check(z.regex(/^[1-9]\d{0,14}$/))
const params = z.strictObject({ planId })
const kind = z.enum(['check_in', 'ladder', 'commission', 'packages', 'discounts', 'vip', 'activity'])

/**
 * One rule: its place from 1 on, what it asks for (0 where it asks for nothing), and the cents or hundredths of a percent it
 * brings. A package asks for its price and brings the gift of a later top-up; that of a first one is its own. A discount asks
 * for the price it is off.
 */
const rule = z.strictObject({
  place: z.int().check(z.minimum(1), z.maximum(31)),
  goal: z.int().check(z.minimum(0), z.maximum(100_000_000)),
  amount: z.int().check(z.minimum(0), z.maximum(10_000_000)),
  first: z.optional(z.int().check(z.minimum(0), z.maximum(10_000_000))),
})
const rules = z.array(rule).check(z.minLength(1), z.maxLength(31))

const words = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
const activityText = z.strictObject({
  title: words(60),
  summary: words(200),
  how: z.array(words(200)).check(z.minLength(1), z.maxLength(6)),
  rules: z.array(words(300)).check(z.minLength(1), z.maxLength(10)),
})

/**
 * An activity, whose steps are the rules of its plan: each asks for stakes in cents or days with a check-in. Who reads another
 * language reads the English texts.
 */
const activity = z.strictObject({
  /** Its address: `/active<id>`. */
  id: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{2,39}$/)),
  counts: z.enum(['stakes', 'check_ins']),
  audience: z.enum(['all', 'new', 'invited']),
  art: z.enum(['football', 'pix', 'steps', 'medals']),
  texts: z.strictObject({ 'pt-BR': activityText, en: activityText }),
})

/** What operators give to all players, by rules with dates: planned by one, approved by another. */
export const operatorPromotionCalls = defineOperatorCalls({
  'GET /api/backoffice/promotions': {
    summary:
      'The rules of the check-in, the ladder, commission, packages, discounts and VIP awards that hold today and those to come, activities that players see, and the newest plans of all',
    permission: 'settings.read',
    query: z.strictObject({}),
    data: z.object({
      inForce: z.array(z.object({ kind, startsOn: day, rules: z.array(rule) })),
      activities: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          state: z.enum(['upcoming', 'open', 'ended']),
          startsAt: instant,
          endsAt: instant,
        }),
      ),
      plans: z.array(
        z.object({
          planId: z.string(),
          kind,
          rules: z.array(rule),
          activity: z.nullable(activity),
          startsOn: day,
          /** The first day on which the previous rules apply again. */
          endsOn: z.nullable(day),
          reason: z.string(),
          status: z.enum(['open', 'approved', 'rejected', 'stopped']),
          proposedBy: z.int(),
          proposedAt: instant,
          approvedBy: z.nullable(z.int()),
        }),
      ),
    }),
  },
  'POST /api/backoffice/promotions': {
    summary:
      'Plans rules from a day on, and until another where one is named; once by its request id; audited',
    permission: 'settings.propose',
    body: z.strictObject({
      requestId,
      kind,
      rules,
      /** Of the kind `activity` alone, which also has an end. */
      activity: z.optional(z.nullable(activity)),
      startsOn: day,
      endsOn: z.nullable(day),
      reason: z.string().check(z.minLength(10), z.maxLength(500)),
    }),
    data: z.object({ planId: z.string() }),
  },
  'POST /api/backoffice/promotions/forecast': {
    summary: 'What the last thirty days cost by the rules of today, and would have cost by others',
    permission: 'settings.read',
    body: z.strictObject({
      kind,
      rules,
      activity: z.optional(z.nullable(activity)),
      /**
       * The days of the planned rules, by default from tomorrow on: packages are bounded together with the
       * discounts of their days.
       */
      startsOn: z.optional(day),
      endsOn: z.optional(z.nullable(day)),
    }),
    data: z.object({ days: z.int(), count: z.int(), presentCents: z.int(), plannedCents: z.int() }),
  },
  'POST /api/backoffice/promotions/:planId/approve': {
    summary: 'Approves a plan that an independent operator made; its rules hold from its day on; audited',
    permission: 'settings.approve',
    needsTwo: true,
    params,
    data: z.null(),
  },
  'POST /api/backoffice/promotions/:planId/end': {
    summary:
      'Rejects an open plan, takes back one that is to come, or ends one that runs with this day; audited',
    permission: 'settings.approve',
    params,
    data: z.null(),
  },
})
