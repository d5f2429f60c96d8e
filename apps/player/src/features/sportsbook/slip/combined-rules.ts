import { cents } from '@palpite/money'
import {
  checkMultiple,
  combinationCount,
  isPriceMilli,
  type MultipleBet,
  potentialMultipleReturn,
  MAX_LEGS_OF_BET,
} from '@palpite/odds'
import { parlayOdds } from '../bet-kind.ts'
import type { CombinedMode } from '../slip-store.ts'
import { fittingFolds } from './fold-choices.ts'
import { brokenBound, type LegView, type NextStep, type StakeBounds } from './slip-rules.ts'

/** Both are of one match, or one is the winner of the other's league. */
export type Conflict = 'match' | 'league'

/** The slip's multiple. */
export type CombinedBet = {
  mode: CombinedMode
  views: readonly LegView[]
  folds: readonly number[]
  /** A system's bankers. */
  bankers: ReadonlySet<string>
  combinations: number
  unitStakeCents: number
  stakeCents: number
  returnCents: number
  /** A parlay's return per unit, in thousandths. */
  oddsMilli: number
  /** Legs that depend on each other, and how: their odds cannot be multiplied. */
  conflicts: ReadonlyMap<string, Conflict>
  isTooLong: boolean
  /** Each-way. */
  isEachWay: boolean
  bounds: StakeBounds
  isUnanswered: boolean
}

type Asked = Pick<CombinedBet, 'mode' | 'views' | 'unitStakeCents' | 'bounds' | 'isUnanswered'> & {
  isEachWay?: boolean
  chosenFolds: readonly number[]
}

/** These selections as one bet with its potential return. */
export const combine = ({ chosenFolds, isEachWay: wantsPlace = false, ...asked }: Asked): CombinedBet => {
  const { mode, views, unitStakeCents } = asked
  const isEachWay = wantsPlace && views.every(({ place }) => place !== undefined)
  const prices = [
    ...views.map(({ nowMilli }) => nowMilli),
    ...(isEachWay ? views.map(({ place }) => place?.priceMilli ?? 0) : []),
  ]
  const bankers = mode === 'system' ? bankersIn(views) : noBankers
  const freeLegs = views.length - bankers.size
  const folds = mode === 'parlay' ? [views.length] : fittingFolds(chosenFolds, freeLegs, bankers.size > 0)
  const isBanker = views.map(({ leg }) => bankers.has(leg.outcomeId))
  const bet: MultipleBet = {
    unitStakeCents: cents(unitStakeCents),
    folds,
    isEachWay,
    legs: prices.flatMap((price, at) =>
      isPriceMilli(price) ? [{ priceMilli: price, banker: isBanker[at % views.length] ?? false }] : [],
    ),
  }
  const isBet = bet.legs.length === prices.length && checkMultiple(bet) === undefined
  const combinations = isBet ? Number(combinationCount(bet)) : 0
  return {
    ...asked,
    isEachWay,
    folds,
    bankers,
    combinations,
    stakeCents: unitStakeCents * combinations,
    returnCents: isBet ? potentialMultipleReturn(bet) : 0,
    oddsMilli: oddsOf(views),
    conflicts: conflictsIn(views),
    isTooLong: views.length > MAX_LEGS_OF_BET,
  }
}

/** The joint odds of all of these; undefined if they are no parlay. */
export const oddsTogether = (views: readonly LegView[]): number | undefined =>
  conflictsIn(views).size > 0 || views.length > MAX_LEGS_OF_BET ? undefined : oddsOf(views)

const noBankers: ReadonlySet<string> = new Set()

/** With nothing left to combine they are no bankers. */
const bankersIn = (views: readonly LegView[]): ReadonlySet<string> => {
  const bankers = views.filter(({ leg }) => leg.isBanker)
  return bankers.length < views.length ? new Set(bankers.map(({ leg }) => leg.outcomeId)) : noBankers
}

const oddsOf = (views: readonly LegView[]): number =>
  parlayOdds(views.map(({ nowMilli }) => ({ priceMilli: nowMilli })))

const conflictsIn = (views: readonly LegView[]): ReadonlyMap<string, Conflict> =>
  new Map(
    views.flatMap((view): [string, Conflict][] => {
      const others = views.filter(({ leg }) => leg !== view.leg)
      const isOfOneMatch = others.some(({ leg }) => leg.fixtureId === view.leg.fixtureId)
      if (!isOfOneMatch && !others.some((other) => isOfOneLeague(view, other))) return []
      return [[view.leg.outcomeId, isOfOneMatch ? 'match' : 'league']]
    }),
  )

const isOfOneLeague = (one: LegView, other: LegView): boolean =>
  one.fixture !== undefined &&
  one.fixture.sport === other.fixture?.sport &&
  one.fixture.competition === other.fixture.competition &&
  (one.fixture.isOutright || other.fixture.isOutright)

/** A parlay's agreed and current odds; undefined for a system. */
const movedOdds = ({ mode, views, isEachWay, oddsMilli }: CombinedBet) => {
  const beforeMilli = parlayOdds(views.map(({ leg }) => leg))
  return mode === 'parlay' && !isEachWay && beforeMilli !== oddsMilli
    ? { beforeMilli, nowMilli: oddsMilli }
    : undefined
}

/** The next obstacle before the bet, in order; finally the bet itself. */
export const nextCombinedStep = (
  bet: CombinedBet,
  player: { isLoggedIn: boolean; balanceCents: number },
): NextStep => {
  const { views, conflicts, isTooLong, isUnanswered, stakeCents, returnCents, bounds } = bet
  if (!player.isLoggedIn) return { kind: 'login' }
  if (isUnanswered) return { kind: 'place', count: 1, stakeCents, returnCents }
  if (views.some(({ status }) => status === 'outdated')) return { kind: 'line' }
  const blocked = views.filter(({ status }) => status !== 'open')
  if (blocked.length > 0) return { kind: 'remove', outcomeIds: blocked.map(({ leg }) => leg.outcomeId) }
  if (isTooLong) return { kind: 'limit' }
  if (conflicts.size > 0) return { kind: 'conflict' }
  const moved = views.filter(({ mustAgree }) => mustAgree)
  if (moved.length > 0) return { kind: 'agree', count: moved.length, odds: movedOdds(bet) }
  if (stakeCents === 0) return { kind: 'stake' }
  if (brokenBound(stakeCents, bounds) || returnCents > (bounds.maxReturnCents ?? returnCents))
    return { kind: 'bounds' }
  const missingCents = stakeCents - player.balanceCents
  if (missingCents > 0) return { kind: 'deposit', missingCents }
  return { kind: 'place', count: 1, stakeCents, returnCents }
}
