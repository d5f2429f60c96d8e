import type { WageringSettings } from './settings.ts'

/** A stake that was settled, as wagering looks at it: what it was put on, and how surely it was to win. */
export type SettledStake = {
  /** The part of it that was the player's own money and could be lost: no bonus, and nothing that was given back. */
  ownRiskedCents: number
} & (
  | { on: 'sports'; priceMilli: number }
  /** The chance of winning that its player had chosen; of a round that was lost, any. */
  | { on: 'smallGames'; chance: number }
  /** A round of a slot or a crash game. */
  | { on: 'studios' }
)

/** What a settled stake adds to the turnover of its player, apart from being settled. */
export type Counted = { wageredCents: number; contributedE4: number }

const nothing: Counted = { wageredCents: 0, contributedE4: 0 }

type Rules = Pick<WageringSettings, 'shares'>

/**
 * The contribution of a settled stake: own money times the share of its kind, and nothing if hardly anything was at
 * risk. Units: `contributedE4` in ten-thousandths of a cent, so that the smallest stake counts without rounding;
 * `wageredCents` is the stake before its share. Source: docs/maths/bonus.md.
 */
export function countedOf({ shares }: Rules, stake: SettledStake): Counted {
  const shareBps = shareBpsOf(shares, stake)
  if (shareBps === 0) return nothing
  return { wageredCents: stake.ownRiskedCents, contributedE4: stake.ownRiskedCents * shareBps }
}

function shareBpsOf(shares: WageringSettings['shares'], stake: SettledStake): number {
  switch (stake.on) {
    case 'sports':
      return stake.priceMilli >= shares.minPriceMilli ? shares.sportsBps : 0
    case 'smallGames':
      return stake.chance * 10_000 <= shares.maxChanceBps ? shares.smallGamesBps : 0
    case 'studios':
      return shares.studiosBps
    default:
      return stake satisfies never
  }
}
