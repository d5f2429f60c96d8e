import type { Sql } from '../../platform/db/index.ts'

export type Period = 'day' | 'week' | 'month'

export type ProfitRow = { startsOn: string; bets: number; stakeCents: number; returnCents: number }

/**
 * What the bets that were settled in each of the last periods cost and returned, what was sold of them with it. One
 * statement, so all figures are of one moment.
 */
export const selectProfit = (sql: Sql, playerId: number, { by, count }: { by: Period; count: number }) => sql<
  ProfitRow[]
>`
  with period as (
    select starts.at, (starts.at at time zone 'America/Sao_Paulo') as from_time
      from (select date_trunc(${by}, now() at time zone 'America/Sao_Paulo')
                   - back.n * ('1 ' || ${by})::interval as at
              from generate_series(0, ${count - 1}::integer) as back (n)) as starts
  ), settled as (
    select date_trunc(${by}, bet.settled_at at time zone 'America/Sao_Paulo') as at, count(*)::integer as bets,
           sum(bet.cash_cents + bet.bonus_cents)::bigint as stake,
           sum(bet.return_cents + case bet.status when 'settled' then bet.sold_paid_cents else 0 end)::bigint as returned
      from sportsbook_bet bet
     where bet.player_id = ${playerId} and bet.status <> 'open'
       and bet.settled_at >= (select min(from_time) from period)
     group by 1
  )
  select to_char(period.at, 'YYYY-MM-DD') as "startsOn", coalesce(settled.bets, 0) as bets,
         coalesce(settled.stake, 0) as "stakeCents", coalesce(settled.returned, 0) as "returnCents"
    from period
    left join settled using (at)
   order by period.at`
