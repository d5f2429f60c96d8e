export { applyTransactions } from './apply-transactions.ts'
export { endUnendedRounds } from './end-unended-rounds.ts'
export {
  sealedTransactions,
  selectBrokenDays,
  selectDay,
  selectEndedByRule,
  selectInStudioRound,
  selectStudioSum,
  selectStudioTotal,
  selectTransactionPage,
} from './queries.ts'
export { nothingOnThatDay } from './nothing-on-that-day.ts'
export type { WalletRequest } from './wallet-state.ts'
export { walletHandlers } from './wallet-handlers.ts'
export { serveWalletDocs } from './wallet-docs.ts'
export { walletRoutes } from './wallet-routes.ts'
