export { type CheckIn, checkIn } from './check-in.ts'
export { selectPrizes } from './queries.ts'
export { readCheckIn } from './read-check-in.ts'
