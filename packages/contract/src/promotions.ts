import * as z from 'zod/mini'
import { centsAbove0, defineCalls, instant, priceMilli } from './call.ts'
import { sport } from './sportsbook.ts'

/** The uses of a free bet. */
export const freeBetKinds = z.array(z.enum(['single', 'parlay'])).check(z.minLength(1), z.maxLength(2))

/** Gifts for bets: free bets and boosts. */
export const promotionCalls = defineCalls({
  'GET /api/app/sportsbook/freeBets': {
    summary:
      'Stakes of the house that the player may use, each for one bet; those that end first before others',
    access: 'player',
    data: z.array(
      z.object({
        freeBetId: z.string(),
        stakeCents: centsAbove0,
        /** The minimum odds of a bet that uses it. */
        minPriceMilli: priceMilli,
        kinds: freeBetKinds,
        endsAt: instant,
        /** The wagering multiple of the profit, a bonus. */
        wageredTimes: z.int(),
      }),
    ),
  },
  'GET /api/app/sportsbook/boosts': {
    summary:
      'What bets are promised now: more of the winnings of parlays, boosted prices, winners paid for a lead, stakes that come back',
    access: 'visitor',
    data: z.object({
      winnings: z.array(
        z.object({
          /** A leg counts from this price on. */
          minPriceMilli: priceMilli,
          maxCents: centsAbove0,
          /** The added share of the winnings, in hundredths of a percent, from this number of counting legs on. */
          steps: z.array(z.object({ legs: z.int(), bps: z.int() })),
          until: instant,
        }),
      ),
      prices: z.array(
        z.object({
          boostId: z.string(),
          outcomeId: z.string(),
          fixtureId: z.string(),
          bps: z.int(),
          /** A player's total over all bets at it. */
          maxStakeCents: centsAbove0,
          endsAt: instant,
        }),
      ),
      /** Winners of this sport's matches are paid early at this lead, for bets placed before the start. */
      earlyPayouts: z.array(z.object({ sport, lead: z.int(), until: instant })),
      /**
       * Parlays with this many legs from this price on that lose exactly one: the stake is refunded up to a maximum.
       */
      insurances: z.array(
        z.object({ minLegs: z.int(), minPriceMilli: priceMilli, maxCents: centsAbove0, until: instant }),
      ),
    }),
  },
})
