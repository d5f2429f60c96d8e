import type { MaintenanceScope } from '@palpite/contract'
import type { TextKey } from './text.ts'

/** What maintenance closes, in words. */
export const scopeNames = {
  all: 'maintenance.scope.all',
  bets: 'maintenance.scope.bets',
  games: 'maintenance.scope.games',
  deposits: 'maintenance.scope.deposits',
  withdrawals: 'maintenance.scope.withdrawals',
} as const satisfies Record<MaintenanceScope, TextKey>
