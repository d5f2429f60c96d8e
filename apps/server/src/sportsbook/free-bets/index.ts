/** Stakes that the house gives: granted by operators, shown to their players, used by one bet each. */
export { type FreeBet, readFreeBets, refuseFreeBet } from './rules.ts'
export { grantFreeBets } from './grant-free-bets.ts'
export { revokeFreeBets } from './revoke-free-bets.ts'
export { selectFreeBetsOf, selectOpenFreeBets, updateHolders } from './queries.ts'
export { freeBetRoutes } from './routes.ts'
