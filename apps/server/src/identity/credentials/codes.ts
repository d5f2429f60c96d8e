import { createHash, timingSafeEqual } from 'node:crypto'

/** A code of so many digits, each as likely. */
export const freshCode = (digits: number, below: (below: number) => number): string =>
  Array.from({ length: digits }, () => String(below(10))).join('')

/**
 * What is kept of a code: bound to its row. Few digits are soon tried through by who has the table; the ten
 * minutes and five tries are what protects them, the hash keeps them out of sight.
 */
export const codeHash = (resetId: number, code: string): string =>
  createHash('sha256').update(`${resetId}:${code}`).digest('base64url')

/** Whether two hashes are the same, in the same time wherever they differ. */
export const isSameHash = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
