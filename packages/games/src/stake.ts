/** Why an amount is no valid stake. */
export type StakeRefusal = 'stake_not_whole_cents' | 'stake_not_positive'

/** Why this amount is no valid stake, if so: whole cents, at least one. */
export const checkStake = (stakeCents: number): StakeRefusal | undefined => {
  if (!Number.isSafeInteger(stakeCents)) return 'stake_not_whole_cents'
  return stakeCents > 0 ? undefined : 'stake_not_positive'
}

/** Asserts an amount that can be paid on: whole cents, not negative. */
export const assertPayable = (stakeCents: number): void => {
  const refusal = stakeCents === 0 ? undefined : checkStake(stakeCents)
  if (refusal) throw new Error(`nothing is paid on ${stakeCents} cents: ${refusal}`)
}
