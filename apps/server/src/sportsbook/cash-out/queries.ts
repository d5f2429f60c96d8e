import type { Sql, Tx } from '../../platform/db/index.ts'
import { insertInto } from '../../platform/db/insert.ts'
import type { OutcomePlace } from '../betting/queries.ts'
import type { Runner } from '../sports/adapter.ts'

export type EarlierRow = {
  playerId: number
  requestId: string
  betId: number
  paidCents: number
  unitCents: number
  /** What there was of the unit stake before it. */
  unitBeforeCents: number
}

/** What these requests of players took out earlier. */
export const selectEarlier = (sql: Sql, playerIds: readonly number[], requestIds: readonly string[]) => sql<
  EarlierRow[]
>`
  select cash_out.player_id as "playerId", cash_out.request_id as "requestId", cash_out.bet_id as "betId",
         cash_out.paid_cents as "paidCents", cash_out.unit_cents as "unitCents",
         bet.unit_stake_cents - coalesce((select sum(before.unit_cents) from sportsbook_cash_out before
                                           where before.bet_id = cash_out.bet_id and before.id < cash_out.id), 0)::bigint
           as "unitBeforeCents"
    from unnest(${playerIds}::bigint[], ${requestIds}::text[]) as request (player_id, request_id)
    join sportsbook_cash_out cash_out using (player_id, request_id)
    join sportsbook_bet bet on bet.id = cash_out.bet_id`

/**
 * All outcomes of these markets: the chance of one is told by the prices of all. Where no model prices the match, those too of
 * markets that tell how often this one gives stakes back: half lines beside a whole or quarter line, and the three-way result
 * beside a two-way one.
 */
export const selectOutcomesBeside = (sql: Sql, marketIds: readonly number[]) => sql<OutcomePlace[]>`
  select outcome.id as "outcomeId", market.id as "marketId", market.fixture_id as "fixtureId"
    from sportsbook_market market
    join sportsbook_outcome outcome on outcome.market_id = market.id
   where market.id = any(${marketIds}::bigint[])
   union
  select outcome.id, beside.id, beside.fixture_id
    from (select fixture_id, type, period, side, line_quarters as line
            from sportsbook_market where id = any(${marketIds}::bigint[])) as own
    join sportsbook_fixture fixture on fixture.id = own.fixture_id and fixture.model is null
    join sportsbook_market beside
      on beside.fixture_id = own.fixture_id and beside.status = 'open' and beside.selections is null
    join sportsbook_outcome outcome on outcome.market_id = beside.id
   where (beside.type = own.type and beside.period = own.period and beside.side is not distinct from own.side
          and abs(own.line % 4) <> 2 and abs(beside.line_quarters % 4) = 2
          and abs(beside.line_quarters - own.line) < 4)
      or (own.line is null and own.type ~ '[.](winner|moneyline|draw_no_bet)$'
          and beside.type = split_part(own.type, '.', 1) || '.1x2'
          and beside.period in (own.period, case own.period when 'all' then 'full' end))`

export type PricedFromRow = {
  fixtureId: number
  /** What its match is priced from; null where its prices come from elsewhere. */
  model: unknown
  /** Of a race or an outright its runners. */
  runners: Runner[]
  /** It is being played and none of its markets takes bets: what was just seen of it may be taken back. */
  isStopped: boolean
}

/** What these matches are priced from. */
export const selectPricedFrom = (sql: Sql, fixtureIds: readonly number[]) => sql<PricedFromRow[]>`
  select fixture.id as "fixtureId", fixture.model,
         case when competition.sport = 'racing' or fixture.is_outright then (
           select json_agg(json_build_object('place', place, 'isWithdrawn', is_withdrawn) order by place)
             from sportsbook_fixture_participant where fixture_id = fixture.id)
         else '[]' end as runners,
         fixture.match_status between 1 and 5
           and not exists (select from sportsbook_market market
                            where market.fixture_id = fixture.id
                              and sportsbook_market_status(market, fixture) = 'open') as "isStopped"
    from sportsbook_fixture fixture
    join sportsbook_competition competition on competition.id = fixture.competition_id
   where fixture.id = any(${fixtureIds}::bigint[])`

export const insertCashOuts = insertInto('sportsbook_cash_out', {
  betId: 'bigint',
  playerId: 'bigint',
  requestId: 'text',
  unitCents: 'bigint',
  stakeCents: 'bigint',
  paidCents: 'bigint',
  fairCents: 'bigint',
})

export type SoldColumns = { ids: number[]; units: number[]; cash: number[]; bonus: number[]; paid: number[] }

/** Notes what was sold of these bets. */
export const addSold = (tx: Tx, columns: SoldColumns) => tx`
  update sportsbook_bet bet
     set sold_unit_cents = bet.sold_unit_cents + row.unit, sold_cash_cents = bet.sold_cash_cents + row.cash,
         sold_bonus_cents = bet.sold_bonus_cents + row.bonus, sold_paid_cents = bet.sold_paid_cents + row.paid
    from unnest(${columns.ids}::bigint[], ${columns.units}::bigint[], ${columns.cash}::bigint[],
                ${columns.bonus}::bigint[], ${columns.paid}::bigint[]) as row (id, unit, cash, bonus, paid)
   where bet.id = row.id`

export type EndedColumns = { ids: number[]; results: number[]; stakes: number[]; paid: number[] }

/** Ends bets of which nothing is left; a list that was settled together, as far as the books go. */
export const endBets = (tx: Tx, { ids, results, stakes, paid }: EndedColumns) => tx`
  with settlement as (
    insert into sportsbook_settlement (bets, stake_cents, return_cents)
    select count(*), sum(stake), sum(paid) from unnest(${stakes}::bigint[], ${paid}::bigint[]) as row (stake, paid)
    returning id
  )
  update sportsbook_bet bet
     set status = 'cashed_out', result = row.result, return_cents = bet.sold_paid_cents, resolutions = '{}', settled_at = now(),
         settlement_id = (select id from settlement), settled_times = bet.settled_times + 1
    from unnest(${ids}::bigint[], ${results}::integer[]) as row (id, result)
   where bet.id = row.id`
