import * as z from 'zod/mini'

/**
 * The shares of settled own-money stakes that count towards wagering, in hundredths of a percent: bets from a minimum
 * price, slots and crash, and small games up to a maximum chance; and a new bonus's deadline in days.
 */
export const countedShares = {
  sportsBps: z.int(),
  minPriceMilli: z.int(),
  studiosBps: z.int(),
  smallGamesBps: z.int(),
  maxChanceBps: z.int(),
  bonusDays: z.int(),
}
