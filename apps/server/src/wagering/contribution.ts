import type { GameCode } from '@palpite/contract'
import type { WageringSettings } from './settings.ts'

/** A stake that was settled, as wagering and rewards look at it: what it was put on, and how surely it was to win. */
export type SettledStake = {
  /** The part of it that was the player's own money and could be lost: no bonus, and nothing that was given back. */
  ownRiskedCents: number
} & (
  | { on: 'sports'; priceMilli: number }
  /** The chance of winning that its player had chosen; of a round that was lost, any. */
  | { on: 'smallGames'; game: GameCode; chance: number }
  /** A round of a game of a studio. */
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

/**
 * What of a settled stake of own money earns game bonus and commission: all of it, but of mines one half, for mines keep as
 * little as 0.56 % of a stake, and of bets below these odds nothing, for one whose price other bets moved keeps less than 0.95 %.
 * So at the rates in force, 0.95 % together, no stake earns what it costs (docs/maths/bonus.md, which a test checks at every price).
 */
export const earningShares = { minesBps: 5_000, minPriceMilli: 1_250 } as const

/** What of a stake that was settled so earns no reward: bonus money, what was given back, and what its kind does not earn by. */
export const unrewardedOf = (settledCents: number, stake: SettledStake): number =>
  settledCents - Math.floor((stake.ownRiskedCents * earningBpsOf(stake)) / 10_000)

function earningBpsOf(stake: SettledStake): number {
  if (stake.on === 'sports') return stake.priceMilli >= earningShares.minPriceMilli ? 10_000 : 0
  return stake.on === 'smallGames' && stake.game === 'mines' ? earningShares.minesBps : 10_000
}
