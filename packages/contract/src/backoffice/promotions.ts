import * as z from 'zod/mini'
import { day, instant, requestId } from '../call.ts'
import { defineOperatorCalls } from './call.ts'

const planId = z.string().check(z.regex(/^[1-9]\d{0,14}$/))
const params = z.strictObject({ planId })
const kind = z.enum(['check_in', 'ladder', 'commission', 'packages', 'discounts', 'vip'])

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

/** Rewards of all players, by dated rules: planned by one operator, approved by another. */
export const operatorPromotionCalls = defineOperatorCalls({
  'GET /api/backoffice/promotions': {
    summary:
      'The rules of the check-in, the ladder, commission, packages, discounts and VIP awards that hold today and those to come, and the newest plans of them',
    permission: 'settings.read',
    query: z.strictObject({}),
    data: z.object({
      inForce: z.array(z.object({ kind, startsOn: day, rules: z.array(rule) })),
      plans: z.array(
        z.object({
          planId: z.string(),
          kind,
          rules: z.array(rule),
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
      /** When they are to hold, from tomorrow on where it is not said: packages are bounded beside the discounts of their days. */
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
