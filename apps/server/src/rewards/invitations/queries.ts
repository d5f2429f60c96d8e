import type { Sql } from '../../platform/db/index.ts'
import type { Relation } from './relations.ts'

export type Rate = { level: number; rateBps: number }

/** The rates of commission that hold on a day; of today where none is named. */
export const selectRates = (sql: Sql, day: string | null = null) => sql<Rate[]>`
  select level, rate_bps as "rateBps"
    from rewards_commission_rate
   where starts_on = (select max(starts_on) from rewards_commission_rate
                       where starts_on <= coalesce(${day}::date, (now() at time zone 'America/Sao_Paulo')::date))
   order by level`

export type ShareStatus = 'waiting' | 'paid' | 'held' | 'rejected'

export type Earned = { level: number; status: ShareStatus; isOfLastDays: boolean; amountE4: number }

/** What an earner's shares add up to, without what was taken from the balances for them, by level and by what became of them; the last seven days apart. */
export const selectEarned = (sql: Sql, earnerId: number) => sql<Earned[]>`
  select level, status, day > (now() at time zone 'America/Sao_Paulo')::date - 8 as "isOfLastDays",
         sum(amount_e4)::bigint as "amountE4"
    from rewards_commission_share
   where earner_id = ${earnerId} and player_id > 0
   group by 1, 2, 3`

/** The day it is, in America/Sao_Paulo. */
export const selectToday = (sql: Sql) => sql<{ day: string }[]>`
  select (now() at time zone 'America/Sao_Paulo')::date::text as day`

export type ShareRow = {
  day: string
  playerId: number
  cause: string
  level: number
  settledCents: number
  amountE4: number
  status: ShareStatus
  reasons: Relation[]
}

export type SharePlace = { day: string; playerId: number; cause: string }

type Asked = {
  earnerId: number
  /** 0 for all levels, null for all days. */
  level: number
  day: string | null
  before: SharePlace
  max: number
}

/** A page of an earner's shares, newest day first. */
export const selectShares = (sql: Sql, { earnerId, level, day, before, max }: Asked) => sql<ShareRow[]>`
  select day::text as day, player_id as "playerId", cause, level, settled_cents as "settledCents",
         amount_e4 as "amountE4", status, reasons
    from rewards_commission_share
   where earner_id = ${earnerId} and player_id > 0 and (${level}::int = 0 or level = ${level}::int)
     and (${day}::date is null or day = ${day}::date)
     and (day, player_id, cause) < (${before.day}::date, ${before.playerId}::bigint, ${before.cause}::text)
   order by day desc, player_id desc, cause desc
   limit ${max}`
