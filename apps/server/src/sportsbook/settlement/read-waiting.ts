import type { Sql } from '../../platform/db/index.ts'
import { sportOf } from '../sports/table.ts'
import {
  type HeldWindow,
  selectContested,
  selectHeldWindows,
  selectReported,
  type Reported,
} from './contested-queries.ts'
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
}

/**
 * Why nobody is paid yet. `result_missing`: the feed ended the match without a result. `parts_missing`: the
 * score is known, but not all periods, sets or corners. `parts_differ`: these do not add up to the score.
 * `winner_unnamed`: the match was abandoned, and nobody named a winner. `settlement_missing`: the feed
 * reverted its settlement or settled in part, and our own count does not decide it instead. `feeds_differ`:
 * another feed reports another result of the same event.
 */
type WaitingReason =
  | 'result_missing'
  | 'parts_missing'
  | 'parts_differ'
  | 'winner_unnamed'
  | 'settlement_missing'
  | 'feeds_differ'

/** As many as an operator can look through; more are an incident of their own. */
const MAX_WAITING = 500

/** Fixtures that wait for a result of their feed or an operator: contested ones first, then the longest waiting. */
export async function readWaitingFixtures(sql: Sql): Promise<WaitingFixture[]> {
  const contested = await selectContested(sql, MAX_WAITING)
  const known = new Set(contested.map(({ id }) => id))
  const rows = (await selectWaiting(sql, MAX_WAITING))
    .filter(({ id }) => !known.has(id))
    .slice(0, MAX_WAITING - contested.length)
  const ids = [...contested.flatMap(({ id, otherIds }) => [id, ...otherIds]), ...rows.map(({ id }) => id)]
  if (ids.length === 0) return []
  const told = new Map((await selectReported(sql, [...new Set(ids)])).map((one) => [one.fixtureId, one]))
  const windows = Map.groupBy(await selectHeldWindows(sql, [...known]), ({ fixtureId }) => fixtureId)
  const titleOf = (id: number): string | null => {
    const { home = null, away = null } = told.get(id) ?? {}
    return home !== null && away !== null ? `${home} x ${away}` : null
  }
  const differing = contested.map(({ id, otherIds, ...row }): WaitingFixture => ({
    ...row,
    fixtureId: id,
    title: titleOf(id),
    reason: 'feeds_differ',
    told: [id, ...otherIds].flatMap((each) => told.get(each) ?? []),
    windows: windows.get(id) ?? [],
  }))
  const others = rows.map((row): WaitingFixture => {
    const { id, feed, feedKey, sport, startsAt, markets } = row
    const reason = waitingReason(row)
    return {
      fixtureId: id,
      feed,
      feedKey,
      sport,
      title: titleOf(id),
      startsAt,
      markets,
      reason,
      told: [],
      windows: [],
    }
  })
  return [...differing, ...others]
}

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
