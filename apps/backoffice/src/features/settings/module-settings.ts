import type { DataOf } from '../../shared/api.ts'

/** The settings of one module: their defaults, what is in force, and how many proposals are open. */
export type ModuleSettings = DataOf<'GET /api/backoffice/settings'>[number]
