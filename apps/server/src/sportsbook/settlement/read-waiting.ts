import type { Sql } from '../../platform/db/index.ts'
import { sportOf } from '../sports/table.ts'
import {
  type HeldWindow,
  selectContested,
  selectHeldWindows,
  selectReported,
  type Reported,
} from './contested-queries.ts'
import { type LateWindowRow, selectLateWindows } from './late-window-queries.ts'
import { selectWaiting, type WaitingFixtureRow } from './queries.ts'
import {
  type MarketResult,
  type MarketRow,
  selectDecidable,
  selectMarkets,
  selectWaitingMarkets,
  type WaitingMarketRow,
} from './market-queries.ts'

/** A finished fixture with markets that wait for a result, and the reason. */
type WaitingFixture = {
  fixtureId: number
  feed: string
  feedKey: string
  sport: string
  /** The sides of a two-sided match. */
  title: string | null
  startsAt: Date
  /** The number of its markets that wait. */
  markets: number
  reason: WaitingReason
  /** Each feed's report if feeds differ, this one first; else empty. */
  told: Reported[]
  /** The windows whose bets wait if feeds differ about void bets. */
  windows: HeldWindow[]
  /** Bets placed after a goal reported too late, which wait for operators. */
  late: LateWindow[]
}

type LateWindow = Pick<LateWindowRow, 'windowId' | 'from' | 'until' | 'bets' | 'stakeCents' | 'words'>

/**
 * Why nobody is paid yet. `result_missing`: the feed ended the match without a result. `parts_missing`: the
 * score is known, but not all periods, sets or corners. `parts_differ`: these do not add up to the score.
 * `winner_unnamed`: the match was abandoned, and nobody named a winner. `settlement_missing`: the feed
 * reverted its settlement or settled in part, and our own count does not decide it instead. `feeds_differ`:
 * another feed reports another result of the same event. `reported_late`: bets were placed after a goal that was
 * reported too late.
 */
type WaitingReason =
  | 'result_missing'
  | 'parts_missing'
  | 'parts_differ'
  | 'winner_unnamed'
  | 'settlement_missing'
  | 'feeds_differ'
  | 'reported_late'

/** As many as an operator can look through; more are an incident of their own. */
const MAX_WAITING = 500

/**
 * Fixtures that wait for a result of their feed or an operator: contested ones first, then those with bets after a goal
 * reported too late, then the longest waiting. One that waits for two reasons is listed once.
 */
export async function readWaitingFixtures(sql: Sql): Promise<WaitingFixture[]> {
  const [contested, lateRows] = await Promise.all([
    selectContested(sql, MAX_WAITING),
    selectLateWindows(sql, MAX_WAITING),
  ])
  const lateOf = Map.groupBy(lateRows, ({ fixtureId }) => fixtureId)
  const known = new Set(contested.map(({ id }) => id))
  const late = [...lateOf.values()].flatMap(([row]) => (row && !known.has(row.fixtureId) ? [row] : []))
  const listed = new Set([...known, ...lateOf.keys()])
  const rows = (await selectWaiting(sql, MAX_WAITING))
    .filter(({ id }) => !listed.has(id))
    .slice(0, Math.max(0, MAX_WAITING - listed.size))
  const ids = [
    ...contested.flatMap(({ id, otherIds }) => [id, ...otherIds]),
    ...late.map(({ fixtureId }) => fixtureId),
    ...rows.map(({ id }) => id),
  ]
  if (ids.length === 0) return []
  const told = new Map((await selectReported(sql, [...new Set(ids)])).map((one) => [one.fixtureId, one]))
  const windows = Map.groupBy(await selectHeldWindows(sql, [...known]), ({ fixtureId }) => fixtureId)
  const shared = (fixtureId: number) => ({
    fixtureId,
    title: titleOf(told.get(fixtureId)),
    windows: windows.get(fixtureId) ?? [],
    late: (lateOf.get(fixtureId) ?? []).map(toLateWindow),
  })
  return [
    ...contested.map(({ id, feed, feedKey, sport, startsAt, markets, otherIds }): WaitingFixture => ({
      ...shared(id),
      feed,
      feedKey,
      sport,
      startsAt,
      markets,
      reason: 'feeds_differ',
      told: [id, ...otherIds].flatMap((each) => told.get(each) ?? []),
    })),
    ...late.map(({ fixtureId, feed, feedKey, sport, startsAt }): WaitingFixture => ({
      ...shared(fixtureId),
      feed,
      feedKey,
      sport,
      startsAt,
      markets: new Set((lateOf.get(fixtureId) ?? []).flatMap(({ marketIds }) => marketIds)).size,
      reason: 'reported_late',
      told: [],
    })),
    ...rows.map((row): WaitingFixture => {
      const { id, feed, feedKey, sport, startsAt, markets } = row
      return {
        ...shared(id),
        feed,
        feedKey,
        sport,
        startsAt,
        markets,
        reason: waitingReason(row),
        told: [],
      }
    }),
  ]
}

const titleOf = ({ home, away }: Partial<Reported> = {}): string | null =>
  home && away ? `${home} x ${away}` : null

const toLateWindow = ({ windowId, from, until, bets, stakeCents, words }: LateWindowRow): LateWindow => ({
  windowId,
  from,
  until,
  bets,
  stakeCents,
  words,
})

function waitingReason({ sport, matchStatus, state, isUncounted }: WaitingFixtureRow): WaitingReason {
  if (!isUncounted) return 'settlement_missing'
  if (!state) return 'result_missing'
  const adapter = sportOf(sport)
  const unresolvable = adapter.unresolvable?.({ matchStatus, clock: null, state, runners: [] })
  return unresolvable ?? (adapter.score(state, matchStatus) ? 'parts_missing' : 'result_missing')
}

type Parts = Omit<MarketResult, 'code'>

/** A market that operators may settle: why it waits, if it does, the proposal, and the votes so far. */
type DecidableMarket = Omit<MarketRow, 'outcomes'> &
  Pick<WaitingMarketRow, 'holdsAll' | 'windows'> & {
    /** Null if it does not wait: the current result is the proposal, to be corrected. */
    why: WaitingMarketRow['why'] | null
    proposedAt: Date | null
    outcomes: {
      code: string
      name: string | null
      proposed: Parts | null
      /** Another feed's results of the same event, if feeds differ. */
      otherwise: Parts | null
      bets: number
    }[]
  }

/** More markets than any fixture has. */
const MAX_MARKETS = 1000

/** Markets that wait for operators, by ascending id after the last one seen. */
export async function readWaitingMarkets(
  sql: Sql,
  page: { afterId: number; max: number },
): Promise<DecidableMarket[]> {
  const waiting = await selectWaitingMarkets(sql, { fixtureId: null, ...page })
  const markets = await selectMarkets(
    sql,
    waiting.map(({ marketId }) => marketId),
  )
  return withWaiting(markets, waiting)
}

/** The markets of a fixture closed to bets, settled ones included, by ascending id. */
export async function readFixtureMarkets(sql: Sql, fixtureId: number): Promise<DecidableMarket[]> {
  const [ids, waiting] = await Promise.all([
    selectDecidable(sql, fixtureId, MAX_MARKETS),
    selectWaitingMarkets(sql, { fixtureId, afterId: 0, max: MAX_MARKETS }),
  ])
  return withWaiting(await selectMarkets(sql, ids), waiting)
}

function withWaiting(markets: readonly MarketRow[], waiting: readonly WaitingMarketRow[]): DecidableMarket[] {
  const byId = new Map(waiting.map((row) => [row.marketId, row]))
  return markets.map(({ outcomes, ...market }) => {
    const row = byId.get(market.marketId)
    return {
      ...market,
      why: row?.why ?? null,
      proposedAt: row?.proposedAt ?? null,
      holdsAll: row?.holdsAll ?? false,
      windows: row?.windows ?? [],
      outcomes: outcomes.map(({ standing, ...outcome }) => ({
        ...outcome,
        proposed: row ? partsOf(row.results, outcome.code) : standing,
        otherwise: partsOf(row?.others ?? null, outcome.code),
      })),
    }
  })
}

function partsOf(results: readonly MarketResult[] | null, wanted: string): Parts | null {
  const found = results?.find(({ code }) => code === wanted)
  return found ? { won: found.won, refunded: found.refunded, of: found.of } : null
}
