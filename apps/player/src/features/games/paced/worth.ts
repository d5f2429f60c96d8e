import type { Fraction } from '@palpite/money/fraction'

type Standing = { readonly stakeCents: number; readonly multiplierE4: number }

/** What the stake is worth where the round stands, as taking it would pay: rounded down to the cent. */
export const worthCents = ({ stakeCents, multiplierE4 }: Standing): number =>
  Number((BigInt(stakeCents) * BigInt(multiplierE4)) / 10_000n)

/** A fraction as a plain share, to be shown. */
export const shareOf = ({ n, d }: Fraction): number => Number(n) / Number(d)
