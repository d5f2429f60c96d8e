import type { Sql } from '../platform/db/index.ts'
import { type OrderAtBank, selectOrderAtBank } from './books/queries.ts'
import { type OrderPayment, selectOrderPayments } from './orders/refund-queries.ts'
import type { WebhookItem } from './rails/payment-gateway.ts'
import { type KeptWebhook, selectParked, selectWebhook, selectWebhooksAbout } from './webhooks/queries.ts'

/** A body is shown up to here: a bank sends one payment or a few, and may send hundreds. */
const SHOWN_BYTES = 16 * 1024
/** Webhooks of one order that are shown: a bank that repeats itself repeats the same body, which is kept once. */
const SHOWN_WEBHOOKS = 20

type State = 'waits' | 'handled' | 'parked'

/** A webhook without its body: when it came, and what became of it. */
export type ToldByBank = Omit<KeptWebhook, 'items'> & { state: State; about: string[] }

/** Its body as it came, in so many letters at most. */
type Words = { body: string; isCut: boolean }

/** A top-up or a withdrawal beside what was paid and every webhook that told of it; nothing where there is none. */
export async function readBankMessages(
  sql: Sql,
  orderId: string,
): Promise<
  | {
      order: OrderAtBank
      payments: readonly OrderPayment[]
      webhooks: (ToldByBank & Words)[]
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
          // A webhook that was kept by a version before names the payment alone.
          ...payments.map(({ providerRef }) => ({ e2eid: providerRef })),
        ]
  const found = await selectWebhooksAbout(sql, named, SHOWN_WEBHOOKS + 1)
  return {
    order,
    payments,
    webhooks: found.slice(0, SHOWN_WEBHOOKS).map(withWords),
    isMore: found.length > SHOWN_WEBHOOKS,
  }
}

/** One webhook, whatever became of it. */
export async function readWebhook(sql: Sql, id: number): Promise<(ToldByBank & Words) | undefined> {
  const [found] = await selectWebhook(sql, id)
  return found && withWords(found)
}

/** Parked webhooks below an id, the newest first. */
export async function readParkedWebhooks(
  sql: Sql,
  below: number,
  max: number,
): Promise<(ToldByBank & { why: string })[]> {
  const rows = await selectParked(sql, below, max)
  return rows.map(({ why, ...row }) => ({ ...toldOf(row), why }))
}

function withWords({ body, ...row }: KeptWebhook & { body: string }): ToldByBank & Words {
  const bytes = Buffer.from(body, 'hex')
  return {
    ...toldOf(row),
    body: bytes.subarray(0, SHOWN_BYTES).toString('utf8'),
    isCut: bytes.length > SHOWN_BYTES,
  }
}

function toldOf({ items, ...row }: KeptWebhook): ToldByBank {
  const state = row.handledAt === null ? 'waits' : row.outcome === 'parked' ? 'parked' : 'handled'
  return { ...row, state, about: items.flatMap(nameOf) }
}

/** What an item is called at the bank; of one that nobody can read, nothing. */
function nameOf(item: WebhookItem | null): string[] {
  if (item?.kind === 'payout') return [item.payoutId]
  return item?.kind === 'pix' ? [item.e2eid] : []
}
