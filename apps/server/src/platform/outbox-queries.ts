import type { Sql, Tx } from './db/index.ts'

/** `events` is a list of events as JSON, null where nobody asked for the topic. */
export type OutboxRow = { id: number; xid: string; topic: string; events: string | null }
export type Place = { xid: string; id: number }

/** Rows of events, in the order they were written. */
export const insertEvents = (tx: Tx, topics: string[], events: string[]) => tx`
  insert into platform_outbox (topic, events)
  select unnest(${topics}::text[]), unnest(${events}::text[])`

/** A listener that is heard of for the first time starts with the events that are there. */
export const insertReader = (sql: Sql, name: string) => sql`
  insert into platform_outbox_reader (name, xid, id) values (${name}, '0', 0) on conflict do nothing`

/**
 * Takes the reader's row, if no other server has it. The reading itself need not wait for the disk: after a
 * power cut the place and all that the listener wrote are both as before, and the events are told again.
 */
export const lockReader = async (tx: Tx, name: string): Promise<Place | undefined> => {
  const [, rows] = await Promise.all([
    tx`set local synchronous_commit = off`,
    tx<Place[]>`select xid::text, id from platform_outbox_reader where name = ${name} for update skip locked`,
  ])
  return rows[0]
}

type After = { place: Place; topics: readonly string[]; max: number }

/**
 * What was committed after this place; of other topics only that there was something. Rows of transactions still
 * under way hold back all later ones. Ordered by the table's own column: `xid` alone would be the answer's, which is
 * text, and 10000 would come before 9999.
 */
export const selectEvents = (tx: Tx, { place, topics, max }: After) => tx<OutboxRow[]>`
  select event.id, event.xid::text, event.topic, case when event.topic = any(${topics}::text[]) then event.events end as events
    from platform_outbox event
   where (event.xid, event.id) > (${place.xid}::xid8, ${place.id}::bigint)
     and event.xid < pg_snapshot_xmin(pg_current_snapshot())
   order by event.xid, event.id
   limit ${max}`

export const moveReader = (tx: Tx, name: string, place: Place) => tx`
  update platform_outbox_reader set xid = ${place.xid}::xid8, id = ${place.id}::bigint where name = ${name}`

export const deleteReadEvents = async (sql: Sql) => {
  await sql`
    delete from platform_outbox
     where created_at < now() - interval '1 day'
       and xid < (select coalesce(min(xid), '0') from platform_outbox_reader)`
}
