import type { Sql, Tx } from '../../platform/db/index.ts'
import { insertInto } from '../../platform/db/insert.ts'

export type EarlierRow = {
  playerId: number
  requestId: string
  betId: number
  paidCents: number
  unitCents: number
}

/** What these requests of players took out earlier. */
export const selectEarlier = (sql: Sql, playerIds: readonly number[], requestIds: readonly string[]) => sql<
  EarlierRow[]
>`
  select cash_out.player_id as "playerId", cash_out.request_id as "requestId", cash_out.bet_id as "betId",
         cash_out.paid_cents as "paidCents", cash_out.unit_cents as "unitCents"
    from unnest(${playerIds}::bigint[], ${requestIds}::text[]) as request (player_id, request_id)
    join sportsbook_cash_out cash_out using (player_id, request_id)`

/** All outcomes of the markets that these are of: the chance of one is told by the prices of all. */
export const selectOutcomesBeside = (sql: Sql, outcomeIds: readonly number[]) => sql<{ outcomeId: number }[]>`
  select outcome.id as "outcomeId"
    from sportsbook_outcome outcome
   where outcome.market_id in (select market_id from sportsbook_outcome where id = any(${outcomeIds}::bigint[]))`

export const insertCashOuts = insertInto('sportsbook_cash_out', {
  betId: 'bigint',
  playerId: 'bigint',
  requestId: 'text',
  unitCents: 'bigint',
  stakeCents: 'bigint',
  paidCents: 'bigint',
  fairCents: 'bigint',
})

export type CutColumns = {
  ids: number[]
  units: number[]
  stakes: number[]
  cash: number[]
  bonus: number[]
  returns: number[]
}

/** Makes open bets smaller by what was taken out of them. */
export const shrinkBets = (tx: Tx, columns: CutColumns) => tx`
  update sportsbook_bet bet
     set unit_stake_cents = row.unit, stake_cents = row.stake, cash_cents = row.cash, bonus_cents = row.bonus,
         potential_return_cents = row.returned
    from unnest(${columns.ids}::bigint[], ${columns.units}::bigint[], ${columns.stakes}::bigint[],
                ${columns.cash}::bigint[], ${columns.bonus}::bigint[], ${columns.returns}::bigint[])
           as row (id, unit, stake, cash, bonus, returned)
   where bet.id = row.id`

export type ExposureColumns = { betIds: number[]; places: number[]; stakes: number[]; returns: number[] }

/** What the legs of these bets put on their outcomes now. */
export const updateExposures = (tx: Tx, columns: ExposureColumns) => tx`
  update sportsbook_leg leg
     set exposed_stake_cents = row.stake, exposed_return_cents = row.returned
    from unnest(${columns.betIds}::bigint[], ${columns.places}::smallint[], ${columns.stakes}::bigint[],
                ${columns.returns}::bigint[]) as row (bet_id, place, stake, returned)
   where leg.bet_id = row.bet_id and leg.place = row.place`

export type EndedColumns = { ids: number[]; results: number[]; paid: number[] }

/** Ends bets that were cashed out whole; a list that was settled together, as far as the books go. */
export const endBets = (tx: Tx, { ids, results, paid }: EndedColumns) => tx`
  with settlement as (
    insert into sportsbook_settlement (bets, stake_cents, return_cents)
    select count(*), sum(bet.stake_cents), (select sum(paid) from unnest(${paid}::bigint[]) as paid)
      from sportsbook_bet bet where bet.id = any(${ids}::bigint[])
    returning id
  )
  update sportsbook_bet bet
     set status = 'cashed_out', result = row.result, return_cents = row.paid, resolutions = '{}', settled_at = now(),
         settlement_id = (select id from settlement), settled_times = bet.settled_times + 1
    from unnest(${ids}::bigint[], ${results}::integer[], ${paid}::bigint[]) as row (id, result, paid)
   where bet.id = row.id`
