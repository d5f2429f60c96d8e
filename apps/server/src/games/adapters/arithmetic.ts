import type { RefusalCode } from '@palpite/contract'
import type { Fraction } from '@palpite/money/fraction'

/** A fraction as a plain share, to be shown. */
export const asShare = ({ n, d }: Fraction): number => Number(n) / Number(d)

/** What a stake pays at a multiplier of hundredths, rounded down to the cent. */
export const payoutOf = (stakeCents: number, hundredths: number): number =>
  Number((BigInt(stakeCents) * BigInt(hundredths)) / 100n)

type Moved<Round, Reason extends RefusalCode> =
  | { readonly ok: true; readonly round: Round }
  | { readonly ok: false; readonly reason: Reason }

/** A step of the rules of a game as a step of its adapter: their reasons are refusals of the contract, by the same names. */
export const stepped = <Round, Reason extends RefusalCode>(moved: Moved<Round, Reason>) =>
  moved.ok ? moved : ({ ok: false, refusal: { code: moved.reason } } as const)
