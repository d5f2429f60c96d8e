import * as z from 'zod'
import { defineSettings } from '../platform/settings.ts'

/** The share of a settled stake of own money that counts, by kind. The player app shows these numbers. */
export type WageringShares = {
  /** For bets from this price on: of a parlay the total price, of a system that of its lowest combination. */
  sportsBps: number
  minPriceMilli: number
  /** For slots and crash games. */
  studiosBps: number
  /** For small games with at most this chance of winning. */
  smallGamesBps: number
  maxChanceBps: number
}

export type WageringSettings = {
  /** The greatest part of one stake that may come from bonus money. */
  maxBonusStakeCents: number
  /** Days in which a bonus must be wagered before the rest is taken back. Fixed when it is granted. */
  bonusDays: number
  /** The daily gift limit of one operator, with rounds and bets valued at the stake of the house. */
  operatorGiftsADayCents: number
  /** The shares. Set as a whole. */
  shares: WageringShares
}

/**
 * "2×" is literal: bets, slots and crash games count in full. A small game is decided in seconds at hardly any cost,
 * so a fifth counts, at a chance of two thirds at most. The gifts of later top-ups follow from these numbers
 * (docs/maths/bonus.md, which a test checks at every price).
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

/** Bounds of these settings. A change applies to the next list of stakes; earlier contributions stay. */
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
