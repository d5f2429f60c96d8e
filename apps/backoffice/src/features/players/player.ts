import type { DataOf } from '../../shared/api.ts'

/** A player as an operator may see one: what is personal is masked. */
export type Player = DataOf<'POST /api/backoffice/players/find'>[number]
