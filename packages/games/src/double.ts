import { cents, type Cents } from '@palpite/money'
import { fraction, type Fraction } from '@palpite/money/fraction'
import { payoutCents, type Multiplier } from './multiplier.ts'

export const DOUBLE_SLOTS = 15

export type DoubleColour = 'white' | 'red' | 'black'

/** Each colour's payout including the stake, in hundredths. */
export type DoublePays = Readonly<Record<DoubleColour, Multiplier>>

/** White 14×, red and black 2×: a return of 14/15 on every colour. */
export const DOUBLE_PAYS: DoublePays = { white: 1400, red: 200, black: 200 }

/** The slots' order on the strip. */
export const DOUBLE_STRIP: readonly number[] = [0, 11, 5, 10, 6, 9, 7, 8, 1, 14, 2, 13, 3, 12, 4]

/** The colour of a slot: 0 white, 1–7 red, 8–14 black. Asserts: a slot of the strip. */
export const doubleColour = (slot: number): DoubleColour => {
  if (!Number.isSafeInteger(slot) || slot < 0 || slot >= DOUBLE_SLOTS) throw new Error(`no slot ${slot}`)
  return slot === 0 ? 'white' : slot <= 7 ? 'red' : 'black'
}

/** What a bet on a colour returns when this slot comes. */
export const doublePayoutCents = (stakeCents: Cents, colour: DoubleColour, slot: number): Cents =>
  doubleColour(slot) === colour ? payoutCents(stakeCents, DOUBLE_PAYS[colour]) : cents(0)

/** Exact return to player of a colour, counted over all slots. */
export const doubleReturnToPlayer = (colour: DoubleColour, pays: DoublePays = DOUBLE_PAYS): Fraction => {
  const wins = DOUBLE_STRIP.filter((slot) => doubleColour(slot) === colour).length
  return fraction(wins * pays[colour], DOUBLE_SLOTS * 100)
}
