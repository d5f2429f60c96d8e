import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { WebhookItem } from './payment-gateway.ts'

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

const MAX_ITEMS = 1000

const bodyShape = z.object({ pix: z.array(z.unknown()).max(MAX_ITEMS) })
const name = z.string().regex(/^[A-Za-z0-9]{1,64}$/)
const payoutItem = z.object({ gnExtras: z.object({ idEnvio: name.max(35) }) })
const pixItem = z.object({ endToEndId: name, txid: name.optional().catch(undefined) })

/** What a webhook is about, item by item: a bad item does not lose the others. */
export function readWebhook(raw: Buffer): { items: WebhookItem[]; unreadable: number } {
  const body = bodyShape.safeParse(parse(raw))
  if (!body.success) return { items: [], unreadable: 1 }
  const items = body.data.pix.flatMap(readItem)
  return { items, unreadable: body.data.pix.length - items.length }
}

function readItem(item: unknown): WebhookItem[] {
  const payout = payoutItem.safeParse(item)
  if (payout.success) return [{ kind: 'payout', payoutId: payout.data.gnExtras.idEnvio }]
  const pix = pixItem.safeParse(item)
  if (!pix.success) return []
  const { endToEndId: e2eid, txid: chargeRef } = pix.data
  return [{ kind: 'pix', e2eid, ...(chargeRef !== undefined && { chargeRef }) }]
}

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8')) as unknown
  } catch {
    return undefined // signed but not JSON: counted as unreadable by the caller
  }
}
