import { entryCents, entryOfCents, type MoneyEntry } from '@palpite/ui'

/** Half a stake, rounded down to the cent, at least the minimum. */
export const halved = (entry: MoneyEntry, minCents: number): MoneyEntry =>
  entryOfCents(Math.max(minCents, Math.floor(entryCents(entry) / 2)))

/** Twice a stake, at most the playable maximum. */
export const doubled = (
  entry: MoneyEntry,
  { maxStakeCents, maxPaidStakeCents }: Pick<StakeBounds, 'maxStakeCents' | 'maxPaidStakeCents'>,
): MoneyEntry => entryOfCents(Math.min(maxStakeCents, maxPaidStakeCents, entryCents(entry) * 2))

/** The playable maximum: the game's limit, the payout limit and the balance; at least the minimum stake. */
export const greatest = (
  { minStakeCents, maxStakeCents, maxPaidStakeCents }: StakeBounds,
  balanceCents: number,
): MoneyEntry =>
  entryOfCents(Math.max(minStakeCents, Math.min(maxStakeCents, maxPaidStakeCents, balanceCents)))

/** One-tap stakes in cents: small ones. */
const smallStakes = [100, 200, 500, 1000] as const

/** Those within the bounds. */
export const quickStakes = ({
  minStakeCents,
  maxStakeCents,
  maxPaidStakeCents,
}: Pick<StakeBounds, 'minStakeCents' | 'maxStakeCents' | 'maxPaidStakeCents'>): number[] =>
  smallStakes.filter((cents) => cents >= minStakeCents && cents <= Math.min(maxStakeCents, maxPaidStakeCents))

export type StakeBounds = {
  minStakeCents: number
  maxStakeCents: number
  /** A round's maximum payout, and the largest stake whose win stays within it. */
  maxPayoutCents: number
  maxPaidStakeCents: number
}

export type StakeProblem = 'tooSmall' | 'tooGreat' | 'paysTooMuch' | 'tooMuch'

/**
 * Why a stake is invalid, if so. Bounds are checked before the balance: only a playable stake is worth a deposit. An
 * empty field is no error.
 */
export const stakeProblem = (
  cents: number,
  { minStakeCents, maxStakeCents, maxPaidStakeCents }: StakeBounds,
  balanceCents: number,
): StakeProblem | undefined => {
  if (cents === 0) return undefined
  if (cents < minStakeCents) return 'tooSmall'
  if (cents > maxStakeCents) return 'tooGreat'
  if (cents > maxPaidStakeCents) return 'paysTooMuch'
  return cents > balanceCents ? 'tooMuch' : undefined
}
