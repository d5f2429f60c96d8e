import type { Sql, Tx } from './db/index.ts'

/** `events` is a list of events as JSON. */
export type OutboxRow = { id: number; topic: string; events: string }

/** Where a reader stands, and up to where everything can be seen. */
type Place = { id: number; horizon: number }

type EventColumns = { playerIds: number[]; topics: string[]; events: string[] }

/**
 * Rows of events, in the order they were written. Registers before it draws ids, which `platform_outbox_horizon`
 * relies on: the registration is joined to the rows, so that no id is drawn without it.
 */
export const insertEvents = (tx: Tx, { playerIds, topics, events }: EventColumns) => tx`
  with registered as materialized (
    select pg_advisory_xact_lock_shared((20290::bigint << 48) | last_value) from platform_outbox_id
  )
  insert into platform_outbox (player_id, topic, events)
  select row.player_id, row.topic, row.events
    from registered
   cross join unnest(${playerIds}::bigint[], ${topics}::text[], ${events}::text[])
           as row (player_id, topic, events)`

/** A reader that is new starts with the events that are there. */
export const insertReader = (sql: Sql, name: string) => sql`
  insert into platform_outbox_reader (name, id) values (${name}, 0) on conflict do nothing`

/**
 * Takes the reader's row, if no other server has it. The reading itself need not wait for the disk: after a power
 * cut the place and all that the handlers wrote are both as before, and the events are read again.
 */
export const lockReader = async (tx: Tx, name: string): Promise<Place | undefined> => {
  const [, rows] = await Promise.all([
    tx`set local synchronous_commit = off`,
    tx<Place[]>`
      select id, platform_outbox_horizon() as horizon from platform_outbox_reader
       where name = ${name} for update skip locked`,
  ])
  return rows[0]
}

type After = { place: Place; topics: readonly string[]; max: number }

/** Events of these topics after the place, up to what it says can be seen. */
export const selectEvents = (tx: Tx, { place, topics, max }: After) => tx<OutboxRow[]>`
  select id, topic, events
    from platform_outbox
   where id > ${place.id} and id <= ${place.horizon} and topic = any(${topics}::text[])
   order by id
   limit ${max}`

export const moveReader = (tx: Tx, name: string, id: number) => tx`
  update platform_outbox_reader set id = ${id} where name = ${name}`

export const makeDays = (sql: Sql, ahead: number) => sql`select platform_outbox_make_days(${ahead})`

export const dropDays = (sql: Sql) => sql`select platform_outbox_drop_days()`
