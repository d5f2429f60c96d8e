/** The API of games: rules, pay tables and fairness, shared by the server and the browser's verifier. */
export { fairBytes, fairFloats, fairWords, type HmacSha256, type Seeds } from './fairness.ts'
export { plainHmac, seedHash } from './plain-hmac.ts'
export { fairShuffle } from './words.ts'
export { chainCommitment, hashChain, isNextInChain } from './chain.ts'
export type { Multiplier } from './multiplier.ts'
export {
  ALGORITHM_VERSIONS,
  isCommitted,
  roundOutcome,
  type GameName,
  type ProofRefusal,
  type RoundOutcome,
  type RoundProof,
} from './verify.ts'
export {
  checkDiceBet,
  DICE_RESULTS,
  diceChance,
  diceMaxStake,
  diceMultiplier,
  dicePayoutCents,
  diceReturnToPlayer,
  isDiceWin,
  rollDice,
  type DiceBet,
  type DiceRefusal,
} from './dice.ts'
export {
  checkLimboTarget,
  isLimboWin,
  LIMBO_MAX_TARGET,
  LIMBO_MIN_TARGET,
  LIMBO_STEPS,
  limboChancePercent,
  limboPayoutCents,
  limboReturnToPlayer,
  limboWinningSteps,
  rollLimbo,
  type LimboRefusal,
} from './limbo.ts'
export {
  cashOutMines,
  checkMineCount,
  checkMines,
  MINES_TILES,
  minesChance,
  minesMultiplier,
  minesPayoutCents,
  minesReturnBounds,
  minesReturnToPlayer,
  minesView,
  openTile,
  placeMines,
  startMines,
  type MinesRefusal,
  type MinesRound,
  type MinesView,
} from './mines.ts'
export { checkStake, type StakeRefusal } from './stake.ts'
export {
  cashOutRows,
  checkRows,
  isRowDifficulty,
  pickTile,
  placeRows,
  ROW_DIFFICULTIES,
  rowChance,
  rowMultiplier,
  rowPayoutCents,
  rowReturnToPlayer,
  ROWS,
  rowView,
  startRows,
  type RowDifficulty,
  type RowRefusal,
  type RowRound,
  type RowView,
} from './row-double.ts'
export {
  DOUBLE_PAYS,
  DOUBLE_SLOTS,
  DOUBLE_STRIP,
  doubleColour,
  doublePayoutCents,
  doubleReturnToPlayer,
  type DoubleColour,
  type DoublePays,
} from './double.ts'
export {
  checkLuckyBet,
  LUCKY_DIGITS,
  LUCKY_PAYS,
  luckyColours,
  luckyMultiplier,
  luckyPayoutCents,
  luckyReturnToPlayer,
  type LuckyBet,
  type LuckyPays,
  type LuckyRefusal,
} from './lucky-colour.ts'
export { drawLuckyDigit, rollDouble } from './shared-draws.ts'
export {
  checkCrashTarget,
  crashCurve,
  crashPayoutCents,
  crashPoint,
  crashReturnToPlayer,
  crashTimeMs,
  type CrashRefusal,
} from './crash.ts'
export {
  closeSharedRound,
  drawSharedRound,
  openSharedRound,
  sharedView,
  placeSharedBet,
  type SharedBet,
  type SharedRefusal,
  type SharedRound,
  type SharedView,
} from './shared-round.ts'
export {
  cashOutCrash,
  crashTicketPayoutCents,
  crashView,
  endCrash,
  joinCrash,
  openCrashRound,
  startCrash,
  type CrashRound,
  type CrashRoundRefusal,
  type CrashTicket,
  type CrashView,
} from './crash-round.ts'
export { SLOT_REELS, SLOT_ROWS, STUDIO_SLOT, type SlotMachine, type SlotSymbol } from './slot-machine.ts'
export { slotPayoutCents, spinAt, spinStops, type LineWin, type Spin } from './slot.ts'
export { countSlot, type SlotCount } from './slot-count.ts'
export { countSlotRound, FREE_SPIN_SLOT, FREE_SPINS, slotRound, type SlotRound } from './slot-round.ts'
