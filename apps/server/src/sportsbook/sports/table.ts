import { type Sport, SPORTS } from '@palpite/odds'
import { present } from '../../platform/errors.ts'
import type { MainMarket, SportAdapter, FixtureState } from './adapter.ts'
import { baseball } from './baseball.ts'
import { boxing } from './boxing.ts'
import { cricket } from './cricket.ts'
import { football } from './football.ts'
import { americanFootball, basketball } from './quarters.ts'
import { outright, racing } from './field.ts'
import { badminton, tableTennis, tennis, volleyball } from './sets.ts'
import { snooker } from './snooker.ts'
import { endingOf } from './match-status.ts'

/** All adapters, whatever their models and states: each reads only its own. */
const adapters: Readonly<Record<Sport | 'outright', SportAdapter>> = {
  football,
  basketball,
  tennis,
  boxing,
  snooker,
  baseball,
  volleyball,
  badminton,
  american_football: americanFootball,
  table_tennis: tableTennis,
  cricket,
  racing,
  outright,
}

/** The adapter of a sport; outrights have their own, whatever the sport. */
export const sportOf = (sport: string): SportAdapter =>
  present(adapters[sport as Sport], `the adapter of ${sport}`)

/** The adapter's name for a fixture. */
export const adapterName = ({ sport, isOutright }: { sport: Sport; isOutright?: boolean | undefined }) =>
  isOutright ? 'outright' : sport

/** The main markets of all sports: types are named after their sport, so that one list serves a query. */
export const mainMarketsOfAll: readonly MainMarket[] = [
  ...SPORTS.flatMap((sport) => adapters[sport].main),
  ...outright.main,
]

/** The sports that can be offered. */
export const offeredSports: readonly Sport[] = SPORTS

/** A fixture's result, for tables and form: its score in one number a side, and the winner. */
export type Outcome = {
  readonly homeScore: number | null
  readonly awayScore: number | null
  readonly winner: 'home' | 'draw' | 'away' | null
}

const NONE: Outcome = { homeScore: null, awayScore: null, winner: null }

/** An official result the score does not show. */
type Announced = {
  readonly winner?: unknown
  readonly result?: unknown
  readonly ending?: unknown
  readonly isUndecided?: unknown
}

/** The result of a completed fixture; all null for any other, and for a race. */
export function outcomeOf(sport: string, { matchStatus, state }: FixtureState): Outcome {
  if (!state || endingOf(matchStatus) !== 'finished') return NONE
  const score = sportOf(sport).score(state, matchStatus)
  const winner =
    announcedWinner(state) ?? (score && !isGivenUp(state) ? leader(score.home - score.away) : null)
  return winner ? { homeScore: score?.home ?? null, awayScore: score?.away ?? null, winner } : NONE
}

/** A match given up, or without a known decision, is not won by its leader. */
const isGivenUp = (state: object): boolean => {
  const { ending, isUndecided }: Announced = state
  if (isUndecided === true) return true
  return ending !== undefined && ending !== 'shortened'
}

function announcedWinner(state: object): Outcome['winner'] {
  const { winner, result }: Announced = state
  const named =
    winner ?? (typeof result === 'object' && result && 'winner' in result ? result.winner : result)
  return named === 'home' || named === 'draw' || named === 'away' ? named : null
}

const leader = (lead: number): Outcome['winner'] => (lead > 0 ? 'home' : lead < 0 ? 'away' : 'draw')
