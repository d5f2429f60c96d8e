export { makeChain, seedAt } from './chains.ts'
export {
  drawRounds,
  endRound,
  insertChain,
  insertKeptSeeds,
  insertSharedRounds,
  isAnyDue,
  lockDueDraws,
  type RoomPlan,
  sealedDraws,
  selectChains,
  selectDrawnAfter,
  type DrawnRound,
  selectPlans,
  selectToSettle,
  type Stakes,
  tryLead,
  updateStakes,
  voidRounds,
} from './queries.ts'
export { addToRound, centsWith, lockTakingRounds, ownCents, type Taking, takingNothing } from './taking.ts'
