import type { Sql, Tx } from '../platform/db/index.ts'
import type { Lang } from '../platform/texts.ts'
import type { PersonalTable } from '../platform/personal-data.ts'

/** The player and session of a connection, and the language of its messages. */
export type Holder = { playerId: number; sessionId: number; lang: Lang }

export const insertTicket = (sql: Sql, hash: Buffer, holder: Holder, seconds: number) => sql`
  insert into realtime_ticket (hash, player_id, session_id, lang, expires_at)
  values (${hash}, ${holder.playerId}, ${holder.sessionId}, ${holder.lang},
          now() + make_interval(secs => ${seconds}))`

/** Consumes a ticket: it is deleted, whether or not it was still valid. */
export const consumeTicket = async (sql: Sql, hash: Buffer): Promise<Holder | undefined> => {
  const rows = await sql<(Holder & { good: boolean })[]>`
    delete from realtime_ticket where hash = ${hash}
    returning player_id as "playerId", session_id as "sessionId", lang, expires_at > now() as good`
  const [ticket] = rows
  if (!ticket?.good) return undefined
  const { playerId, sessionId, lang } = ticket
  return { playerId, sessionId, lang }
}

/** Deletes unused tickets of these sessions. */
export const deleteTicketsOf = (tx: Tx, sessionIds: readonly number[]) => tx`
  delete from realtime_ticket where session_id = any(${sessionIds}::bigint[])`

export type MessageRow = { seq: number; playerId: number; event: string; payload: Record<string, unknown> }

type Unstored = { playerId: number; event: string; payload: Record<string, unknown> }

/**
 * Stores messages and numbers them in order. A player's numbers are the message's time in milliseconds, always growing:
 * they reveal no message count, and keep growing when old messages are deleted.
 */
export const insertMessages = async (tx: Tx, messages: readonly Unstored[]): Promise<MessageRow[]> => {
  if (messages.length === 0) return []
  const rows = await tx<MessageRow[]>`
    insert into realtime_message (seq, player_id, event, payload)
    select greatest(coalesce((select max(seq) from realtime_message last where last.player_id = row.player_id), 0) + 1,
                    floor(extract(epoch from now()) * 1000)::bigint)
             + row_number() over (partition by player_id order by place) - 1,
           player_id, event, payload
      from unnest(${messages.map(({ playerId }) => playerId)}::bigint[],
                  ${messages.map(({ event }) => event)}::text[],
                  ${messages.map(({ payload }) => JSON.stringify(payload))}::text[]::jsonb[])
           with ordinality as row (player_id, event, payload, place)
     order by place
    returning seq, player_id as "playerId", event, payload`
  return rows
}

/** The next messages stored for a player after this number, in order. */
export const selectMessagesAfter = (sql: Sql, playerId: number, after: number, max: number) => sql<
  MessageRow[]
>`
  select seq, player_id as "playerId", event, payload
    from realtime_message
   where player_id = ${playerId} and seq > ${after}
   order by seq
   limit ${max}`

/** The newest notice of a player after this number. */
export const selectNoticeAfter = (sql: Sql, playerId: number, after: number) => sql<MessageRow[]>`
  select seq, player_id as "playerId", event, payload
    from realtime_message
   where player_id = ${playerId} and seq > ${after} and event = 'notice'
   order by seq desc
   limit 1`

/** The number of the last message stored for a player; 0 without any. */
export const selectLastSeq = async (sql: Sql, playerId: number): Promise<number> => {
  const rows = await sql<{ seq: number | null }[]>`
    select max(seq) as seq from realtime_message where player_id = ${playerId}`
  return rows[0]?.seq ?? 0
}

/** Deletes messages older than a day, and expired tickets. */
export const deleteOld = async (sql: Sql) => {
  await sql`delete from realtime_message where created_at < now() - interval '1 day'`
  await sql`delete from realtime_ticket where expires_at < now()`
}

const leftOut = 'what a screen was told a moment ago; it stands elsewhere in this file'

/** What realtime stores about a player, for a day at most: as long as a page may be away and resume. */
export const realtimePersonalData: readonly PersonalTable[] = [
  { table: 'realtime_ticket', owner: 'player_id', newest: 'expires_at', until: 'days', leftOut },
  { table: 'realtime_message', owner: 'player_id', newest: 'created_at', until: 'days', leftOut },
]
