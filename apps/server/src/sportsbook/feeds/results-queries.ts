import type { Tx } from '../../platform/db/index.ts'
import type { MarketKey } from '../sports/index.ts'

export type ResultRow = MarketKey & {
  marketId: number
  fixtureId: number
  certainty: 'provisional' | 'confirmed' | null
  outcomeId: number
  code: string
}

/** Every market that these fixtures ever offered, a row for each outcome. */
export const selectResults = (tx: Tx, fixtureIds: readonly number[]) => tx<ResultRow[]>`
  select market.id as "marketId", market.fixture_id as "fixtureId", market.type, market.period,
         market.line_quarters as "lineQuarters", market.side, market.certainty,
         outcome.id as "outcomeId", outcome.outcome_code as code
    from sportsbook_market market
    join sportsbook_outcome outcome on outcome.market_id = market.id
   where market.fixture_id = any(${fixtureIds}::bigint[])
   order by market.id, outcome.id`

export type SettledColumns = { ids: number[]; won: number[]; refunded: number[]; parts: number[] }

export const settleOutcomes = (tx: Tx, columns: SettledColumns) => tx`
  update sportsbook_outcome outcome
     set won = row.won, refunded = row.refunded, parts = row.parts
    from unnest(${columns.ids}::bigint[], ${columns.won}::integer[], ${columns.refunded}::integer[],
                ${columns.parts}::integer[]) as row (id, won, refunded, parts)
   where outcome.id = row.id`

export const settleMarkets = (tx: Tx, ids: readonly number[], certainty: string) => tx`
  update sportsbook_market set status = 'settled', certainty = ${certainty}, awaits_score = false
   where id = any(${ids}::bigint[])`

/** Takes back what became of these markets; until prices come, or a result, they take no bets. */
export const unsettle = async (tx: Tx, marketIds: readonly number[]): Promise<void> => {
  await tx`
    update sportsbook_outcome set won = null, refunded = null, parts = null
     where market_id = any(${marketIds}::bigint[])`
  await tx`
    update sportsbook_market set status = 'suspended', certainty = null
     where id = any(${marketIds}::bigint[]) and status = 'settled'`
}

type Window = { from: Date | null; until: Date | null }

/** The same window of the same market is written once. */
export const insertCancellations = (
  tx: Tx,
  marketIds: readonly number[],
  { from, until, reason }: Window & { reason: string },
) => tx`
  insert into sportsbook_cancellation (market_id, placed_from, placed_until, reason)
  select row.market_id, ${from}::timestamptz, ${until}::timestamptz, ${reason}
    from unnest(${marketIds}::bigint[]) as row (market_id)
   where not exists (
     select from sportsbook_cancellation cancelled
      where cancelled.market_id = row.market_id and cancelled.rolled_back_at is null
        and cancelled.placed_from is not distinct from ${from}::timestamptz
        and cancelled.placed_until is not distinct from ${until}::timestamptz)
   order by row.market_id`

/** Ends the windows of these markets: the one named, or all of them where none is. */
export const rollBackCancellations = (tx: Tx, marketIds: readonly number[], { from, until }: Window) => tx`
  update sportsbook_cancellation set rolled_back_at = clock_timestamp()
   where market_id = any(${marketIds}::bigint[]) and rolled_back_at is null
     and ((${from}::timestamptz is null and ${until}::timestamptz is null)
          or (placed_from is not distinct from ${from}::timestamptz
              and placed_until is not distinct from ${until}::timestamptz))`

/** Asks for the bets on these fixtures to be settled. */
export const insertTasks = (tx: Tx, fixtureIds: readonly number[]) => tx`
  insert into sportsbook_settlement_task as task (fixture_id)
  select fixture_id from unnest(${fixtureIds}::bigint[]) as fixture_id order by fixture_id
  on conflict (fixture_id) do update set requested = task.requested + 1`

/** A fixture that has not begun begins at another time, where it is said; nobody bets on it until prices come again. */
export const moveFixture = (tx: Tx, id: number, startsAt: Date | null) => tx`
  update sportsbook_fixture
     set starts_at = coalesce(${startsAt}::timestamptz, starts_at), is_stopped = true
   where id = ${id} and match_status = 0`
