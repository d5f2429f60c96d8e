import type { DataOf } from '../../shared/api.ts'

/** A payment that came in and matches no order. */
export type Unmatched = DataOf<'GET /api/backoffice/topups/unmatched'>['items'][number]
