import { createHmac, timingSafeEqual } from 'node:crypto'

const SHAPE = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/

/** Whether a header may be a signature at all: of what has none the body is not worth reading. */
export const isSignature = (header: string | undefined): boolean => SHAPE.test(header ?? '')

/**
 * When the sender signed these bytes (Unix seconds), or nothing when the signature is not one of this secret.
 * `t=<seconds>,v1=<hex HMAC-SHA256 of "<seconds>." + raw body>`; the raw bytes count, before any parsing.
 */
export function signedAt(secret: string, raw: Buffer, header: string | undefined): number | undefined {
  const match = SHAPE.exec(header ?? '')
  const [, seconds, given] = match ?? []
  if (seconds === undefined || given === undefined) return undefined
  const right = createHmac('sha256', secret).update(`${seconds}.`).update(raw).digest()
  return timingSafeEqual(right, Buffer.from(given, 'hex')) ? Number(seconds) : undefined
}
