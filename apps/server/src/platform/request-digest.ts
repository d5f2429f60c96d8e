import { createHash } from 'node:crypto'

/**
 * Tells what a request asked for from anything else under the same request id. The order of its fields makes no difference,
 * and one that is missing is the same as one that is undefined.
 * Shape: 43 letters, as `request_digest` columns keep it.
 */
export const requestDigest = (asked: object): string =>
  createHash('sha256').update(JSON.stringify(asked, inOrder)).digest('base64url')

const inOrder = (_name: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value
