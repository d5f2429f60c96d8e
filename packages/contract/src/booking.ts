import * as z from 'zod/mini'
import { defineCalls, instant, priceMilli } from './call.ts'
import { maxSlipLegs, outcomeIds } from './bets.ts'
import { marketName, sport, wireId } from './sportsbook.ts'

const folds = z
  .array(z.int().check(z.minimum(0), z.maximum(maxSlipLegs)))
  .check(z.minLength(1), z.maxLength(maxSlipLegs))

/** Eight letters and digits that nobody takes for others: 2^40 of them, so that none is found by trying. */
const code = z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{8}$/))

/** Slips as they are handed on: what is chosen, without who chose it or for how much. */
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
      /** Who can win is backed to be placed too. */
      isEachWay: z.optional(z.boolean()),
    }),
    data: z.object({ code, expiresAt: instant }),
  },
  'GET /api/app/sportsbook/booking/:code': {
    summary: 'What a booking code stands for, at the prices of now',
    access: 'visitor',
    params: z.strictObject({ code }),
    data: z.object({
      code,
      expiresAt: instant,
      /** Sizes of the combinations, where it is not all legs in one or each by itself. */
      folds: z.nullable(z.array(z.int())),
      isEachWay: z.boolean(),
      /** Legs of which nothing is known any more. */
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
          /** The hour of its start is not known, its day is. */
          isDayOnly: z.boolean(),
          ...marketName,
          code: z.string(),
          name: z.nullable(z.string()),
          /** A bet builder has none where its match is not priced here any more. */
          priceMilli: z.nullable(priceMilli),
          /** Of a bet builder what it needs; `outcomeId` is theirs with `-` between. */
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
          /** It can be bet on; not now; no more, though its match goes on; its match is over. */
          state: z.enum(['open', 'suspended', 'closed', 'over']),
        }),
      ),
    }),
  },
})
