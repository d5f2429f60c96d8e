import { cents } from '@palpite/money'
import {
  checkMultiple,
  combinationCount,
  FULL_COVERS,
  type FullCover,
  isPriceMilli,
  type MultipleBet,
  potentialMultipleReturn,
} from '@palpite/odds'
import type { CombinedMode } from '../slip-store.ts'
import { brokenBound, type LegView, type NextStep, type StakeBounds } from './slip-rules.ts'

/** The most legs that the house takes in one bet. */
const maxLegs = 12

/** A bet on several legs as it stands in the slip. */
export type CombinedBet = {
  mode: CombinedMode
  views: readonly LegView[]
  folds: readonly number[]
  combinations: number
  unitStakeCents: number
  stakeCents: number
  returnCents: number
  /** What one unit staked on a parlay returns, in thousandths. */
  oddsMilli: number
  /** Legs of one match: their odds cannot be multiplied. */
  conflicts: ReadonlySet<string>
  isTooLong: boolean
  /** Each is backed to be placed too. */
  isEachWay: boolean
  bounds: StakeBounds
  isUnanswered: boolean
}

type Asked = Pick<CombinedBet, 'mode' | 'views' | 'unitStakeCents' | 'bounds' | 'isUnanswered'> & {
  isEachWay?: boolean
  chosenFolds: readonly number[]
}

/** What these selections are as one bet, and what it may return. */
export const combine = ({ chosenFolds, isEachWay: wantsPlace = false, ...asked }: Asked): CombinedBet => {
  const { mode, views, unitStakeCents } = asked
  const isEachWay = wantsPlace && views.every(({ place }) => place !== undefined)
  const prices = [
    ...views.map(({ nowMilli }) => nowMilli),
    ...(isEachWay ? views.map(({ place }) => place?.priceMilli ?? 0) : []),
  ]
  const fitting = chosenFolds.filter((fold) => fold <= views.length)
  const folds =
    mode === 'parlay' ? [views.length] : fitting.length > 0 ? fitting : [Math.min(2, views.length)]
  const bet: MultipleBet = {
    unitStakeCents: cents(unitStakeCents),
    folds,
    isEachWay,
    legs: prices.flatMap((price) => (isPriceMilli(price) ? [{ priceMilli: price }] : [])),
  }
  const isBet = bet.legs.length === prices.length && checkMultiple(bet) === undefined
  const combinations = isBet ? Number(combinationCount(bet)) : 0
  return {
    ...asked,
    isEachWay,
    folds,
    combinations,
    stakeCents: unitStakeCents * combinations,
    returnCents: isBet ? potentialMultipleReturn(bet) : 0,
    oddsMilli: Math.floor(views.reduce((all, { nowMilli }) => (all * nowMilli) / 1000, 1000)),
    conflicts: conflictsIn(views),
    isTooLong: views.length > maxLegs,
  }
}

const conflictsIn = (views: readonly LegView[]): ReadonlySet<string> =>
  new Set(
    views
      .filter(({ leg }) => views.some((other) => other.leg !== leg && other.leg.fixtureId === leg.fixtureId))
      .map(({ leg }) => leg.outcomeId),
  )

/** One way to combine so many legs: a size, or one of the full covers that bettors know by name. */
export type FoldChoice = { name: FullCover | undefined; folds: readonly number[]; combinations: number }

/** The systems of so many legs: each size by itself, then the full covers. */
export const foldChoices = (legs: number): readonly FoldChoice[] => {
  const sizes = Array.from({ length: Math.max(0, legs - 2) }, (_, at) => [at + 2])
  const covers = Object.entries(FULL_COVERS).filter(([, cover]) => cover.legs === legs)
  const countOf = (folds: readonly number[]) => folds.reduce((sum, fold) => sum + waysOf(legs, fold), 0)
  return [
    ...sizes.map((folds) => ({ name: undefined, folds, combinations: countOf(folds) })),
    ...covers.map(([name, { folds }]) => ({
      name: name as FullCover,
      folds,
      combinations: countOf(folds),
    })),
  ]
}

const waysOf = (legs: number, fold: number): number =>
  Array.from({ length: fold }, (_, at) => at).reduce((ways, at) => (ways * (legs - at)) / (at + 1), 1)

export const isSameFolds = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((fold, at) => fold === other[at])

/** What stands between the player and the bet, first things first; in the end the bet itself. */
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
  if (views.some(({ mustAgree }) => mustAgree)) return { kind: 'agree' }
  if (stakeCents === 0) return { kind: 'stake' }
  if (brokenBound(stakeCents, bounds) || returnCents > (bounds.maxReturnCents ?? returnCents))
    return { kind: 'bounds' }
  const missingCents = stakeCents - player.balanceCents
  if (missingCents > 0) return { kind: 'deposit', missingCents }
  return { kind: 'place', count: 1, stakeCents, returnCents }
}
