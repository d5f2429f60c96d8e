export { giveBack, settle, settleStuck, stake, type Studio } from './bets.ts'
