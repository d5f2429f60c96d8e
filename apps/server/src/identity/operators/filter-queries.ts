import { present } from '../../platform/assert.ts'
import type { Sql, Tx } from '../../platform/db/index.ts'

type FilterRow = {
  filterId: number
  operatorId: number
  list: string
  name: string
  query: string
  isShared: boolean
}

/** One's own filters of a list, and those that are shared. Bounded for each operator; the limit bounds what all share. */
export const selectFilters = (sql: Sql, operatorId: number, list: string) => sql<Omit<FilterRow, 'list'>[]>`
  select id as "filterId", operator_id as "operatorId", name, query, is_shared as "isShared"
    from identity_operator_filter
   where list = ${list} and (operator_id = ${operatorId} or is_shared)
   order by name, id limit 500`

/** How many filters of a list this operator has by other names. */
export const selectFilterCount = async (
  tx: Tx,
  { operatorId, list, name }: Pick<FilterRow, 'operatorId' | 'list' | 'name'>,
): Promise<number> => {
  const rows = await tx<{ count: number }[]>`
    select count(*)::integer as count from identity_operator_filter
     where operator_id = ${operatorId} and list = ${list} and name <> ${name}`
  return rows[0]?.count ?? 0
}

/** Saves a filter, in place of the operator's own of that name; answers its id. */
export const upsertFilter = async (tx: Tx, one: Omit<FilterRow, 'filterId'>): Promise<number> => {
  const rows = await tx<{ filterId: number }[]>`
    insert into identity_operator_filter (operator_id, list, name, query, is_shared)
    values (${one.operatorId}, ${one.list}, ${one.name}, ${one.query}, ${one.isShared})
    on conflict (operator_id, list, name)
    do update set query = excluded.query, is_shared = excluded.is_shared, saved_at = now()
    returning id as "filterId"`
  return present(rows[0], 'a saved filter').filterId
}

/** Locked until the transaction ends. */
export const selectLockedFilter = (tx: Tx, filterId: number) => tx<FilterRow[]>`
  select id as "filterId", operator_id as "operatorId", list, name, query, is_shared as "isShared"
    from identity_operator_filter where id = ${filterId} for update`

export const deleteFilter = (tx: Tx, filterId: number) => tx`
  delete from identity_operator_filter where id = ${filterId}`
