import type { DataOf } from '../../shared/api.ts'

/** A player as an operator may see one: what is personal is masked. */
export type Player = DataOf<'POST /api/backoffice/players/find'>[number]

/** The fewest letters of a reason that the audit chain keeps of a change to a player. */
export const MIN_REASON = 10
