import type { HashedSubtree, Subtree, TreeHash } from '@palpite/games/log'
import { present } from './errors.ts'
import type { Sql, Tx } from './db/index.ts'
import { insertInto } from './db/insert.ts'

/** Entries waiting to be added, inserted in the transaction of their cause. */
export const insertPending = insertInto('platform_public_log_pending', { content: 'text' })

/** One server at a time appends to the log: false if another is doing so. Held until the transaction ends. */
export const tryAppending = async (tx: Tx): Promise<boolean> => {
  const rows = await tx<{ isOurs: boolean }[]>`select pg_try_advisory_xact_lock(7264004) as "isOurs"`
  return rows[0]?.isOurs === true
}

/** Dequeues waiting entries, oldest first, up to a maximum. */
export const dequeuePending = (tx: Tx, max: number) => tx<{ content: string }[]>`
  with taken as (
    delete from platform_public_log_pending
     where id in (select id from platform_public_log_pending order by id limit ${max})
    returning id, content
  )
  select content from taken order by id`

export const insertEntries = insertInto('platform_public_log_entry', { place: 'bigint', content: 'text' })

export const insertNodes = (tx: Tx, nodes: readonly HashedSubtree[]) => tx`
  insert into platform_public_log_node (level, place, hash)
  select level, place, decode(hash, 'hex')
    from unnest(${nodes.map(({ level }) => level)}::int[], ${nodes.map(({ place }) => place)}::bigint[],
                ${nodes.map(({ hash }) => hash)}::text[]) as node (level, place, hash)`

/** A stored signed tree head. */
export type HeadRow = { size: number; rootHash: TreeHash; signedAt: Date; signature: string }

export const insertHead = (tx: Tx, { size, rootHash, signedAt, signature }: HeadRow) => tx`
  insert into platform_public_log_head (size, root_hash, signed_at, signature)
  values (${size}, ${rootHash}, ${signedAt}, ${signature})`

/** The newest head; undefined before the first entry. */
export const selectHead = async (sql: Sql): Promise<HeadRow | undefined> =>
  (
    await sql<HeadRow[]>`
      select size, root_hash as "rootHash", signed_at as "signedAt", signature
        from platform_public_log_head order by size desc limit 1`
  )[0]

/** Heads by size, after this one. */
export const selectHeadsAfter = (sql: Sql, size: number, max: number) => sql<HeadRow[]>`
  select size, root_hash as "rootHash", signed_at as "signedAt", signature
    from platform_public_log_head where size > ${size} order by size limit ${max}`

/** The database's time, in whole milliseconds as signed in a head. */
export const selectTime = async (sql: Sql): Promise<Date> => {
  const rows = await sql<{ at: Date }[]>`select date_trunc('milliseconds', clock_timestamp()) as at`
  return present(rows[0], 'the time').at
}

/** The hashes of complete subtrees, in order; null for one not stored. */
export const selectHashes = (sql: Sql, subtrees: readonly Subtree[]) => sql<{ hash: TreeHash | null }[]>`
  select encode(node.hash, 'hex') as hash
    from unnest(${subtrees.map(({ level }) => level)}::int[], ${subtrees.map(({ place }) => place)}::bigint[])
           with ordinality as asked (level, place, nth)
    left join platform_public_log_node node on node.level = asked.level and node.place = asked.place
   order by asked.nth`

/** The position of this leaf in the log: the first, if it was added more than once. */
export const selectLeafPlace = async (sql: Sql, leaf: TreeHash): Promise<number | undefined> => {
  const rows = await sql<{ place: number }[]>`
    select place from platform_public_log_node
     where level = 0 and hash = decode(${leaf}, 'hex') order by place limit 1`
  return rows[0]?.place
}

/** The contents of entries from a position on, in order. */
export const selectEntries = (sql: Sql, from: number, max: number) => sql<
  { place: number; content: string }[]
>`
  select place, content from platform_public_log_entry where place >= ${from} order by place limit ${max}`

/** Which of these contents are neither in the log nor waiting to be added. */
export const selectUnpublished = (sql: Sql, contents: readonly string[], leaves: readonly TreeHash[]) => sql<
  { content: string }[]
>`
  select asked.content
    from unnest(${contents}::text[], ${leaves}::text[]) as asked (content, leaf)
   where not exists (select from platform_public_log_node
                      where level = 0 and hash = decode(asked.leaf, 'hex'))
     and not exists (select from platform_public_log_pending where content = asked.content)`
