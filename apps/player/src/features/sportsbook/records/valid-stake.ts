import type { Bet } from './bet.ts'

const refunded = 90
const drawn = 0
const lostHalf = 11
const wonHalf = 21

/**
 * The part of a stake that was at risk, in cents: all of it while the bet is open, nothing of one that was given back or that the house gave,
 * and of a half result what was not given back (the specification's valid amount).
 */
export const validStakeCents = ({ status, result, stakeCents, returnCents, isFree }: Bet): number => {
  if (isFree) return 0
  if (status === 'open') return stakeCents
  if (result === refunded || result === drawn) return 0
  if (result === lostHalf) return stakeCents - (returnCents ?? 0)
  if (result === wonHalf) return stakeCents - Math.floor(stakeCents / 2)
  return stakeCents
}
