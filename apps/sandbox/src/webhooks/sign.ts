import { createHmac } from 'node:crypto'

/**
 * The x-signature header: the moment in Unix seconds, and the HMAC-SHA256 of that moment, a point and the raw body.
 * API Pix itself signs nothing (it trusts mutual TLS); a receiver on this machine needs something to check.
 */
export const signature = (secret: string, seconds: number, body: string): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
