import type { Sql, Tx } from './db/index.ts'
import type { PersonalTable } from './personal-data.ts'

/** `events` is a list of events as JSON. */
export type OutboxRow = { id: number; topic: string; events: string }

/** A reader's position, and up to where all rows are visible. */
type Place = { name: string; id: number; horizon: number }

type EventColumns = { playerIds: number[]; topics: string[]; events: string[] }

/**
 * Inserts rows of events, in the order written. Registers the transaction before drawing ids, which
 * `platform_outbox_horizon` relies on: the registration is joined to the rows, so that no id is drawn without it.
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

/** New readers start with the existing events. */
export const insertReaders = (sql: Sql, names: readonly string[]) => sql`
  insert into platform_outbox_reader (name, id)
  select name, 0 from unnest(${names}::text[]) as name
      on conflict do nothing`

/** The positions of the readers. Read the rows up to the horizon in a later statement: its snapshot is newer. */
export const selectPlaces = (sql: Sql) => sql<Place[]>`
  with seen as materialized (select platform_outbox_horizon() as horizon)
  select name, id, horizon from platform_outbox_reader cross join seen`

/**
 * Locks the reader's row, unless another server has it. The commit need not wait for the disk: after a power cut the
 * position and all that the handlers wrote are both as before, and the events are read again.
 */
export const lockReader = async (tx: Tx, name: string): Promise<number | undefined> => {
  const [, rows] = await Promise.all([
    tx`set local synchronous_commit = off`,
    tx<{ id: number }[]>`
      select id from platform_outbox_reader where name = ${name} for update skip locked`,
  ])
  return rows[0]?.id
}

type After = { from: number; to: number; topics: readonly string[]; max: number }

/** Events of these topics after one id, up to another below which all are visible. */
export const selectEvents = (sql: Sql, { from, to, topics, max }: After) => sql<OutboxRow[]>`
  select id, topic, events
    from platform_outbox
   where id > ${from} and id <= ${to} and topic = any(${topics}::text[])
   order by id
   limit ${max}`

/** Moves a reader's position. Locks needed: its row. */
export const moveReader = (tx: Tx, name: string, id: number) => tx`
  update platform_outbox_reader set id = ${id} where name = ${name}`

/** Advances unlocked readers without waiting for the disk: lost positions only cause rows to be read again. */
export const moveReaders = (sql: Sql, readers: readonly { name: string; at: number }[]) => sql`
  with settings as materialized (select set_config('synchronous_commit', 'off', true)),
  free as (
    select reader.name, moved.id
      from settings
     cross join unnest(${readers.map(({ name }) => name)}::text[], ${readers.map(({ at }) => at)}::bigint[])
             as moved (name, id)
      join platform_outbox_reader reader on reader.name = moved.name and reader.id < moved.id
     order by reader.name
       for update of reader skip locked
  )
  update platform_outbox_reader reader set id = free.id from free where reader.name = free.name`

/** Parks a row for a reader, unless it has so many parked already; returns it if it did. */
export const insertParked = (tx: Tx, { reader, id, max }: { reader: string; id: number; max: number }) => tx<
  { id: number }[]
>`
  insert into platform_outbox_parked (reader, id, player_id, topic, events)
  select ${reader}, id, player_id, topic, events
    from platform_outbox
   where id = ${id} and (select count(*) from platform_outbox_parked where reader = ${reader}) < ${max}
  returning id`

/** The parked rows of a reader that have a handler, oldest first. */
export const selectParked = (sql: Sql, reader: string, topics: readonly string[]) => sql<OutboxRow[]>`
  select id, topic, events
    from platform_outbox_parked
   where reader = ${reader} and topic = any(${topics}::text[])
   order by id`

/** Deletes a parked row, and returns it if it was still there. */
export const takeParked = (tx: Tx, reader: string, id: number) => tx<{ events: string }[]>`
  delete from platform_outbox_parked where reader = ${reader} and id = ${id} returning events`

/** Locks the reader's row, once another server has let it go. */
export const waitForReader = (tx: Tx, name: string) => tx`
  select from platform_outbox_reader where name = ${name} for update`

/** Creates the partitions of today and this many days ahead. */
export const makeDays = (sql: Sql, ahead: number) => sql`select platform_outbox_make_days(${ahead})`

/** Drops the partitions before yesterday that every reader has passed. */
export const dropDays = (sql: Sql) => sql`select platform_outbox_drop_days()`

/** Events of a player, until every reader has passed them: a few days at most; parked ones until they succeed. */
export const outboxPersonalData: readonly PersonalTable[] = [
  {
    table: 'platform_outbox',
    owner: 'player_id',
    newest: 'id',
    until: 'days',
    leftOut: 'what modules tell one another of what stands elsewhere in this file',
  },
  {
    table: 'platform_outbox_parked',
    owner: 'player_id',
    newest: 'id',
    until: 'days',
    leftOut: 'the same, where it failed',
  },
]
