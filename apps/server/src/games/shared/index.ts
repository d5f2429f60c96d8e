export { type CancelBet, cancelBets } from './cancel-bets.ts'
export { moveSharedRounds } from './move-on.ts'
export { readRoom } from './wire-room.ts'
