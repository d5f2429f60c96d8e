import { endingOf } from './match-status.ts'
import type { Standing } from './adapter.ts'
import { sportOf } from './table.ts'

/** How a fixture came out, for tables and form: its score in one number a side, and who won it. */
export type Outcome = {
  readonly homeScore: number | null
  readonly awayScore: number | null
  readonly winner: 'home' | 'draw' | 'away' | null
}

const NONE: Outcome = { homeScore: null, awayScore: null, winner: null }

/** What officials said of a match, where its score does not say it. */
type Announced = {
  readonly winner?: unknown
  readonly result?: unknown
  readonly ending?: unknown
  readonly isUndecided?: unknown
}

/** The outcome of a fixture that was played to its end; of any other, and of a race, there is none. */
export function outcomeOf(sport: string, { matchStatus, state }: Standing): Outcome {
  if (!state || endingOf(matchStatus) !== 'finished') return NONE
  const score = sportOf(sport).score(state, matchStatus)
  const winner =
    announcedWinner(state) ?? (score && !isGivenUp(state) ? leader(score.home - score.away) : null)
  return winner ? { homeScore: score?.home ?? null, awayScore: score?.away ?? null, winner } : NONE
}

/** Who leads in a match that was given up, or of which nobody said how it was decided, has not won by that. */
const isGivenUp = (state: object): boolean => {
  const { ending, isUndecided }: Announced = state
  if (isUndecided === true) return true
  return ending !== undefined && ending !== 'shortened'
}

function announcedWinner(state: object): Outcome['winner'] {
  const { winner, result }: Announced = state
  const said = winner ?? (typeof result === 'object' && result && 'winner' in result ? result.winner : result)
  return said === 'home' || said === 'draw' || said === 'away' ? said : null
}

const leader = (lead: number): Outcome['winner'] => (lead > 0 ? 'home' : lead < 0 ? 'away' : 'draw')
