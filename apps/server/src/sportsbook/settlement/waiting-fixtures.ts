import type { Sql } from '../../platform/db/index.ts'
import { sportOf } from '../sports/table.ts'
import { selectContested, selectTold, type Told } from './contested-queries.ts'
import { selectWaiting, type WaitingRow } from './queries.ts'

/** A finished fixture with markets that wait for a result, and the reason. */
export type WaitingFixture = {
  fixtureId: number
  feed: string
  feedKey: string
  sport: string
  startsAt: Date
  /** The number of its markets that wait. */
  markets: number
  reason: WaitingReason
  /** Where feeds differ what each says, this one first; else nothing. */
  told: Told[]
}

/**
 * Why nobody is paid yet. `result_missing`: the feed ended the match without a result. `parts_missing`: the score is
 * known, but not all periods, sets or corners. `parts_differ`: these do not add up to the score. `winner_unnamed`:
 * the match was abandoned, and nobody named a winner. `settlement_missing`: the feed reverted its settlement or
 * settled in part, and our own count does not decide it instead. `feeds_differ`: another feed tells another result of the
 * same event.
 */
export type WaitingReason =
  | 'result_missing'
  | 'parts_missing'
  | 'parts_differ'
  | 'winner_unnamed'
  | 'settlement_missing'
  | 'feeds_differ'

/** As many as an operator can look through; more are an incident of their own. */
const MAX_WAITING = 500

/** Fixtures that wait for a result of their feed or an operator: those that feeds contest, then the longest waiting first. */
export async function readWaitingFixtures(sql: Sql): Promise<WaitingFixture[]> {
  const contested = await readContested(sql)
  const known = new Set(contested.map(({ fixtureId }) => fixtureId))
  const rows = await selectWaiting(sql, MAX_WAITING)
  const others = rows.flatMap((row): WaitingFixture[] => {
    const { id, feed, feedKey, sport, startsAt, markets } = row
    if (known.has(id)) return []
    return [{ fixtureId: id, feed, feedKey, sport, startsAt, markets, reason: waitingReason(row), told: [] }]
  })
  return [...contested, ...others].slice(0, MAX_WAITING)
}

async function readContested(sql: Sql): Promise<WaitingFixture[]> {
  const rows = await selectContested(sql, MAX_WAITING)
  if (rows.length === 0) return []
  const ids = [...new Set(rows.flatMap(({ id, otherIds }) => [id, ...otherIds]))]
  const told = new Map((await selectTold(sql, ids)).map((one) => [one.fixtureId, one]))
  return rows.map(({ id, otherIds, ...row }) => ({
    ...row,
    fixtureId: id,
    reason: 'feeds_differ',
    told: [id, ...otherIds].flatMap((each) => told.get(each) ?? []),
  }))
}

function waitingReason({ sport, matchStatus, state, isUncounted }: WaitingRow): WaitingReason {
  if (!isUncounted) return 'settlement_missing'
  if (!state) return 'result_missing'
  const adapter = sportOf(sport)
  const unsaid = adapter.unsaid?.({ matchStatus, clock: null, state, runners: [] })
  return unsaid ?? (adapter.score(state, matchStatus) ? 'parts_missing' : 'result_missing')
}
