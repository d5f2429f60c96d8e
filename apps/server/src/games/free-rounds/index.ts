export { grantFreeRounds } from './grant-free-rounds.ts'
export { type FreeRoundsRow, selectFreeRounds, selectOpenFreeRounds, updateFreeRounds } from './queries.ts'
