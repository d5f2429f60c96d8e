import { type Permission, permissions } from '@palpite/contract/backoffice'

export type RoleChange = { added: readonly Permission[]; removed: readonly Permission[] }

/** The permissions only one of two sets has, both ways. */
export const changeOf = (before: readonly Permission[], after: readonly Permission[]): RoleChange => ({
  added: after.filter((one) => !before.includes(one)),
  removed: before.filter((one) => !after.includes(one)),
})

/** Applies the same additions and removals to another set, in the order of the contract. */
export const changed = (set: readonly Permission[], { added, removed }: RoleChange): Permission[] =>
  permissions.filter((one) => (set.includes(one) || added.includes(one)) && !removed.includes(one))

export const isNoChange = ({ added, removed }: RoleChange): boolean => added.length + removed.length === 0
