import { createHmac } from 'node:crypto'

/**
 * The x-signature header: Unix seconds, and the HMAC-SHA256 of these seconds, a point and the raw body. API Pix signs
 * nothing (it relies on mutual TLS); a receiver on this machine needs a signature to check.
 */
export const signature = (secret: string, seconds: number, body: string): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
