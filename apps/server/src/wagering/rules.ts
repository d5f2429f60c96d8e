import type { GameCode } from '@palpite/contract'
import type { WageringSettings } from './settings.ts'

/** A range of a player's total contribution, in ten-thousandths of a cent: what must be wagered for one requirement. */
export type Span = { from: number; until: number }

/** The total contribution of a player's settled stakes, in ten-thousandths of a cent. */
export type Progress = { contributedE4: number }

/**
 * The wagering requirement of one grant as a span of contribution: first for own money, then for the bonus. Each
 * settled stake moves through the spans of its player in turn.
 */
export type Wagered = Span & { mainCents: number }

const E4 = 10_000

/** The length of a span over these cents, in ten-thousandths of a cent. */
export const spanE4 = (mainCents: number, bonusCents: number): number => (mainCents + bonusCents) * E4

/**
 * Where a new span begins: at the present count, or at the end of the last open span. So a settled stake counts for
 * one requirement only, the oldest open one.
 */
export const spanStart = (open: readonly Span[], now: number): number =>
  Math.max(now, ...open.map(({ until }) => until))

/**
 * Open spans, oldest first, after others before them were removed: each begins at the present count, or at the end
 * of the one before. A span that has begun keeps its place, and with it what was wagered.
 */
export function movedSpans(open: readonly Span[], now: number): Span[] {
  let end = now
  return open.map(({ from, until }) => {
    const start = from <= now ? from : end
    const moved = { from: start, until: until - (from - start) }
    end = Math.max(end, moved.until)
    return moved
  })
}

/** What is left of a span. */
const leftOf = ({ from, until }: Span, now: number): number => Math.max(0, until - Math.max(from, now))

/** Whether a requirement is met. */
export const isMet = (one: Wagered, { contributedE4 }: Progress): boolean => leftOf(one, contributedE4) === 0

/** These requirements without own money: only the bonus is left, from the beginning of the span. */
export const withoutMain = <T extends Wagered>(open: readonly T[]): T[] =>
  open.map((one) => ({ ...one, mainCents: 0, until: one.until - one.mainCents * E4 }))

const mainOf = ({ from, mainCents }: Wagered): Span => ({ from, until: from + mainCents * E4 })

/** Remaining wagering of the parts for own money, in cents, rounded up. */
export const mainLeft = (open: readonly Wagered[], { contributedE4 }: Progress): number =>
  Math.ceil(open.reduce((sum, one) => sum + leftOf(mainOf(one), contributedE4), 0) / E4)

/** Remaining wagering of the bonus part of a requirement, likewise. */
export const bonusLeft = (one: Wagered, { contributedE4 }: Progress): number =>
  Math.ceil(leftOf({ from: mainOf(one).until, until: one.until }, contributedE4) / E4)

/** Remaining contribution in cents until all own money is free, and until the last bonus is cash. */
export type RemainingWagering = {
  ownLeftCents: number
  ownTotalCents: number
  /** After own money if `isBonusAfter`, else from now. */
  bonusLeftCents: number
  bonusTotalCents: number
  isBonusAfter: boolean
}

/**
 * The remaining wagering over the open spans of a player, oldest first. Stakes count towards them in turn, and the
 * bonus of one comes before the own money of the next, so sums of the parts would promise too little.
 */
export function remainingWagering(open: readonly Wagered[], progress: Progress): RemainingWagering {
  const { contributedE4: now } = progress
  const centsOf = (from: number, until: number) => Math.ceil(Math.max(0, until - from) / E4)
  const mains = open.map(mainOf).filter((main) => leftOf(main, now) > 0)
  const withBonus = open.filter((one) => bonusLeft(one, progress) > 0)
  const begun = Math.min(now, ...open.map(({ from }) => from))
  const ownEnd = Math.max(now, ...mains.map(({ until }) => until))
  const bonusEnd = Math.max(now, ...withBonus.map(({ until }) => until))
  const isBonusAfter = mains.length > 0 && bonusEnd > ownEnd
  const bonusBegun = mains.length > 0 ? begun : Math.min(now, ...withBonus.map((one) => mainOf(one).until))
  return {
    ownLeftCents: centsOf(now, ownEnd),
    ownTotalCents: mains.length > 0 ? centsOf(begun, ownEnd) : 0,
    bonusLeftCents: centsOf(isBonusAfter ? ownEnd : now, bonusEnd),
    bonusTotalCents: withBonus.length > 0 ? centsOf(isBonusAfter ? ownEnd : bonusBegun, bonusEnd) : 0,
    isBonusAfter,
  }
}

/**
 * The same for a player whose own money may be withdrawn unwagered: nothing remains for it, and the bonus is
 * unchanged.
 */
export const ofBonusAlone = (way: RemainingWagering): RemainingWagering => ({
  ownLeftCents: 0,
  ownTotalCents: 0,
  bonusLeftCents: way.bonusLeftCents + (way.isBonusAfter ? way.ownLeftCents : 0),
  bonusTotalCents: way.bonusTotalCents + (way.isBonusAfter ? way.ownTotalCents : 0),
  isBonusAfter: false,
})

/** Withdrawable cents: cash less the remaining wagering for own money, never negative. */
export const withdrawable = (cashCents: number, open: readonly Wagered[], progress: Progress): number =>
  Math.max(0, cashCents - mainLeft(open, progress))

type Grant = { bonusGrantCents: number; releasedCents: number }

/** The part of met bonuses that has not become cash yet: at most the grant of each. */
const claimedCents = (met: readonly Grant[]): number =>
  met.reduce((sum, { bonusGrantCents, releasedCents }) => sum + bonusGrantCents - releasedCents, 0)

/**
 * The bonus that becomes cash: what met bonuses are still due, as far as the grants of open ones do not claim it.
 * Winnings beyond the grant stay bonus.
 */
export const releasedBonus = (
  bonusCents: number,
  { met, open }: { met: readonly Grant[]; open: readonly Pick<Grant, 'bonusGrantCents'>[] },
): number => {
  const unclaimedCents = bonusCents - open.reduce((sum, { bonusGrantCents }) => sum + bonusGrantCents, 0)
  return Math.max(0, Math.min(claimedCents(met), unclaimedCents))
}

/** A settled stake as wagering and rewards see it: what it was placed on, and its chance of winning. */
export type SettledStake = {
  /** The part that was the player's own money and at risk: no bonus, and no refund. */
  ownRiskedCents: number
} & (
  | { on: 'sports'; priceMilli: number }
  /** The chance of winning that the player chose; any for a lost round. */
  | { on: 'smallGames'; game: GameCode; chance: number }
  /** A round of a game of a studio. */
  | { on: 'studios' }
)

/** What a settled stake adds to the turnover of its player, apart from being settled. */
type Counted = { wageredCents: number; contributedE4: number }

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
 * The exceptions from the rule that a settled stake of own money earns game bonus and commission in full. Mines earn
 * half, because the house keeps as little as 0.56 % of such a stake. Bets below these odds earn nothing, because the
 * house keeps less than 0.95 % of one whose price other bets moved. So at the rates in force, 0.95 % together, no stake
 * earns as much as the house keeps of it (docs/maths/bonus.md, which a test checks at every price).
 */
export const earningShares = { minesBps: 5_000, minPriceMilli: 1_250 } as const

/** The part of a settled stake that earns no rewards: bonus money, refunds, and the part that its kind of game excludes. */
export const unrewardedOf = (settledCents: number, stake: SettledStake): number =>
  settledCents - Math.floor((stake.ownRiskedCents * earningBpsOf(stake)) / 10_000)

function earningBpsOf(stake: SettledStake): number {
  if (stake.on === 'sports') return stake.priceMilli >= earningShares.minPriceMilli ? 10_000 : 0
  return stake.on === 'smallGames' && stake.game === 'mines' ? earningShares.minesBps : 10_000
}
