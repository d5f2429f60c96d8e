import type { Fraction } from '@palpite/money/fraction'

type Worth = { readonly stakeCents: number; readonly multiplierE4: number }

/** The round's cash-out value, rounded down to the cent. */
export const worthCents = ({ stakeCents, multiplierE4 }: Worth): number =>
  Number((BigInt(stakeCents) * BigInt(multiplierE4)) / 10_000n)

/** A fraction as a number, for display. */
export const shareOf = ({ n, d }: Fraction): number => Number(n) / Number(d)
