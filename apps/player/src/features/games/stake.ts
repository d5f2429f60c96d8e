import { entryCents, entryOfCents, type MoneyEntry } from '@palpite/ui'

/** Half of a stake, rounded down to the cent, but never less than the least one. */
export const halved = (entry: MoneyEntry, leastCents: number): MoneyEntry =>
  entryOfCents(Math.max(leastCents, Math.floor(entryCents(entry) / 2)))

/** Twice a stake, but never more than may be staked and paid. */
export const doubled = (
  entry: MoneyEntry,
  { mostStakeCents, mostPaidStakeCents }: Pick<StakeBounds, 'mostStakeCents' | 'mostPaidStakeCents'>,
): MoneyEntry => entryOfCents(Math.min(mostStakeCents, mostPaidStakeCents, entryCents(entry) * 2))

export type StakeBounds = {
  leastStakeCents: number
  mostStakeCents: number
  /** The most a round pays, and the greatest stake whose win pays no more. */
  mostPayoutCents: number
  mostPaidStakeCents: number
}

export type StakeProblem = 'tooSmall' | 'tooGreat' | 'paysTooMuch' | 'tooMuch'

/**
 * Why a stake will not do, if it will not. The bounds come before the balance: only a stake that could be played is
 * worth a deposit. Nothing typed yet is no problem.
 */
export const stakeProblem = (
  cents: number,
  { leastStakeCents, mostStakeCents, mostPaidStakeCents }: StakeBounds,
  balanceCents: number,
): StakeProblem | undefined => {
  if (cents === 0) return undefined
  if (cents < leastStakeCents) return 'tooSmall'
  if (cents > mostStakeCents) return 'tooGreat'
  if (cents > mostPaidStakeCents) return 'paysTooMuch'
  return cents > balanceCents ? 'tooMuch' : undefined
}
