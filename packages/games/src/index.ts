/** The door of games: rules, pay tables and fairness. The server plays with it, the browser verifies with it. */
export { fairBytes, fairFloats, fairWords, type HmacSha256, type Seeds } from './fairness.ts'
export { plainHmac, seedHash } from './plain-hmac.ts'
export {
  checkDiceBet,
  DICE_RESULTS,
  diceChance,
  diceMultiplier,
  dicePayoutCents,
  diceReturnToPlayer,
  isDiceWin,
  rollDice,
  type DiceBet,
  type DiceRefusal,
} from './dice.ts'
