import type { Sql, Tx } from '../platform/db/index.ts'

export const insertTicket = (sql: Sql, hash: Buffer, playerId: number, seconds: number) => sql`
  insert into realtime_ticket (hash, player_id, expires_at)
  values (${hash}, ${playerId}, now() + make_interval(secs => ${seconds}))`

/** Takes a ticket: it is gone afterwards, whether or not it was still good. */
export const takeTicket = async (sql: Sql, hash: Buffer): Promise<number | undefined> => {
  const rows = await sql<{ playerId: number; good: boolean }[]>`
    delete from realtime_ticket where hash = ${hash}
    returning player_id as "playerId", expires_at > now() as good`
  return rows[0]?.good ? rows[0].playerId : undefined
}

export type MessageRow = { seq: number; playerId: number; event: string; payload: Record<string, unknown> }

type Said = { playerId: number; event: string; payload: Record<string, unknown> }

/** Stores what is said and numbers it, in the order given. */
export const insertMessages = async (tx: Tx, said: readonly Said[]): Promise<MessageRow[]> => {
  const rows = await tx<MessageRow[]>`
    insert into realtime_message (player_id, event, payload)
    select player_id, event, payload
      from unnest(${said.map(({ playerId }) => playerId)}::bigint[],
                  ${said.map(({ event }) => event)}::text[],
                  ${said.map(({ payload }) => JSON.stringify(payload))}::text[]::jsonb[])
           with ordinality as row (player_id, event, payload, place)
     order by place
    returning seq, player_id as "playerId", event, payload`
  return rows
}

export const selectMessagesAfter = (sql: Sql, playerId: number, after: number, most: number) => sql<
  MessageRow[]
>`
  select seq, player_id as "playerId", event, payload
    from realtime_message
   where player_id = ${playerId} and seq > ${after}
   order by seq
   limit ${most}`

export const deleteOld = async (sql: Sql) => {
  await sql`delete from realtime_message where created_at < now() - interval '1 day'`
  await sql`delete from realtime_ticket where expires_at < now()`
}
