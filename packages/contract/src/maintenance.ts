import * as z from 'zod/mini'
import { defineCalls, instant } from './call.ts'
import { maintenanceScopes } from './maintenance-parts.ts'

/** What is closed now, and the expected end of each; `isLate` once that has passed. */
export const closedNow = z.array(
  z.object({ scope: z.enum(maintenanceScopes), until: instant, isLate: z.boolean() }),
)

export const maintenanceCalls = defineCalls({
  'GET /api/app/maintenance': {
    summary: 'What is closed for maintenance now, and until when; changes are pushed as `maintenance`',
    access: 'visitor',
    data: z.object({ closed: closedNow }),
  },
})
