import { type Cents, cents } from '@palpite/money'
import { Fault } from '../../platform/errors.ts'
import type { UsdtNetwork } from '@palpite/money/usdt'
import type { HouseAccount } from '../../ledger/index.ts'
import type { WithdrawMethod } from '../../protection/index.ts'

/** A request to open a charge. `chargeRef` (the txid of a Pix) is ours, so a retry cannot open a second one. */
type ChargeRequest = {
  chargeRef: string
  amountCents: Cents
  lifeSeconds: number
  payer: { cpf: string; name: string }
  /**
   * Only the player may pay. A bank that can check the payer refuses others; any other bank accepts the money, which
   * is then returned.
   */
  isPayerOnly: boolean
  text: string
}

/** A charge at the bank. Expiry is no state there; an unknown state counts as open, and never as paid. */
export type Charge = {
  state: 'open' | 'paid' | 'removed'
  amountCents: Cents
  /** The copy-and-paste code, validated: it has this amount and leads to this charge. */
  brCode: string
  /** Payments of it on our own key. */
  payments: readonly IncomingPayment[]
}

/** An incoming payment as the provider reports it when asked: the authoritative record. */
export type IncomingPayment = {
  /** The provider's permanent id (the end-to-end id of a Pix): credited once. */
  providerRef: string
  /** The charge of the order; undefined if it paid none. */
  chargeRef: string | undefined
  amountCents: Cents
  paidAt: Date
  /** The payer's CPF or CNPJ where the provider reports it; may be masked with asterisks. */
  payerTaxId: string | undefined
  refunds: readonly Refund[]
}

/** A refund of a received Pix, requested by us or by the bank (MED). */
export type Refund = {
  id: string
  amountCents: Cents
  state: 'pending' | 'returned' | 'failed'
  nature: string
}

type RefundRequest = { providerRef: string; id: string; amountCents: Cents }

/** A payout request: `payoutId` is ours and never changes, so no retry pays twice. */
export type PayoutRequest = {
  payoutId: string
  amountCents: Cents
  key: string
  /** The required owner of the key: the bank refuses a key of anyone else. */
  payee: { cpf: string } | { cnpj: string }
}

export type Payout = {
  payoutId: string
  state: 'processing' | 'paid' | 'failed'
  /** Only for providers that count in reais. */
  amountCents: Cents | undefined
  /** The provider's id: the end-to-end id of a Pix, or a transaction hash. */
  providerRef: string | undefined
}

/**
 * The answer to a payout request or a query about one. `unknown` covers time-outs, broken connections and every
 * ambiguous answer: it is never a failure. `refused` and `absent` are the bank's own statements: it did not accept
 * this payout; it does not know this id.
 */
export type PayoutAnswer =
  | { kind: 'known'; payout: Payout }
  | { kind: 'refused'; why: string }
  | { kind: 'absent' }
  | { kind: 'unknown'; why: string }

type ChargeAnswer = { kind: 'open'; charge: Charge } | { kind: 'refused'; why: string }

/**
 * The subject of a webhook. It is a hint: the data itself is read from the bank. Operators find it by the charge;
 * webhooks stored by an older version have none.
 */
export type WebhookItem =
  | { kind: 'pix'; e2eid: string; chargeRef?: string }
  | { kind: 'payout'; payoutId: string }

type Webhook = {
  sentAtSeconds: number
  items: readonly WebhookItem[]
  /** How many items could not be read. */
  unreadable: number
}

export type Span = { from: Date; to: Date }

/** Payouts in one call. Each keeps its own id, is accepted or refused individually, and is queried individually. */
type PayoutBatch = {
  /** Payouts per call. */
  max: number
  /**
   * Answers each in the order asked; undefined if the bank accepts no batch now: the caller may then send them one by
   * one.
   */
  create: (requests: readonly PayoutRequest[]) => Promise<readonly PayoutAnswer[] | undefined>
}

/**
 * A payment provider. Calls throw a Fault if the provider cannot be reached or gives no valid answer; only payouts
 * turn that into `unknown`, because their caller must decide about it.
 */
export type PaymentGateway = {
  createCharge: (request: ChargeRequest) => Promise<ChargeAnswer>
  /** The charge; undefined if the bank does not know it. */
  getCharge: (chargeRef: string) => Promise<Charge | undefined>
  removeCharge: (chargeRef: string) => Promise<void>
  /**
   * The payment; `foreign` if it came to a key that is not ours (a bank that reports no key is trusted), undefined if
   * the bank does not know it.
   */
  getPayment: (providerRef: string) => Promise<IncomingPayment | 'foreign' | undefined>
  /** All payments received in this span; `refunded` keeps only those with refunds. */
  listPayments: (span: Span, only?: { refunded: true }) => Promise<readonly IncomingPayment[]>
  /** Refunds all or part of a payment; the same id answers the same refund. */
  refund: (request: RefundRequest) => Promise<Refund | { state: 'refused'; why: string }>
  createPayout: (request: PayoutRequest) => Promise<PayoutAnswer>
  /** Only for a bank that accepts batches. */
  payoutBatch: PayoutBatch | undefined
  getPayout: (payoutId: string) => Promise<PayoutAnswer>
  /** Our current balance at the bank, in cents. */
  readBalance: () => Promise<number>
  /** The items of a webhook, once its signature over the raw bytes is verified; undefined if it is not the provider's. */
  verifyWebhook: (raw: Buffer, signature: string | undefined) => Webhook | undefined
  registerWebhook: (url: string) => Promise<void>
}

/** No provider: every call is a fault, and every webhook is rejected. The rest of the server runs on. */
export function closedGateway(): PaymentGateway {
  const closed = () => Promise.reject(new Fault('no payment provider is configured (PIX_URL and its keys)'))
  const unknown = () =>
    Promise.resolve({ kind: 'unknown', why: 'no payment provider is configured' } as const)
  return {
    createCharge: closed,
    getCharge: closed,
    removeCharge: closed,
    getPayment: closed,
    listPayments: closed,
    refund: closed,
    createPayout: unknown,
    payoutBatch: undefined,
    getPayout: unknown,
    readBalance: closed,
    verifyWebhook: () => undefined,
    registerWebhook: closed,
  }
}

export type RailName = 'pix' | 'usdt'

/** The rail of each withdrawal method; a test walks the table. */
export const railOf: Readonly<Record<WithdrawMethod, RailName>> = { CPF: 'pix', CNPJ: 'pix', USDT: 'usdt' }

/** A payout for a rail: the id is ours and never changes. */
export type PayoutOrder = {
  payoutId: string
  method: WithdrawMethod
  /** The PIX key, or the address. */
  payCardNo: string
  netCents: number
  /** Both fields only for USDT. */
  network: UsdtNetwork | null
  usdtMicros: number | null
}

/**
 * A payout rail. A repeated id pays once. An uncertain outcome is `unknown`, never a failure; only the rail's own
 * statement makes a payout failed.
 */
export type PayoutRail = {
  methods: readonly WithdrawMethod[]
  /** The house account that its payouts are booked on. Read before any account is locked. */
  account: () => Promise<HouseAccount>
  createPayout: (order: PayoutOrder) => Promise<PayoutAnswer>
  /** Only for a rail that pays in batches: answers each in the order asked, or undefined if it accepts no batch now. */
  batch?: {
    max: number
    create: (orders: readonly PayoutOrder[]) => Promise<readonly PayoutAnswer[] | undefined>
  }
  getPayout: (payoutId: string) => Promise<PayoutAnswer>
}

/** The rails other than PIX, by name. */
export type PayoutRails = Readonly<Record<Exclude<RailName, 'pix'>, PayoutRail>>

/** PIX payouts by one provider, to a CPF or CNPJ that must own the key. */
export function pixPayouts(gateway: PaymentGateway, account: PayoutRail['account']): PayoutRail {
  const { payoutBatch: batch } = gateway
  return {
    methods: ['CPF', 'CNPJ'],
    account,
    createPayout: (order) => gateway.createPayout(requestOf(order)),
    ...(batch && { batch: { max: batch.max, create: (orders) => batch.create(orders.map(requestOf)) } }),
    getPayout: (payoutId) => gateway.getPayout(payoutId),
  }
}

const requestOf = ({ payoutId, method, payCardNo, netCents }: PayoutOrder): PayoutRequest => ({
  payoutId,
  amountCents: cents(netCents),
  key: payCardNo,
  payee: method === 'CNPJ' ? { cnpj: payCardNo } : { cpf: payCardNo },
})
