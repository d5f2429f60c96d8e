import { type Cents, cents } from '@palpite/money'
import { Fault } from '../../platform/errors.ts'
import type { UsdtNetwork } from '@palpite/money/usdt'
import type { HouseAccount } from '../../ledger/index.ts'
import type { WithdrawMethod } from '../../protection/index.ts'

/** A charge asked for: `chargeRef` (the txid of a Pix) is ours, so asking twice cannot open two. */
type ChargeRequest = {
  chargeRef: string
  amountCents: Cents
  lifeSeconds: number
  payer: { cpf: string; name: string }
  /** Nobody else may pay: a bank that can refuses them, one that cannot takes their money, which is then given back. */
  isPayerOnly: boolean
  text: string
}

/**
 * How a charge stands at the bank. Expiry is no state of its own there; a state we do not know counts as
 * open, and never as paid.
 */
export type Charge = {
  state: 'open' | 'paid' | 'removed'
  amountCents: Cents
  /** The copy-and-paste code, checked: it says this amount and leads to this charge. */
  brCode: string
  /** What came in for it, on our own key. */
  payments: readonly IncomingPayment[]
}

/** A payment that came in, as the provider reports it when asked: the authoritative record. */
export type IncomingPayment = {
  /** What the provider calls it (the end-to-end id of a Pix), the same for ever: credited once. */
  providerRef: string
  /** Of which order's charge; absent where it paid none. */
  chargeRef: string | undefined
  amountCents: Cents
  paidAt: Date
  /** The payer's CPF or CNPJ where the provider tells; may be masked with asterisks. */
  payerTaxId: string | undefined
  refunds: readonly Refund[]
}

/** Money of a received Pix that goes back, by our will or by that of the bank (MED). */
export type Refund = {
  id: string
  amountCents: Cents
  state: 'pending' | 'returned' | 'failed'
  nature: string
}

type RefundRequest = { providerRef: string; id: string; amountCents: Cents }

/** A payout asked for: `payoutId` is ours and stays the same for ever, so no retry sends twice. */
export type PayoutRequest = {
  payoutId: string
  amountCents: Cents
  key: string
  /** Whom the key must belong to: the bank refuses when it belongs to anybody else. */
  payee: { cpf: string } | { cnpj: string }
}

export type Payout = {
  payoutId: string
  state: 'processing' | 'paid' | 'failed'
  /** Where whoever carries it counts in reais. */
  amountCents: Cents | undefined
  /** What whoever carries it calls it: the end-to-end id of a Pix, the hash of a transaction. */
  providerRef: string | undefined
}

/**
 * What is known after asking for a payout, or asking about one. `unknown` covers time-outs, broken connections and
 * every answer that does not say for certain: it is never a failure. `refused` and `absent` are the bank's
 * own words: it did not take this payout on; it does not know this id.
 */
export type PayoutAnswer =
  | { kind: 'known'; payout: Payout }
  | { kind: 'refused'; why: string }
  | { kind: 'absent' }
  | { kind: 'unknown'; why: string }

type ChargeAnswer = { kind: 'open'; charge: Charge } | { kind: 'refused'; why: string }

/**
 * What a webhook is about. It is a hint: the thing itself is asked from the bank. The charge is what operators find it by; one
 * that was kept by a version before says none.
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

/** How a bank takes payouts in one call. Each keeps its own id, is taken on or refused for itself, and is asked about alone. */
type PayoutBatch = {
  /** In one call. */
  max: number
  /** Answers each, in the order asked; nothing where the bank takes no batch now: each may then be asked for alone. */
  create: (requests: readonly PayoutRequest[]) => Promise<readonly PayoutAnswer[] | undefined>
}

/**
 * A payment provider. Calls throw a Fault when the provider cannot be reached or does not answer sensibly;
 * payouts alone turn that into `unknown`, because their caller must decide about it.
 */
export type PaymentGateway = {
  createCharge: (request: ChargeRequest) => Promise<ChargeAnswer>
  /** The charge, or nothing when the bank does not know it. */
  getCharge: (chargeRef: string) => Promise<Charge | undefined>
  removeCharge: (chargeRef: string) => Promise<void>
  /** What came in; `foreign` where it is on no key of ours (a bank that tells no key is believed), nothing when the bank does not know it. */
  getPayment: (providerRef: string) => Promise<IncomingPayment | 'foreign' | undefined>
  /** All that came to us in this span; `refunded` leaves only those with money going back. */
  listPayments: (span: Span, only?: { refunded: true }) => Promise<readonly IncomingPayment[]>
  /** Gives back (part of) what came; the same id answers the same refund. */
  refund: (request: RefundRequest) => Promise<Refund | { state: 'refused'; why: string }>
  createPayout: (request: PayoutRequest) => Promise<PayoutAnswer>
  /** Of a bank that takes many in one call. */
  payoutBatch: PayoutBatch | undefined
  getPayout: (payoutId: string) => Promise<PayoutAnswer>
  /** What stands on our account at the bank now, in cents. */
  readBalance: () => Promise<number>
  /** Checks the signature over the raw bytes, in constant time; nothing when it is not the provider's. */
  parseWebhook: (raw: Buffer, signature: string | undefined) => Webhook | undefined
  registerWebhook: (url: string) => Promise<void>
}

/** No provider: every call is a fault, and no webhook is anybody's. The rest of the server runs on. */
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
    parseWebhook: () => undefined,
    registerWebhook: closed,
  }
}

export type RailName = 'pix' | 'usdt'

/** Which rail carries a method. Every method has one: a test walks the table. */
export const railOf: Readonly<Record<WithdrawMethod, RailName>> = { CPF: 'pix', CNPJ: 'pix', USDT: 'usdt' }

/** A payout as a rail gets it: the id is ours and stays the same for ever. */
export type PayoutOrder = {
  payoutId: string
  method: WithdrawMethod
  /** The PIX key, or the address. */
  payCardNo: string
  netCents: number
  /** Both of USDT alone. */
  network: UsdtNetwork | null
  usdtMicros: number | null
}

/**
 * A way for money to leave. Asked twice with the same id it sends once. What it cannot say for certain is `unknown`,
 * never a failure; only its own word makes a payout failed.
 */
export type PayoutRail = {
  methods: readonly WithdrawMethod[]
  /** The account of the house where what it sent stands. Asked for before any account is held. */
  account: () => Promise<HouseAccount>
  createPayout: (order: PayoutOrder) => Promise<PayoutAnswer>
  /** Of a rail that carries many in one call: answers each in the order asked, or nothing where it takes no batch now. */
  batch?: {
    max: number
    create: (orders: readonly PayoutOrder[]) => Promise<readonly PayoutAnswer[] | undefined>
  }
  getPayout: (payoutId: string) => Promise<PayoutAnswer>
}

/** The rails that are no bank's, each under its name. */
export type PayoutRails = Readonly<Record<Exclude<RailName, 'pix'>, PayoutRail>>

/** Payouts over PIX by one provider, to a CPF or CNPJ that the key must belong to. */
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
