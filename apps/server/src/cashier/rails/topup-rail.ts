import type { Cents } from '@palpite/money'
import type { HouseAccount } from '../../ledger/index.ts'
import type { ChargeAnswer, Charge as PixCharge, ChargeRequest, Refund, Span } from './payment-gateway.ts'
import type { RailName } from './payout-rail.ts'

/** A payment that came in, as the provider reports it when asked: the authoritative record. */
export type IncomingPayment = {
  /** What the provider calls it, the same for ever: credited once. */
  providerRef: string
  /** Of which order's charge; absent where it paid none. */
  chargeRef: string | undefined
  amountCents: Cents
  paidAt: Date
  /** The payer's CPF or CNPJ where the provider tells; may be masked with asterisks. */
  payerTaxId: string | undefined
  refunds: readonly Refund[]
}

/** Who brings money in over a rail, and the account of the house where what came stands. */
export type TopUpSource = {
  rail: RailName
  provider: string
  account: () => Promise<HouseAccount>
}

export type Charge = Omit<PixCharge, 'pixes' | 'txid'> & { arrivals: readonly IncomingPayment[] }

type RefundRequest = { providerRef: string; id: string; amountCents: Cents }

/**
 * A way for money to come in against charges. A charge asked for twice under one id is one; what came is asked for, never
 * believed from a webhook. Calls throw a Fault where the provider cannot be reached or does not answer sensibly.
 */
export type TopUpRail = TopUpSource & {
  createCharge: (
    request: Omit<ChargeRequest, 'txid'> & { chargeRef: string },
  ) => Promise<Exclude<ChargeAnswer, { kind: 'open' }> | { kind: 'open'; charge: Charge }>
  /** The charge, or nothing when the provider does not know it. */
  getCharge: (chargeRef: string) => Promise<Charge | undefined>
  removeCharge: (chargeRef: string) => Promise<void>
  /** What came; `foreign` where it is none of ours, nothing when the provider does not know it. */
  getIncomingPayment: (providerRef: string) => Promise<IncomingPayment | 'foreign' | undefined>
  /** All that came to us in this span; `refunded` leaves only those with money going back. */
  listIncomingPayments: (span: Span, only?: { refunded: true }) => Promise<readonly IncomingPayment[]>
  /** Gives back (part of) what came; the same id answers the same refund. */
  refund: (request: RefundRequest) => Promise<Refund | { state: 'refused'; why: string }>
}
