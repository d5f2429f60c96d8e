import type { Sql } from '../../platform/db/index.ts'

/**
 * What a player did after play had ended: in the order of the account's locks, where the ending has an event; and in
 * transactions begun after its answer, orders and steps too.
 */
export async function movedAfterEnd(
  db: Sql,
  { playerId, endedAt, endsByEvent }: { playerId: number; endedAt: string; endsByEvent: boolean },
): Promise<string[]> {
  const rows = await db<{ what: string }[]>`
    with own as (
      select id, topic, created_at from platform_outbox where strpos(events, ${`"playerId":${playerId},`}) > 0
    ), ended as (
      select max(id) as id from own where topic in ('break.begun', 'suspension.changed')
    )
    select topic as what from own, ended
     where topic in ('bet.placed', 'balance.changed', 'withdrawal.changed')
       and (own.id > ended.id or created_at > ${endedAt}::timestamptz)
     union all
    select 'step' from games_step where player_id = ${playerId} and created_at > ${endedAt}::timestamptz
     union all
    select 'order' from cashier_order where player_id = ${playerId} and created_at > ${endedAt}::timestamptz
     union all
    select 'an ending without its event' from ended where (id is not null) <> ${endsByEvent}`
  return rows.map(({ what }) => what)
}
