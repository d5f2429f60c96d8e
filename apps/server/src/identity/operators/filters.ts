import { audit } from '../../platform/audit.ts'
import type { OperatorSession } from '../../platform/http/callers.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import {
  deleteFilter,
  selectFilterCount,
  selectFilters,
  selectLockedFilter,
  upsertFilter,
  lockOperatorSecret,
} from './queries.ts'
import type { Operators } from './operators.ts'

/** So many of one list: more than anybody finds again. */
const MAX_OF_A_LIST = 50

/** Who shares filters with all, and takes shared ones away. */
const MAY_SHARE = 'operators.manage'

/** The saved filters of a list: one's own, and those that are shared with all. */
export const readFilters = async ({ deps }: Operators, by: OperatorSession, list: string) =>
  (await selectFilters(deps.db, by.operatorId, list)).map(({ operatorId, ...filter }) => ({
    ...filter,
    isOwn: operatorId === by.operatorId,
  }))

export type SaveFilter = { list: string; name: string; query: string; isShared: boolean }
type SaveRefusal = 'bad_request' | 'forbidden' | 'too_many_filters' | 'logged_out'

/** What somebody could be known by: it stays out of what is kept and shared, whatever list it is of. */
const personal = /@|(?<!\d)\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?!\d)/

/**
 * Saves the filters of a list by a name, in place of one's own of that name. Shared with all by who manages operators. A
 * search for a person is refused: a filter is found again by others.
 */
export const saveFilter = ({ deps }: Operators, by: OperatorSession, filter: SaveFilter) =>
  deps.db.begin(async (tx): Promise<Result<{ filterId: number }, SaveRefusal>> => {
    // One's own filters are counted and saved one after the other.
    const [operator] = await lockOperatorSecret(tx, by.operatorId)
    if (!operator || operator.isDisabled) return refuse('logged_out')
    if (filter.isShared && !by.permissions.has(MAY_SHARE)) return refuse('forbidden')
    const { list, name, query, isShared } = filter
    const field = isPersonal(query) ? 'query' : personal.test(name) ? 'name' : undefined
    if (field) return refuse('bad_request', { values: { field }, detail: { field } })
    if ((await selectFilterCount(tx, { operatorId: by.operatorId, list, name })) >= MAX_OF_A_LIST)
      return refuse('too_many_filters')
    const filterId = await upsertFilter(tx, { ...filter, operatorId: by.operatorId })
    await audit(tx, told(by, 'filter.saved', filterId, { list, isShared }))
    return ok({ filterId })
  })

/** Removes a saved filter: one's own, or a shared one by who manages operators. */
export const removeFilter = ({ deps }: Operators, by: OperatorSession, filterId: number) =>
  deps.db.begin(async (tx): Promise<Result<null, 'forbidden' | 'logged_out'>> => {
    const [operator] = await lockOperatorSecret(tx, by.operatorId)
    if (!operator || operator.isDisabled) return refuse('logged_out')
    const [filter] = await selectLockedFilter(tx, filterId)
    if (!filter) return ok(null)
    const isOwn = filter.operatorId === by.operatorId
    if (!isOwn && !(filter.isShared && by.permissions.has(MAY_SHARE))) return refuse('forbidden')
    await deleteFilter(tx, filterId)
    const { list, isShared } = filter
    await audit(tx, told(by, 'filter.removed', filterId, { list, isShared }))
    return ok(null)
  })

/** As it is written in the address, and as it is meant. */
const isPersonal = (query: string): boolean =>
  personal.test(query) || [...new URLSearchParams(query).values()].some((value) => personal.test(value))

const told = (by: OperatorSession, action: string, filterId: number, details: object) => ({
  actor: { kind: 'operator' as const, id: by.operatorId },
  action,
  subject: `filter:${filterId}`,
  details: { ...details },
})
