import type { Sql, Tx } from '../../platform/db/index.ts'

/** What of the most stake these players may place, in ten-thousandths; no row where all of it. */
export const selectStakeFactors = (sql: Sql, playerIds: readonly number[]) => sql<
  { playerId: number; factorBps: number }[]
>`
  select player_id as "playerId", factor_bps as "factorBps"
    from sportsbook_stake_factor
   where player_id = any(${playerIds}::bigint[])`

export type OwnStakeRow = { playerId: number; fixtureId: number; stakeCents: number }

/** What the open bets of these players have staked on the matches of these outcomes, all of a parlay on each of its own. */
export const selectOwnStakes = (sql: Sql, playerIds: readonly number[], outcomeIds: readonly number[]) => sql<
  OwnStakeRow[]
>`
  select leg.player_id as "playerId", leg.fixture_id as "fixtureId",
         sum(bet.stake_cents - bet.sold_cash_cents - bet.sold_bonus_cents)::bigint as "stakeCents"
    from (select distinct own.player_id, own.fixture_id, own.bet_id
            from sportsbook_leg own
           where own.player_id = any(${playerIds}::bigint[])
             and own.fixture_id in (
               select market.fixture_id
                 from sportsbook_outcome outcome
                 join sportsbook_market market on market.id = outcome.market_id
                where outcome.id = any(${outcomeIds}::bigint[]))) as leg
    join sportsbook_bet bet on bet.id = leg.bet_id and bet.status = 'open'
   group by leg.player_id, leg.fixture_id`

export const upsertStakeFactor = (tx: Tx, playerId: number, factorBps: number) => tx<
  { before: number | null }[]
>`
  with earlier as (
    select factor_bps from sportsbook_stake_factor where player_id = ${playerId}
  )
  insert into sportsbook_stake_factor as factor (player_id, factor_bps)
  values (${playerId}, ${factorBps})
  on conflict (player_id) do update set factor_bps = excluded.factor_bps, set_at = now()
  returning (select factor_bps from earlier) as before`
