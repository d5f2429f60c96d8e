import { cents, type Cents } from '@palpite/money'
import { fraction, type Fraction } from '@palpite/money/fraction'
import { payoutCents, type Multiplier } from './multiplier.ts'

export const LUCKY_DIGITS = 10

/** A bet on a colour, one digit, or the half of the digits. */
export type LuckyBet =
  | { readonly kind: 'colour'; readonly colour: 'green' | 'red' | 'violet' }
  | { readonly kind: 'digit'; readonly digit: number }
  | { readonly kind: 'size'; readonly size: 'small' | 'big' }

/** Each bet's payout including the stake, in hundredths. `dual` is green on 5 and red on 0. */
export type LuckyPays = {
  readonly colour: Multiplier
  readonly dual: Multiplier
  readonly violet: Multiplier
  readonly digit: Multiplier
  readonly size: Multiplier
}

/** A return of 96 % on every bet. */
export const LUCKY_PAYS: LuckyPays = { colour: 200, dual: 160, violet: 480, digit: 960, size: 192 }

export type LuckyRefusal = 'no_such_digit'

/** Why this bet is invalid, if so. */
export const checkLuckyBet = (bet: LuckyBet): LuckyRefusal | undefined =>
  bet.kind === 'digit' && !(Number.isSafeInteger(bet.digit) && bet.digit >= 0 && bet.digit < LUCKY_DIGITS)
    ? 'no_such_digit'
    : undefined

/** The colours of a digit: odd green, even red, 0 and 5 also violet. */
export const luckyColours = (digit: number): readonly ('green' | 'red' | 'violet')[] => {
  if (!Number.isSafeInteger(digit) || digit < 0 || digit >= LUCKY_DIGITS) throw new Error(`no digit ${digit}`)
  const main = digit % 2 === 1 ? 'green' : 'red'
  return digit % 5 === 0 ? [main, 'violet'] : [main]
}

/** What the bet pays on this digit, in hundredths; 0 when it loses. */
export const luckyMultiplier = (bet: LuckyBet, digit: number, pays: LuckyPays = LUCKY_PAYS): Multiplier => {
  const colours = luckyColours(digit)
  if (bet.kind === 'digit') return bet.digit === digit ? pays.digit : 0
  if (bet.kind === 'size') return (digit < 5 ? 'small' : 'big') === bet.size ? pays.size : 0
  if (!colours.includes(bet.colour)) return 0
  if (bet.colour === 'violet') return pays.violet
  return colours.length === 2 ? pays.dual : pays.colour
}

/** What the bet returns on this digit. Asserts: a bet that `checkLuckyBet` allows. */
export const luckyPayoutCents = (stakeCents: Cents, bet: LuckyBet, digit: number): Cents => {
  const refusal = checkLuckyBet(bet)
  if (refusal) throw new Error(`not a bet: ${refusal}`)
  const multiplier = luckyMultiplier(bet, digit)
  return multiplier === 0 ? cents(0) : payoutCents(stakeCents, multiplier)
}

/** Exact return to player of a bet, counted over the ten digits. */
export const luckyReturnToPlayer = (bet: LuckyBet, pays: LuckyPays = LUCKY_PAYS): Fraction => {
  const digits = Array.from({ length: LUCKY_DIGITS }, (_, digit) => luckyMultiplier(bet, digit, pays))
  return fraction(
    digits.reduce((sum, multiplier) => sum + multiplier, 0),
    LUCKY_DIGITS * 100,
  )
}
