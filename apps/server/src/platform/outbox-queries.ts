import type { Sql, Tx } from './db/index.ts'

/** `facts` is a list of facts as JSON, null where nobody asked for the topic. */
export type OutboxRow = { id: number; xid: string; topic: string; facts: string | null }
export type Place = { xid: string; id: number }

/** Rows of facts, in the order they were written. */
export const insertFacts = (tx: Tx, topics: string[], facts: string[]) => tx`
  insert into platform_outbox (topic, facts)
  select unnest(${topics}::text[]), unnest(${facts}::text[])`

/** A listener that is heard of for the first time starts with the facts that are there. */
export const insertReader = (sql: Sql, name: string) => sql`
  insert into platform_outbox_reader (name, xid, id) values (${name}, '0', 0) on conflict do nothing`

/**
 * Takes the reader's row, if no other server has it. The reading itself need not wait for the disk: after a
 * power cut the place and all that the listener wrote are both as before, and the facts are told again.
 */
export const lockReader = async (tx: Tx, name: string): Promise<Place | undefined> => {
  const [, rows] = await Promise.all([
    tx`set local synchronous_commit = off`,
    tx<Place[]>`select xid::text, id from platform_outbox_reader where name = ${name} for update skip locked`,
  ])
  return rows[0]
}

type After = { place: Place; topics: readonly string[]; most: number }

/**
 * What was committed after this place; of other topics only that there was something. Rows of transactions still
 * under way hold back all later ones. Ordered by the table's own column: `xid` alone would be the answer's, which is
 * text, and 10000 would come before 9999.
 */
export const selectFacts = (tx: Tx, { place, topics, most }: After) => tx<OutboxRow[]>`
  select fact.id, fact.xid::text, fact.topic, case when fact.topic = any(${topics}::text[]) then fact.facts end as facts
    from platform_outbox fact
   where (fact.xid, fact.id) > (${place.xid}::xid8, ${place.id}::bigint)
     and fact.xid < pg_snapshot_xmin(pg_current_snapshot())
   order by fact.xid, fact.id
   limit ${most}`

export const moveReader = (tx: Tx, name: string, place: Place) => tx`
  update platform_outbox_reader set xid = ${place.xid}::xid8, id = ${place.id}::bigint where name = ${name}`

export const deleteReadFacts = async (sql: Sql) => {
  await sql`
    delete from platform_outbox
     where created_at < now() - interval '1 day'
       and xid < (select coalesce(min(xid), '0') from platform_outbox_reader)`
}
