import type { Sql } from '../../platform/db/index.ts'
import { sportOf } from '../sports/index.ts'
import { selectWaiting, type WaitingRow } from './queries.ts'

/** A fixture that is over and has markets that wait for a result, and why they do. */
export type WaitingFixture = {
  fixtureId: number
  feed: string
  feedKey: string
  sport: string
  startsAt: Date
  /** How many of its markets wait. */
  markets: number
  reason: WaitingReason
}

/**
 * Why nobody is paid yet. `result_missing`: the feed said that the match is over, and not how it ended. `parts_missing`: its
 * score is known, and not all that is counted beside it, in quarters, sets or corners. `parts_differ`: those do not add up to the score.
 * `winner_unnamed`: it was given up, and nobody said for whom. `settlement_missing`: the feed took back what it had settled, or
 * settled it in part, and our own count does not say it instead.
 */
export type WaitingReason =
  | 'result_missing'
  | 'parts_missing'
  | 'parts_differ'
  | 'winner_unnamed'
  | 'settlement_missing'

/** As many as an operator looks through; more of them are an incident of their own. */
const MAX_WAITING = 500

/** The fixtures that wait for a result of their feed or of an operator, the one that waits longest first. */
export async function readWaitingFixtures(sql: Sql): Promise<WaitingFixture[]> {
  const rows = await selectWaiting(sql, MAX_WAITING)
  return rows.map((row) => {
    const { id, feed, feedKey, sport, startsAt, markets } = row
    return { fixtureId: id, feed, feedKey, sport, startsAt, markets, reason: waitingReason(row) }
  })
}

function waitingReason({ sport, matchStatus, state, isUncounted }: WaitingRow): WaitingReason {
  if (!isUncounted) return 'settlement_missing'
  if (!state) return 'result_missing'
  const adapter = sportOf(sport)
  const unsaid = adapter.unsaid?.({ matchStatus, clock: null, state, runners: [] })
  return unsaid ?? (adapter.score(state, matchStatus) ? 'parts_missing' : 'result_missing')
}
