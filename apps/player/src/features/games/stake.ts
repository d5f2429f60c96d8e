import { entryCents, entryOfCents, type MoneyEntry } from '@palpite/ui'

/** Half of a stake, rounded down to the cent, but never less than the least one. */
export const halved = (entry: MoneyEntry, leastCents: number): MoneyEntry =>
  entryOfCents(Math.max(leastCents, Math.floor(entryCents(entry) / 2)))

/** Twice a stake, but never more than the most one. */
export const doubled = (entry: MoneyEntry, mostCents: number): MoneyEntry =>
  entryOfCents(Math.min(mostCents, entryCents(entry) * 2))

export type StakeBounds = { leastStakeCents: number; mostStakeCents: number }

export type StakeProblem = 'tooSmall' | 'tooGreat' | 'tooMuch'

/**
 * Why a stake will not do, if it will not. The bounds come before the balance: only a stake that could be played is
 * worth a deposit. Nothing typed yet is no problem.
 */
export const stakeProblem = (
  cents: number,
  { leastStakeCents, mostStakeCents }: StakeBounds,
  balanceCents: number,
): StakeProblem | undefined => {
  if (cents === 0) return undefined
  if (cents < leastStakeCents) return 'tooSmall'
  if (cents > mostStakeCents) return 'tooGreat'
  return cents > balanceCents ? 'tooMuch' : undefined
}
