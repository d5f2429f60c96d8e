import { entryCents, entryOfCents, type MoneyEntry } from '@palpite/ui'

/** Half of a stake, rounded down to the cent, but never less than the least one. */
export const halved = (entry: MoneyEntry, minCents: number): MoneyEntry =>
  entryOfCents(Math.max(minCents, Math.floor(entryCents(entry) / 2)))

/** Twice a stake, but never more than may be staked and paid. */
export const doubled = (
  entry: MoneyEntry,
  { maxStakeCents, maxPaidStakeCents }: Pick<StakeBounds, 'maxStakeCents' | 'maxPaidStakeCents'>,
): MoneyEntry => entryOfCents(Math.min(maxStakeCents, maxPaidStakeCents, entryCents(entry) * 2))

/** The most that can be staked now: what the game takes and pays, and what the player has; never less than the least stake. */
export const greatest = (
  { minStakeCents, maxStakeCents, maxPaidStakeCents }: StakeBounds,
  balanceCents: number,
): MoneyEntry =>
  entryOfCents(Math.max(minStakeCents, Math.min(maxStakeCents, maxPaidStakeCents, balanceCents)))

/** Stakes that are one tap away, in cents: those a careful player begins with. */
const smallStakes = [100, 200, 500, 1000] as const

/** Those of them that may be staked and paid. */
export const quickStakes = ({
  minStakeCents,
  maxStakeCents,
  maxPaidStakeCents,
}: Pick<StakeBounds, 'minStakeCents' | 'maxStakeCents' | 'maxPaidStakeCents'>): number[] =>
  smallStakes.filter((cents) => cents >= minStakeCents && cents <= Math.min(maxStakeCents, maxPaidStakeCents))

export type StakeBounds = {
  minStakeCents: number
  maxStakeCents: number
  /** The most a round pays, and the greatest stake whose win pays no more. */
  maxPayoutCents: number
  maxPaidStakeCents: number
}

export type StakeProblem = 'tooSmall' | 'tooGreat' | 'paysTooMuch' | 'tooMuch'

/**
 * Why a stake will not do, if it will not. The bounds come before the balance: only a stake that could be played is
 * worth a deposit. Nothing typed yet is no problem.
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
