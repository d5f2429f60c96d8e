/** What the open bets may cost: sums by outcome, the bound of each market, and the proof that they are those of the bets. */
export {
  addLiabilities,
  deleteEmpty,
  lockLiabilities,
  selectLiabilities,
  selectOpenStakes,
  subtractLiabilities,
  type SumRow,
} from './queries.ts'
export {
  add,
  type Added,
  addedColumns,
  closedColumns,
  maxReturns,
  nothingAdded,
  standingWith,
  sumsOf,
  unboundedColumns,
} from './rules.ts'
export { leastBound } from './limits.ts'
export { shortenedBps } from './price-moves.ts'
export type { Rooms } from './rooms.ts'
export { readRooms, type TakeRoom } from './read-rooms.ts'
export { verifyLiabilities } from './verify-liabilities.ts'
export { markBets, markLate, marksCounter } from './mark-bets.ts'
export { markLateBets, readBetMarks, reviewBetMark } from './mark-queries.ts'
