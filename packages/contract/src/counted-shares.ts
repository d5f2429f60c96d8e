import * as z from 'zod/mini'

/**
 * What of a settled stake of own money counts for what is to be wagered, in hundredths of a percent: of bets from a price on,
 * of slots and crash games, and of small games that are won no more often than so;
 * and how many days a bonus that is given now may be wagered.
 */
export const countedShares = {
  sportsBps: z.int(),
  minPriceMilli: z.int(),
  studiosBps: z.int(),
  smallGamesBps: z.int(),
  maxChanceBps: z.int(),
  bonusDays: z.int(),
}
