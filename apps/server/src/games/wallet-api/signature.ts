import { createHmac, timingSafeEqual } from 'node:crypto'
import { WALLET_WINDOW_MS } from '@palpite/contract/studio'

type Signed = { secret: string; timestamp: string; path: string; raw: Buffer }

/** The signature of a call: HMAC-SHA256 over `<timestamp>.<path>.` and the raw bytes of the body, as hex. */
const signatureOf = ({ secret, timestamp, path, raw }: Signed): string =>
  createHmac('sha256', secret).update(`${timestamp}.${path}.`).update(raw).digest('hex')

/** Whether a signature is that of these bytes. Compared in constant time. */
export function isSignedBy(signed: Signed, given: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(given)) return false
  return timingSafeEqual(Buffer.from(signatureOf(signed), 'hex'), Buffer.from(given, 'hex'))
}

/** Whether a timestamp is a moment near enough to now. */
export const isTimely = (timestamp: string, nowMs: number): boolean =>
  /^\d{13}$/.test(timestamp) && Math.abs(Number(timestamp) - nowMs) <= WALLET_WINDOW_MS
