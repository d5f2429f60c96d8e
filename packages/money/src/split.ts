import { cents, type Cents } from './cents.ts'

/**
 * Splits an amount over weights; the parts sum to the amount. Each is within a cent of its exact share; spare cents go
 * to the largest remainders, first one first. Asserts: a non-negative amount; whole non-negative weights, not all
 * zero.
 */
export const splitByWeights = (amount: Cents, weights: readonly number[]): Cents[] => {
  if (amount < 0) throw new Error('only an amount of zero or more can be split')
  if (!weights.every((weight) => Number.isSafeInteger(weight) && weight >= 0)) {
    throw new Error('weights must be whole and not negative')
  }
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (total === 0n) throw new Error('at least one weight must be above zero')
  const shares = weights.map((weight, position) => {
    const exact = BigInt(amount) * BigInt(weight)
    return { position, part: exact / total, remainder: exact % total }
  })
  const given = shares.reduce((sum, share) => sum + share.part, 0n)
  const luckiest = shares
    .toSorted((a, b) => Number(b.remainder - a.remainder)) // stable: of equal ones the first stays first
    .slice(0, Number(BigInt(amount) - given))
  const lucky = new Set(luckiest.map((share) => share.position))
  return shares.map((share) => cents(Number(share.part) + (lucky.has(share.position) ? 1 : 0)))
}

/** Splits an amount into parts as equal as whole cents allow, keeping the sum. Asserts: 1 to 10,000 parts. */
export const splitEvenly = (amount: Cents, parts: number): Cents[] => {
  if (!Number.isSafeInteger(parts) || parts < 1 || parts > 10_000)
    throw new Error('parts must be 1 to 10,000')
  return splitByWeights(
    amount,
    Array.from({ length: parts }, () => 1),
  )
}

/**
 * amount × part / whole, rounded down. The rest stays with the caller. Asserts: whole above zero, part between zero
 * and whole, both safe integers.
 */
export const prorate = (amount: Cents, part: number, whole: number): Cents => {
  if (!Number.isSafeInteger(part) || !Number.isSafeInteger(whole) || whole <= 0 || part < 0 || part > whole) {
    throw new Error('a part must be between zero and its whole')
  }
  if (amount < 0) throw new Error('only an amount of zero or more can be prorated')
  return cents(Number((BigInt(amount) * BigInt(part)) / BigInt(whole)))
}
