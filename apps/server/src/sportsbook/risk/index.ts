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
export { addCost, type Costs, noCosts } from './rooms.ts'
export { openRooms, readRisks, type Rooms, type Taking } from './open-rooms.ts'
export { readWorst, type WorstScenarios } from './read-worst.ts'
export { verifyLiabilities } from './verify-liabilities.ts'
export { markBets, markLate, marksCounter } from './mark-bets.ts'
export { markLateBets, readBetMarks, reviewBetMark } from './mark-queries.ts'
