import * as z from 'zod/mini'
import { defineCalls, instant, priceMilli } from './call.ts'
import { maxSlipLegs, outcomeIds } from './bets.ts'
import { marketName, sport, wireId } from './sportsbook.ts'

const folds = z
  .array(z.int().check(z.minimum(0), z.maximum(maxSlipLegs)))
  .check(z.minLength(1), z.maxLength(maxSlipLegs))

/** Eight unambiguous letters and digits: 2^40 values, so that guessing finds none. */
const code = z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{8}$/))

/** Shared slips: selections without owner or stakes. */
export const bookingCalls = defineCalls({
  'POST /api/app/sportsbook/booking': {
    summary: 'A code for a slip, by which anybody opens it at the prices of then',
    access: 'player',
    isForTestAccount: true,
    body: z.strictObject({
      legs: z
        .array(z.strictObject({ outcomeId: outcomeIds, isBanker: z.optional(z.boolean()) }))
        .check(z.minLength(1), z.maxLength(maxSlipLegs)),
      folds: z.optional(folds),
      /** Each-way. */
      isEachWay: z.optional(z.boolean()),
    }),
    data: z.object({ code, expiresAt: instant }),
  },
  'GET /api/app/sportsbook/booking/:code': {
    summary: 'The slip behind a booking code, at current prices',
    access: 'visitor',
    params: z.strictObject({ code }),
    data: z.object({
      code,
      expiresAt: instant,
      /** Combination sizes, unless a parlay or singles. */
      folds: z.nullable(z.array(z.int())),
      isEachWay: z.boolean(),
      /** Legs about which nothing is known any more. */
      unknownLegs: z.int(),
      legs: z.array(
        z.object({
          outcomeId: outcomeIds,
          fixtureId: wireId,
          sport,
          title: z.nullable(z.string()),
          home: z.string(),
          away: z.string(),
          startsAt: instant,
          /** The start time is unknown, only the day. */
          isDayOnly: z.boolean(),
          ...marketName,
          code: z.string(),
          name: z.nullable(z.string()),
          /** Null for a bet builder whose match is no longer priced here. */
          priceMilli: z.nullable(priceMilli),
          /** A bet builder's selections; `outcomeId` is theirs joined by `-`. */
          selections: z.nullable(
            z.array(
              z.object({
                outcomeId: wireId,
                marketType: z.string(),
                period: marketName.period,
                lineQuarters: marketName.lineQuarters,
                side: marketName.side,
                code: z.string(),
                name: z.nullable(z.string()),
              }),
            ),
          ),
          isBanker: z.boolean(),
          simulated: z.boolean(),
          /** Open; suspended; closed; match over. */
          state: z.enum(['open', 'suspended', 'closed', 'over']),
        }),
      ),
    }),
  },
})
