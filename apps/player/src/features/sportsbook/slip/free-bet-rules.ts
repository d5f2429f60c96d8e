import type { Calls } from '@palpite/contract'
import type { CombinedBet } from './combined-rules.ts'
import type { LegView, StakedLeg } from './slip-rules.ts'

/** A free bet. */
export type FreeBet = Calls['GET /api/app/sportsbook/freeBets']['data'][number]

/** What a free bet can pay for: one selection, or a parlay. */
export type FreeBetTarget = {
  kind: FreeBet['kinds'][number]
  views: readonly LegView[]
  oddsMilli: number
  /** Nothing is left for the player to resolve. */
  isReady: boolean
}

/** What a free bet could pay for in this slip; undefined for systems, each-way and several singles. */
export const freeBetTarget = (
  legs: readonly StakedLeg[],
  combined: CombinedBet | undefined,
): FreeBetTarget | undefined => {
  const isReady = legs.every(
    ({ view, isUnanswered }) => view.status === 'open' && !view.mustAgree && !isUnanswered,
  )
  if (combined) {
    const { mode, isEachWay, conflicts, isTooLong, isUnanswered, views, oddsMilli } = combined
    if (mode !== 'parlay' || isEachWay || conflicts.size > 0 || isTooLong) return undefined
    return { kind: 'parlay', views, oddsMilli, isReady: isReady && !isUnanswered }
  }
  const [only] = legs
  if (!only || legs.length > 1 || only.isEachWay) return undefined
  return { kind: 'single', views: [only.view], oddsMilli: only.view.nowMilli, isReady }
}

/** Whether this free bet pays for it. */
export const paysFor = ({ kinds, minPriceMilli }: FreeBet, { kind, oddsMilli }: FreeBetTarget): boolean =>
  kinds.includes(kind) && oddsMilli >= minPriceMilli

/** The fitting free bets, one per stake and terms: equal ones are interchangeable. */
export const offeredFor = (given: readonly FreeBet[], { kind }: FreeBetTarget): FreeBet[] => {
  const fitting = given.filter(({ kinds }) => kinds.includes(kind))
  return fitting.filter((free, at) => fitting.findIndex((one) => termsOf(one) === termsOf(free)) === at)
}

const termsOf = ({ stakeCents, minPriceMilli, endsAt }: FreeBet): string =>
  [stakeCents, minPriceMilli, endsAt].join()
