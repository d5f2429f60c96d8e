import * as z from 'zod'
import { defineSettings } from '../platform/settings/settings.ts'

/**
 * What stakes are put on, each with contributions of its own. Bets on every sport count by their kind: singles ('football',
 * as they have been called since there was one sport), parlays, systems.
 */
export const contributingGames = [
  'football',
  'parlay',
  'system',
  'dice',
  'mines',
  'limbo',
  'rowDouble',
  'double',
  'luckyColor',
  'studio',
] as const

export type ContributingGame = (typeof contributingGames)[number]

/** From this price on a stake counts for a bonus with this share, until a higher price has another. */
export type Contribution = { fromPriceMilli: number; shareBps: number }

/** What an operator may set about wagering. */
export type WageringSettings = {
  /** A stake at a lower price or multiplier counts for nothing: it is hardly at risk. */
  minPriceMilli: number
  /** The most of one stake that may come from bonus money. */
  maxBonusStakeCents: number
  /** For so many days a bonus may be wagered; then what is left of it goes back. Frozen as it is granted. */
  bonusDays: number
  /** The most that one operator gives away in a day, in rounds and bets at what the house would stake. */
  operatorGiftsADayCents: number
  /** What stakes contribute to a bonus that is wagered twice, by game and price. */
  contributions: Readonly<Record<ContributingGame, readonly Contribution[]>>
}

/**
 * A share is at most twice what the house keeps of such a stake, so that wagering a bonus costs a player on average
 * what it brings (docs/maths/bonus.md, which a test holds against every pay table). Football is priced with less margin on
 * favourites, hence its steps.
 */
export const wageringSettings: WageringSettings = {
  minPriceMilli: 1300,
  maxBonusStakeCents: 5_000,
  bonusDays: 30,
  operatorGiftsADayCents: 5_000_000,
  contributions: {
    football: [
      { fromPriceMilli: 1300, shareBps: 400 },
      { fromPriceMilli: 1600, shareBps: 600 },
      { fromPriceMilli: 2000, shareBps: 800 },
    ],
    parlay: [
      { fromPriceMilli: 1300, shareBps: 400 },
      { fromPriceMilli: 1600, shareBps: 600 },
      { fromPriceMilli: 2000, shareBps: 800 },
    ],
    system: [
      { fromPriceMilli: 1300, shareBps: 400 },
      { fromPriceMilli: 1600, shareBps: 600 },
      { fromPriceMilli: 2000, shareBps: 800 },
    ],
    dice: [{ fromPriceMilli: 1300, shareBps: 200 }],
    mines: [{ fromPriceMilli: 1300, shareBps: 120 }],
    limbo: [{ fromPriceMilli: 1300, shareBps: 200 }],
    rowDouble: [{ fromPriceMilli: 1300, shareBps: 350 }],
    double: [{ fromPriceMilli: 1300, shareBps: 1300 }],
    luckyColor: [{ fromPriceMilli: 1300, shareBps: 800 }],
    // No game of a studio returns more than 99 %.
    studio: [{ fromPriceMilli: 1300, shareBps: 200 }],
  },
}

const contributions = z
  .array(
    z.strictObject({
      fromPriceMilli: z.int().min(1001).max(1_000_000_000),
      shareBps: z.int().min(0).max(10_000),
    }),
  )
  .max(10)

/** What operators may set of these: in force for the next list of stakes. What was counted stays counted. */
export const wageringSettingsDefinition = defineSettings(
  { module: 'wagering', takesEffect: 'at_once', defaults: wageringSettings },
  {
    minPriceMilli: z.int().min(1010).max(10_000),
    maxBonusStakeCents: z.int().min(100).max(1_000_000),
    bonusDays: z.int().min(1).max(365),
    operatorGiftsADayCents: z.int().min(0).max(1_000_000_000),
    contributions: z.strictObject({
      football: contributions,
      // Set before there were kinds, they are as by default.
      parlay: contributions.default([...wageringSettings.contributions.parlay]),
      system: contributions.default([...wageringSettings.contributions.system]),
      dice: contributions,
      mines: contributions,
      limbo: contributions,
      rowDouble: contributions,
      double: contributions,
      luckyColor: contributions,
      studio: contributions,
    }),
  },
)
