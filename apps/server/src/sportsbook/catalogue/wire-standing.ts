import type { Calls, SportState } from '@palpite/contract'
import type { Period } from '@palpite/odds'
import { sportOf } from '../sports/table.ts'

type WireFixture = Calls['GET /api/app/sportsbook/fixture/:fixtureId']['data']
type WireStanding = Pick<WireFixture, 'matchStatus' | 'clock' | 'homeScore' | 'awayScore' | 'state'>

/** How a fixture stands, as its table has it. */
export type StandingRow = {
  sport: string
  matchStatus: number
  clockPeriod: Period | null
  minute: number | null
  state: SportState | null
}

export function toWireStanding({
  sport,
  matchStatus,
  clockPeriod,
  minute,
  state,
}: StandingRow): WireStanding {
  const score = state && state.family !== 'outright' ? sportOf(sport).score(state, matchStatus) : null
  return {
    matchStatus,
    clock: clockPeriod === null ? null : { period: clockPeriod, minute },
    homeScore: score?.home ?? null,
    awayScore: score?.away ?? null,
    state,
  }
}
