import type { ContributingGame, WageringSettings } from './settings.ts'

/** A stake that was settled, as wagering looks at it. */
export type SettledStake = {
  game: ContributingGame
  /** The price or multiplier that it was to win. */
  priceMilli: number
  /** The part of it that was the player's own money and could be lost: no bonus, and nothing that was given back. */
  ownRiskedCents: number
  /** Whether the player also staked on another outcome of the same market, or another colour of the same draw. */
  isOpposed?: boolean
}

/** What a settled stake adds to the player's turnover, beside being settled. */
export type Counted = { wageredCents: number; contributedE4: number }

const nothing: Counted = { wageredCents: 0, contributedE4: 0 }

type Rules = Pick<WageringSettings, 'minPriceMilli' | 'contributions'>

/**
 * What a settled stake counts for: of own money in full, towards a bonus with the share of its game and price. At a
 * price that is hardly a risk, or against another stake of the same player, it counts for nothing.
 * Units: `contributedE4` in ten-thousandths of a cent, so that the smallest stake counts without rounding.
 * Source: docs/maths/bonus.md.
 */
export function countedOf(rules: Rules, stake: SettledStake): Counted {
  const { game, priceMilli, ownRiskedCents, isOpposed = false } = stake
  if (isOpposed || priceMilli < rules.minPriceMilli) return nothing
  return { wageredCents: ownRiskedCents, contributedE4: ownRiskedCents * shareBpsOf(rules, game, priceMilli) }
}

/** The share of the highest step that the price reaches; none below the first. */
function shareBpsOf({ contributions }: Rules, game: ContributingGame, priceMilli: number): number {
  const reached = contributions[game].filter(({ fromPriceMilli }) => priceMilli >= fromPriceMilli)
  return reached.toSorted((one, other) => other.fromPriceMilli - one.fromPriceMilli)[0]?.shareBps ?? 0
}
