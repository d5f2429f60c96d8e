import { createHmac, timingSafeEqual } from 'node:crypto'

const SIGNATURE = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/

/** Whether a header has the form of a signature; without one the body is not read. */
export const isSignature = (header: string | undefined): boolean => SIGNATURE.test(header ?? '')

/**
 * When the sender signed these bytes (Unix seconds); undefined if the signature does not fit this secret.
 * `t=<seconds>,v1=<hex HMAC-SHA256 of "<seconds>." + raw body>`, over the raw bytes before any parsing.
 */
export function signedAt(secret: string, raw: Buffer, header: string | undefined): number | undefined {
  const match = SIGNATURE.exec(header ?? '')
  const [, seconds, given] = match ?? []
  if (seconds === undefined || given === undefined) return undefined
  const right = createHmac('sha256', secret).update(`${seconds}.`).update(raw).digest()
  return timingSafeEqual(right, Buffer.from(given, 'hex')) ? Number(seconds) : undefined
}
