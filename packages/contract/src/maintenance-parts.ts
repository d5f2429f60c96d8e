/** What players begin, in the parts that maintenance can close. */
export const maintenanceParts = ['bets', 'games', 'deposits', 'withdrawals'] as const

export type MaintenancePart = (typeof maintenanceParts)[number]

/** What one maintenance closes: all parts, or one. */
export const maintenanceScopes = ['all', ...maintenanceParts] as const

export type MaintenanceScope = (typeof maintenanceScopes)[number]
