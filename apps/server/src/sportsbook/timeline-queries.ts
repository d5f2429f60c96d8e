import type { Sql } from '../platform/db/index.ts'
import type { ListPlace } from '../platform/merge-pages.ts'

type BetEntry = ListPlace & {
  status: 'open' | 'settled' | 'cashed_out'
  isRefunded: boolean
  stakeCents: number
  returnCents: number | null
}

/**
 * A player's bets before a place, newest first, by id: ids follow time, except among lists decided at once.
 */
export const selectPlayerBets = (
  sql: Sql,
  { playerId, before, max }: { playerId: number; before: ListPlace; max: number },
) => sql<BetEntry[]>`
  select id::text as key, (extract(epoch from placed_at) * 1000000)::bigint as "atMicros", status,
         coalesce(result = 90, false) as "isRefunded", stake_cents as "stakeCents",
         return_cents + case status when 'settled' then sold_paid_cents else 0 end as "returnCents"
    from sportsbook_bet
   where player_id = ${playerId} and id < ${before.key}::bigint
   order by id desc limit ${max}`
