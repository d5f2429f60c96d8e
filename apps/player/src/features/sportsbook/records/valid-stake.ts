import type { Bet } from './bet.ts'

const refunded = 90
const drawn = 0
const lostHalf = 11
const wonHalf = 21

/**
 * The stake at risk in cents: all of it while open, none of a refunded or free one, and the unrefunded part of a half
 * result (the specification's valid amount).
 */
export const validStakeCents = ({ status, result, stakeCents, returnCents, isFree }: Bet): number => {
  if (isFree) return 0
  if (status === 'open') return stakeCents
  if (result === refunded || result === drawn) return 0
  if (result === lostHalf) return stakeCents - (returnCents ?? 0)
  if (result === wonHalf) return stakeCents - Math.floor(stakeCents / 2)
  return stakeCents
}
