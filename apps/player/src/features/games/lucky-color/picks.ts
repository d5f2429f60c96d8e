import { LUCKY_PAYS, type LuckyBet, luckyMultiplier, LUCKY_DIGITS, luckyReturnToPlayer } from '@palpite/games'

/** A bet by its wire word. */
const luckyBetOf = (pick: string): LuckyBet => {
  if (pick === 'green' || pick === 'red' || pick === 'violet') return { kind: 'colour', colour: pick }
  if (pick === 'small' || pick === 'big') return { kind: 'size', size: pick }
  return { kind: 'digit', digit: Number(pick) }
}

/** A bet's maximum payout in hundredths of the stake, its winning digits of ten, and its exact return. */
export const termsOf = (pick: string) => {
  const pays = Array.from({ length: LUCKY_DIGITS }, (_, digit) => luckyMultiplier(luckyBetOf(pick), digit))
  return {
    pays: Math.max(...pays),
    /** The lowest payout of a winning digit, in hundredths of the stake. */
    leastPays: Math.min(...pays.filter((each) => each > 0)),
    wins: pays.filter((each) => each > 0).length,
    returned: luckyReturnToPlayer(luckyBetOf(pick)),
  }
}

export const colourPicks = ['green', 'violet', 'red'] as const
export const digitPicks = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
export const sizePicks = ['small', 'big'] as const

/** A colour's payout on the digit that is also violet. */
export const dualPays = LUCKY_PAYS.dual
