import type { Sql } from '../platform/db/index.ts'
import type { Turnover } from './ledger-batch.ts'
import { HOUSE } from './house-accounts.ts'

export type TurnoverRow = Turnover & { playerId: number }

export const selectTodayTurnover = (sql: Sql, playerIds: readonly number[]) => sql<TurnoverRow[]>`
  select player_id as "playerId", staked_cents as "stakedCents",
         settled_cents as "settledCents", returned_cents as "returnedCents",
         wagered_cents as "wageredCents", contributed_e4 as "contributedE4", bet_count as bets,
         unrewarded_cents as "unrewardedCents", ended_unsettled_cents as "endedUnsettledCents"
    from ledger_account
   where player_id = any(${playerIds}::bigint[]) and kind = 'cash'
     and turnover_day >= (now() at time zone 'America/Sao_Paulo')::date`

export const selectLifetimeTurnover = (sql: Sql, playerIds: readonly number[]) => sql<TurnoverRow[]>`
  select player_id as "playerId", sum(staked_cents)::bigint as "stakedCents",
         sum(settled_cents)::bigint as "settledCents", sum(returned_cents)::bigint as "returnedCents",
         sum(wagered_cents)::bigint as "wageredCents", sum(contributed_e4)::bigint as "contributedE4",
         sum(bet_count)::bigint as bets, sum(unrewarded_cents)::bigint as "unrewardedCents",
         sum(ended_unsettled_cents)::bigint as "endedUnsettledCents"
    from (select player_id, staked_cents, settled_cents, returned_cents, wagered_cents, contributed_e4, bet_count,
                 unrewarded_cents, ended_unsettled_cents
            from ledger_account
           where player_id = any(${playerIds}::bigint[]) and kind = 'cash'
          union all
          select player_id, staked_cents, settled_cents, returned_cents, wagered_cents, contributed_e4, bet_count,
                 unrewarded_cents, ended_unsettled_cents
            from ledger_turnover
           where player_id = any(${playerIds}::bigint[])) as days
   group by player_id`

type EarlierRow = Pick<Turnover, 'stakedCents' | 'returnedCents' | 'bets'>

/**
 * What these players staked and got back on the past days of this week (from Monday on) and of this month
 * (America/Sao_Paulo); players without such a day are left out. A stored day is past even if this transaction takes
 * it for today: at midnight another transaction may have begun the next day while this one waited.
 */
export const selectEarlierDays = (sql: Sql, playerIds: readonly number[]) => sql<
  (EarlierRow & { playerId: number; period: 'week' | 'month' })[]
>`
  with today as (select (now() at time zone 'America/Sao_Paulo')::date as day),
       span as (select period, date_trunc(period, day::timestamp)::date as first, day as until
                  from today cross join unnest(array['week', 'month']) as period)
  select days.player_id as "playerId", span.period, sum(days.staked_cents)::bigint as "stakedCents",
         sum(days.returned_cents)::bigint as "returnedCents", sum(days.bet_count)::bigint as bets
    from span
   cross join lateral (select player_id, staked_cents, returned_cents, bet_count
                         from ledger_account
                        where player_id = any(${playerIds}::bigint[]) and kind = 'cash'
                          and turnover_day >= span.first and turnover_day < span.until
                        union all
                       select player_id, staked_cents, returned_cents, bet_count
                         from ledger_turnover
                        where player_id = any(${playerIds}::bigint[]) and day >= span.first) as days
   group by days.player_id, span.period`

type NetResultOf = { playerId: number; since: Date; stakeAccountIds: readonly number[]; giftsId: number }

/**
 * A player's net result from stakes since a moment: won (+) or lost (−). For that moment's day (America/Sao_Paulo) it
 * sums the transfers with the accounts of stakes, boosts and insurance; for later days the turnover. So it reads the
 * transfers of only one day, however long ago the moment is.
 */
export const selectNetResultSince = (
  sql: Sql,
  { playerId, since, stakeAccountIds, giftsId }: NetResultOf,
) => sql<{ netResultCents: number }[]>`
  with first as (select (${since}::timestamptz at time zone 'America/Sao_Paulo')::date as day),
       play as (select id from ledger_account
                 where player_id = ${HOUSE} and (id = any(${stakeAccountIds}::bigint[]) or kind like 'studio:%'))
  select (coalesce((select sum(case when debit_account_id = ${giftsId} or debit_account_id in (select id from play)
                                      then amount_cents else -amount_cents end)
                      from ledger_transfer transfer, first
                     where transfer.player_id = ${playerId} and transfer.created_at >= ${since}
                       and transfer.created_at < (first.day + 1)::timestamp at time zone 'America/Sao_Paulo'
                       and (debit_account_id in (select id from play) or credit_account_id in (select id from play)
                            -- Bonus grants come from this account too; they are not returns.
                            or ${giftsId} in (debit_account_id, credit_account_id)
                               and transfer.key ~ '^(boost|insurance):')), 0)
        + coalesce((select sum(returned_cents - staked_cents)
                      from first
                     cross join lateral (
                             select returned_cents, staked_cents from ledger_account
                              where player_id = ${playerId} and kind = 'cash' and turnover_day > first.day
                              union all
                             select returned_cents, staked_cents from ledger_turnover
                              where player_id = ${playerId} and ledger_turnover.day > first.day) as days), 0)
         )::bigint as "netResultCents"`

/** For each goal, how many players settled at least that much in the last days, today included (America/Sao_Paulo). */
export const selectSettledAtLeast = (sql: Sql, days: number, goals: readonly number[]) => sql<
  { goal: number; count: number }[]
>`
  with span as (select (now() at time zone 'America/Sao_Paulo')::date - ${days}::int as first_day)
  select goal, count(*)::int as count
    from unnest(${goals}::bigint[]) as goal
    join (select player_id, sum(settled_cents) as settled
            from (select player_id, settled_cents from ledger_account, span
                   where kind = 'cash' and player_id > 0 and turnover_day > span.first_day
                   union all
                  select player_id, settled_cents from ledger_turnover, span where day > span.first_day) as days
           group by player_id) as players on players.settled >= goal
   group by goal`

/**
 * The settled stakes of these players between two days, inclusive (America/Sao_Paulo), and the part of them that
 * earns. A day ended by a server of the version before has no unrewarded stakes, or those of the day before.
 */
export const selectSettledBetween = (sql: Sql, playerIds: readonly number[], from: string, until: string) =>
  sql<{ playerId: number; settledCents: number; earningCents: number }[]>`
  select player_id as "playerId", sum(settled_cents)::bigint as "settledCents",
         sum(greatest(settled_cents - unrewarded_cents, 0))::bigint as "earningCents"
    from (select player_id, settled_cents, unrewarded_cents
            from ledger_account
           where player_id = any(${playerIds}::bigint[]) and kind = 'cash'
             and turnover_day between ${from}::date and ${until}::date
          union all
          select player_id, settled_cents, unrewarded_cents
            from ledger_turnover
           where player_id = any(${playerIds}::bigint[]) and day between ${from}::date and ${until}::date) as days
   group by player_id`

/**
 * Net loss of these players by day between two days, inclusive (America/Sao_Paulo): stakes that ended that day, settled or
 * not, less the returns. Days without turnover are left out.
 */
export const selectNetLossDays = (
  sql: Sql,
  playerIds: readonly number[],
  { from, until }: { from: string; until: string },
) => sql<{ playerId: number; day: string; netLossCents: number }[]>`
  select player_id as "playerId", day::text, sum(settled_cents + ended_unsettled_cents - returned_cents)::bigint as "netLossCents"
    from (select player_id, turnover_day as day, settled_cents, ended_unsettled_cents, returned_cents
            from ledger_account
           where player_id = any(${playerIds}::bigint[]) and kind = 'cash'
             and turnover_day between ${from}::date and ${until}::date
          union all
          select player_id, day, settled_cents, ended_unsettled_cents, returned_cents
            from ledger_turnover
           where player_id = any(${playerIds}::bigint[]) and day between ${from}::date and ${until}::date) as days
   group by player_id, day`

/** The next players by id with settled stakes on this day, and the part of them that earns. */
export const selectEarningOn = (sql: Sql, { day, after, max }: { day: string; after: number; max: number }) =>
  sql<{ playerId: number; earningCents: number }[]>`
  select player_id as "playerId", sum(greatest(settled_cents - unrewarded_cents, 0))::bigint as "earningCents"
    from ((select player_id, settled_cents, unrewarded_cents
             from ledger_account
            where player_id > ${after} and kind = 'cash' and turnover_day = ${day}::date and settled_cents > 0
            order by player_id
            limit ${max})
          union all
          (select player_id, settled_cents, unrewarded_cents
             from ledger_turnover
            where player_id > ${after} and day = ${day}::date and settled_cents > 0
            order by player_id
            limit ${max})) as days
   group by player_id
   order by player_id
   limit ${max}`
