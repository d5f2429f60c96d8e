export { closeIdleRounds } from './close-idle-rounds.ts'
export { findRound, findRounds } from './find-rounds.ts'
export { nodeHmac } from './hmac.ts'
export { type PlayNeeds, playRounds } from './play-rounds.ts'
export {
  type RoundRow,
  sealedRounds,
  selectInRound,
  selectNow,
  selectOpenPaced,
  selectOpenStakes,
  selectRoundIds,
  selectRounds,
} from './queries.ts'
export type { PlayRound } from './rules.ts'
export { closeAsRefunded, settleBets } from './settle-bets.ts'
export { stepRounds } from './step-rounds.ts'
export { payRound, releaseStakes, type StepRound } from './step-rules.ts'
export { writeClosed } from './write-closed.ts'
export { verifyCommitments } from './verify-commitments.ts'
export { verifyRounds } from './verify-rounds.ts'
export { toWirePlayed, toWireRound } from './wire-round.ts'
