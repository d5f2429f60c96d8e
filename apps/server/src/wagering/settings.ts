import * as z from 'zod'
import { defineSettings } from '../platform/settings/settings.ts'

/** What of a settled stake of own money counts, by what it was put on. Players are told these very numbers. */
export type WageringShares = {
  /** Of bets from this price on; a parlay's is that of all its legs, a system's that of its lowest combination. */
  sportsBps: number
  minPriceMilli: number
  /** Of slots and crash games. */
  studiosBps: number
  /** Of small games that are won no more often than so. */
  smallGamesBps: number
  maxChanceBps: number
}

/** What an operator may set about wagering. */
export type WageringSettings = {
  /** The most of one stake that may come from bonus money. */
  maxBonusStakeCents: number
  /** For so many days a bonus may be wagered; then what is left of it goes back. Frozen as it is granted. */
  bonusDays: number
  /** The most that one operator gives away in a day, in rounds and bets at what the house would stake. */
  operatorGiftsADayCents: number
  /** What of stakes counts for what is to be wagered. Set as a whole. */
  shares: WageringShares
}

/**
 * "2×" is what it says: bets, slots and crash games count in full. A small game is won or lost in seconds at hardly any
 * cost, so a fifth of it counts, and two thirds is the most that its chance of winning may be. What gifts of later
 * top-ups may be follows from these (docs/maths/bonus.md, which a test holds against every price).
 */
export const wageringSettings: WageringSettings = {
  maxBonusStakeCents: 5_000,
  bonusDays: 30,
  operatorGiftsADayCents: 5_000_000,
  shares: {
    sportsBps: 10_000,
    minPriceMilli: 1500,
    studiosBps: 10_000,
    smallGamesBps: 2_000,
    maxChanceBps: 6_667,
  },
}

const share = (maxBps: number) => z.int().min(0).max(maxBps)

/** What operators may set of these: in force for the next list of stakes. What was counted stays counted. */
export const wageringSettingsDefinition = defineSettings(
  { module: 'wagering', takesEffect: 'at_once', defaults: wageringSettings },
  {
    maxBonusStakeCents: z.int().min(100).max(1_000_000),
    bonusDays: z.int().min(1).max(365),
    operatorGiftsADayCents: z.int().min(0).max(1_000_000_000),
    // Within these bounds the gifts of later top-ups stay small enough.
    shares: z.strictObject({
      sportsBps: share(10_000),
      minPriceMilli: z.int().min(1400).max(10_000),
      studiosBps: share(10_000),
      smallGamesBps: share(5_000),
      maxChanceBps: z.int().min(1).max(7_500),
    }),
  },
)
