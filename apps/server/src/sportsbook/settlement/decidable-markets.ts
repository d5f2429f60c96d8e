import type { Sql } from '../../platform/db/index.ts'
import {
  type MarketResult,
  type MarketRow,
  selectDecidable,
  selectMarkets,
  selectWaitingMarkets,
  type WaitingRow,
} from './market-queries.ts'

type Parts = Omit<MarketResult, 'code'>

/** A market that operators may settle: what it waits for, if it does, what is proposed, and what was said so far. */
export type DecidableMarket = Omit<MarketRow, 'outcomes'> &
  Pick<WaitingRow, 'holdsAll' | 'windows'> & {
    /** Null where it waits for nobody: what stands now is proposed, to be corrected. */
    why: WaitingRow['why'] | null
    proposedAt: Date | null
    outcomes: {
      code: string
      name: string | null
      proposed: Parts | null
      /** What another feed says of the same event, where feeds differ. */
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

/** The markets of a fixture that take no bets any more, those that are settled too, by ascending id. */
export async function readFixtureMarkets(sql: Sql, fixtureId: number): Promise<DecidableMarket[]> {
  const [ids, waiting] = await Promise.all([
    selectDecidable(sql, fixtureId, MAX_MARKETS),
    selectWaitingMarkets(sql, { fixtureId, afterId: 0, max: MAX_MARKETS }),
  ])
  return withWaiting(await selectMarkets(sql, ids), waiting)
}

function withWaiting(markets: readonly MarketRow[], waiting: readonly WaitingRow[]): DecidableMarket[] {
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
