import type { Sql } from '../platform/db/index.ts'
import { type OrderAtBank, selectOrderAtBank } from './books/queries.ts'
import { type OrderPayment, selectOrderPayments } from './orders/refund-queries.ts'
import type { WebhookItem } from './rails/payment-gateway.ts'
import { type KeptWebhook, selectParked, selectWebhook, selectWebhooksAbout } from './webhooks/queries.ts'

/** The first bytes of a body that are shown: a bank sends one payment or a few, but may send hundreds. */
const SHOWN_BYTES = 16 * 1024
/** The most webhooks shown for one order; a repeated identical body is stored once. */
const SHOWN_WEBHOOKS = 20

type State = 'waits' | 'handled' | 'parked'

/** A webhook without its body: when it came, and its handling state. */
export type WebhookSummary = Omit<KeptWebhook, 'items'> & { state: State; about: string[] }

/** Its body as received, cut to a length. */
type WebhookBody = { body: string; isCut: boolean }

/** A top-up or withdrawal with its payments and every webhook about it; undefined where it does not exist. */
export async function readBankMessages(
  sql: Sql,
  orderId: string,
): Promise<
  | {
      order: OrderAtBank
      payments: readonly OrderPayment[]
      webhooks: (WebhookSummary & WebhookBody)[]
      isMore: boolean
    }
  | undefined
> {
  const [order] = await selectOrderAtBank(sql, orderId)
  if (!order) return undefined
  const payments = order.kind === 'topup' ? await selectOrderPayments(sql, orderId) : []
  const named =
    order.kind === 'withdrawal'
      ? [{ payoutId: orderId }]
      : [
          { chargeRef: order.providerRef },
          // A webhook stored by an older version names only the payment.
          ...payments.map(({ providerRef }) => ({ e2eid: providerRef })),
        ]
  const found = await selectWebhooksAbout(sql, named, SHOWN_WEBHOOKS + 1)
  return {
    order,
    payments,
    webhooks: found.slice(0, SHOWN_WEBHOOKS).map(withBody),
    isMore: found.length > SHOWN_WEBHOOKS,
  }
}

/** One webhook, in any state. */
export async function readWebhook(sql: Sql, id: number): Promise<(WebhookSummary & WebhookBody) | undefined> {
  const [found] = await selectWebhook(sql, id)
  return found && withBody(found)
}

/** Parked webhooks below an id, newest first. */
export async function readParkedWebhooks(
  sql: Sql,
  below: number,
  max: number,
): Promise<(WebhookSummary & { why: string })[]> {
  const rows = await selectParked(sql, below, max)
  return rows.map(({ why, ...row }) => ({ ...summaryOf(row), why }))
}

function withBody({ body, ...row }: KeptWebhook & { body: string }): WebhookSummary & WebhookBody {
  const bytes = Buffer.from(body, 'hex')
  return {
    ...summaryOf(row),
    body: bytes.subarray(0, SHOWN_BYTES).toString('utf8'),
    isCut: bytes.length > SHOWN_BYTES,
  }
}

function summaryOf({ items, ...row }: KeptWebhook): WebhookSummary {
  const state = row.handledAt === null ? 'waits' : row.outcome === 'parked' ? 'parked' : 'handled'
  return { ...row, state, about: items.flatMap(nameOf) }
}

/** The bank's names for an item; none for an unreadable one. */
function nameOf(item: WebhookItem | null): string[] {
  if (item?.kind === 'payout') return [item.payoutId]
  return item?.kind === 'pix' ? [item.e2eid] : []
}
