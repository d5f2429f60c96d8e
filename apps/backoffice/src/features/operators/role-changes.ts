import { type Permission, permissions } from '@palpite/contract/backoffice'

export type RoleChange = { added: readonly Permission[]; removed: readonly Permission[] }

/** What one set of permissions has more, and less, than another. */
export const changeOf = (before: readonly Permission[], after: readonly Permission[]): RoleChange => ({
  added: after.filter((one) => !before.includes(one)),
  removed: before.filter((one) => !after.includes(one)),
})

/** The same change made to another set, in the order of the contract: what was added and removed there as well. */
export const changed = (set: readonly Permission[], { added, removed }: RoleChange): Permission[] =>
  permissions.filter((one) => (set.includes(one) || added.includes(one)) && !removed.includes(one))

export const isNoChange = ({ added, removed }: RoleChange): boolean => added.length + removed.length === 0
