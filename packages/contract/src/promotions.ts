import * as z from 'zod/mini'
import { centsAbove0, defineCalls, instant, priceMilli } from './call.ts'
import { sport } from './sportsbook.ts'

/** What a free bet may be used for. */
export const freeBetKinds = z.array(z.enum(['single', 'parlay'])).check(z.minLength(1), z.maxLength(2))

/** What the house gives to bets: free ones, and boosts. */
export const promotionCalls = defineCalls({
  'GET /api/app/sportsbook/freeBets': {
    summary:
      'Stakes of the house that the player may use, each for one bet; those that end first before others',
    access: 'player',
    data: z.array(
      z.object({
        freeBetId: z.string(),
        stakeCents: centsAbove0,
        /** The least odds of a bet that uses it. */
        minPriceMilli: priceMilli,
        kinds: freeBetKinds,
        endsAt: instant,
        /** How many times the profit, a bonus, is to be wagered before it becomes cash. */
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
          /** A leg counts at this price or above. */
          minPriceMilli: priceMilli,
          maxCents: centsAbove0,
          /** From so many legs that count, so much of the winnings more, in hundredths of a percent. */
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
          /** Of one player, all their bets at it together. */
          maxStakeCents: centsAbove0,
          endsAt: instant,
        }),
      ),
      /** Winners of a match of this sport that are paid once they lead by so much, of bets placed before it. */
      earlyPayouts: z.array(z.object({ sport, lead: z.int(), until: instant })),
      /** Parlays of so many legs, each at this price or above, that lose by one alone: the stake comes back, up to a most. */
      insurances: z.array(
        z.object({ minLegs: z.int(), minPriceMilli: priceMilli, maxCents: centsAbove0, until: instant }),
      ),
    }),
  },
})
