import type { Sql } from '../../apps/server/src/platform/db/index.ts'

export type Counts = {
  fixtures: number
  outrights: number
  settled: number
  open: number
  bets: number
  unsettledBets: number
}

/** What was played, and the results. */
export const selectCounts = async (sql: Sql): Promise<Counts> => {
  const rows = await sql<Counts[]>`
    select (select count(*)::integer from sportsbook_fixture) as fixtures,
           (select count(*)::integer from sportsbook_fixture where is_outright) as outrights,
           (select count(*)::integer from sportsbook_market where status = 'settled') as settled,
           (select count(*)::integer from sportsbook_market where status <> 'settled') as open,
           (select count(*)::integer from sportsbook_bet) as bets,
           (select count(*)::integer from sportsbook_bet where status = 'open') as "unsettledBets"`
  return rows[0] ?? { fixtures: 0, outrights: 0, settled: 0, open: 0, bets: 0, unsettledBets: 0 }
}

/** Open markets, for debugging. */
export const selectOpenMarkets = (sql: Sql) => sql<{ what: string; count: number }[]>`
  select concat_ws(' ', market.type, market.period, market.status, fixture.match_status, fixture.fault) as what,
         count(*)::integer as count
    from sportsbook_market market join sportsbook_fixture fixture on fixture.id = market.fixture_id
   where market.status <> 'settled'
   group by 1 order by 2 desc, 1
   limit 20`

/** Every balance and bet in order, without ids and times that differ between runs. */
export const selectTotals = (sql: Sql) => sql<{ line: string }[]>`
  select concat_ws(' ', 'account', player_id, kind, balance_cents) as line from ledger_account
  union all
  select concat_ws(' ', 'bet', player_id, request_id, status, stake_cents, potential_return_cents, return_cents)
    from sportsbook_bet
   order by 1`
