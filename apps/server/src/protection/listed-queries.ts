import type { ListGround } from '@palpite/contract/backoffice'
import type { Sql, Tx } from '../platform/db/index.ts'
import { insertInto } from '../platform/db/insert.ts'

export type ListedRow = {
  id: number
  ground: ListGround
  reason: string
  listedBy: number
  listedAt: Date
  removedAt: Date | null
  removedBy: number | null
  removeReason: string | null
}

/** Lists persons; one who is listed already keeps the earlier row, which is not returned. Locks needed: the persons. */
export const insertListed = insertInto<
  { cpfHash: 'text'; ground: 'text'; reason: 'text'; listedBy: 'bigint' },
  { id: number }
>(
  'protection_listed_person',
  { cpfHash: 'text', ground: 'text', reason: 'text', listedBy: 'bigint' },
  'order by 1 on conflict (cpf_hash) where removed_at is null do nothing returning id',
)

/** Which of these persons are listed. */
export const selectListed = (sql: Sql, cpfHashes: readonly string[]) => sql<
  (ListedRow & { cpfHash: string })[]
>`
  select id, cpf_hash as "cpfHash", ground, reason, listed_by as "listedBy", listed_at as "listedAt",
         removed_at as "removedAt", removed_by as "removedBy", remove_reason as "removeReason"
    from protection_listed_person where cpf_hash = any(${cpfHashes}::text[]) and removed_at is null`

/** Listed persons, or those taken off the list, newest first, before this id. */
export const selectListedPage = (
  sql: Sql,
  { isRemoved, before, max }: { isRemoved: boolean; before: number; max: number },
) => sql<ListedRow[]>`
  select id, ground, reason, listed_by as "listedBy", listed_at as "listedAt",
         removed_at as "removedAt", removed_by as "removedBy", remove_reason as "removeReason"
    from protection_listed_person
   where (removed_at is not null) = ${isRemoved} and id < ${before}
   order by id desc limit ${max}`

/** Takes a person off the list. Locks needed: the person. */
export const updateToRemoved = (
  tx: Tx,
  { id, operatorId, reason }: { id: number; operatorId: number; reason: string },
) => tx`
  update protection_listed_person
     set removed_at = clock_timestamp(), removed_by = ${operatorId}, remove_reason = ${reason}
   where id = ${id} and removed_at is null`
