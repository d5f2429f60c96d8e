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

/** Filters per list: more than anybody finds again. */
const MAX_OF_A_LIST = 50

/** The permission to share filters and remove shared ones. */
const MAY_SHARE = 'operators.manage'

/** The saved filters of a list: one's own, and the shared ones. */
export const readFilters = async ({ deps }: Operators, by: OperatorSession, list: string) =>
  (await selectFilters(deps.db, by.operatorId, list)).map(({ operatorId, ...filter }) => ({
    ...filter,
    isOwn: operatorId === by.operatorId,
  }))

export type SaveFilter = { list: string; name: string; query: string; isShared: boolean }
type SaveRefusal = 'bad_request' | 'forbidden' | 'too_many_filters' | 'logged_out'

/** Patterns of personal data, which must not be stored or shared in any filter. */
const personal = /@|(?<!\d)\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?!\d)/

/**
 * Saves the filters of a list under a name, replacing one's own of that name. Sharing needs the permission to manage
 * operators. A search for a person is refused, because others see saved filters.
 */
export const saveFilter = ({ deps }: Operators, by: OperatorSession, filter: SaveFilter) =>
  deps.db.begin(async (tx): Promise<Result<{ filterId: number }, SaveRefusal>> => {
    // Serialises counting and saving of one's own filters.
    const [operator] = await lockOperatorSecret(tx, by.operatorId)
    if (!operator || operator.isDisabled) return refuse('logged_out')
    if (filter.isShared && !by.permissions.has(MAY_SHARE)) return refuse('forbidden')
    const { list, name, query, isShared } = filter
    const field = isPersonal(query) ? 'query' : personal.test(name) ? 'name' : undefined
    if (field) return refuse('bad_request', { values: { field }, detail: { field } })
    if ((await selectFilterCount(tx, { operatorId: by.operatorId, list, name })) >= MAX_OF_A_LIST)
      return refuse('too_many_filters')
    const filterId = await upsertFilter(tx, { ...filter, operatorId: by.operatorId })
    await audit(tx, auditEntry(by, 'filter.saved', filterId, { list, isShared }))
    return ok({ filterId })
  })

/** Removes a saved filter: one's own, or a shared one with the permission to manage operators. */
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
    await audit(tx, auditEntry(by, 'filter.removed', filterId, { list, isShared }))
    return ok(null)
  })

/** Checks both the encoded and the decoded query. */
const isPersonal = (query: string): boolean =>
  personal.test(query) || [...new URLSearchParams(query).values()].some((value) => personal.test(value))

const auditEntry = (by: OperatorSession, action: string, filterId: number, details: object) => ({
  actor: { kind: 'operator' as const, id: by.operatorId },
  action,
  subject: `filter:${filterId}`,
  details: { ...details },
})
