import { type LedgerBatch, post } from '../../ledger/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { type WageringBatch, writeWagering } from '../../wagering/index.ts'
import type { Cashier } from '../cashier.ts'
import { topupCredited, topupReturning } from '../events.ts'
import type { IncomingPayment } from '../rails/payment-gateway.ts'
import type { TopUpSource } from '../rails/providers.ts'
import { payerHashOf } from '../read-payers.ts'
import type { PaymentDeviation } from './rules.ts'
import {
  insertGivenBonuses,
  insertTopUps,
  insertUnmatchedPayments,
  type PaidOrder,
  type TopUpState,
  updateToCredited,
  updateToDiscountGiven,
  updateToRejected,
} from './topup-queries.ts'

/** A payment with what was decided about it. */
export type Credit = {
  payment: IncomingPayment
  order: PaidOrder
  state: TopUpState
  bonusGrantCents: number
  /** What of the bonus a discount had promised. */
  discountCents: number
  isFirst: boolean
  /** How it came, where it was not as it was asked for. */
  how?: PaymentDeviation | null | undefined
}

/** What a list of payments came to, as it is written. */
export type Credits = {
  cashier: Cashier
  source: TopUpSource
  batch: LedgerBatch
  wagering: WageringBatch
  firstBonuses: { cpfHash: string; providerRef: string }[]
  credits: Credit[]
  unmatched: IncomingPayment[]
}

/** Writes what was decided of payments that came in: money, rows and what others are told, one statement a table. */
export async function writeCredits(
  tx: Tx,
  { cashier, source, batch, wagering, firstBonuses, credits, unmatched }: Credits,
): Promise<void> {
  const { rail, provider } = source
  if (firstBonuses.length > 0) {
    await insertGivenBonuses(
      tx,
      firstBonuses.map(({ cpfHash, providerRef }) => ({
        cpfSha256: cpfHash,
        kind: 'first_topup',
        rail,
        providerRef,
      })),
    )
  }
  await writeWagering(tx, wagering)
  await post(tx, batch)
  const credited = credits.filter(({ state }) => state === 'credited')
  const rejected = credits.filter(({ state }) => state !== 'credited')
  if (credits.length > 0)
    await insertTopUps(
      tx,
      credits.map((one) => ({ rail, provider, ...topUpRow(one) })),
    )
  if (credited.length > 0)
    await updateToCredited(
      tx,
      credited.map(({ order }) => order.id),
    )
  const discounted = credited.filter(({ discountCents }) => discountCents > 0)
  if (discounted.length > 0)
    await updateToDiscountGiven(
      tx,
      discounted.map(({ order }) => order.id),
    )
  if (rejected.length > 0)
    await updateToRejected(
      tx,
      rejected.map(({ order }) => order.id),
    )
  if (unmatched.length > 0) {
    const rows = unmatched.map((one) => ({ rail, provider, ...unmatchedRow(one) }))
    for (const { providerRef } of await insertUnmatchedPayments(tx, rows)) {
      cashier.alarm('unmatched_payment', { providerRef })
    }
  }
  if (rejected.length > 0) await writeEvents(tx, topupReturning, rejected.map(returningOf))
  await writeEvents(
    tx,
    topupCredited,
    credited.map(({ payment, order, bonusGrantCents, isFirst, how }) => ({
      playerId: order.playerId,
      orderId: order.id,
      amountCents: payment.amountCents,
      bonusGrantCents,
      first: isFirst,
      providerRef: payment.providerRef,
      ...(how ? { how, askedCents: order.amountCents } : {}),
      isOfPanel: order.isOfPanel && order.wantsBonusGrant && payment.amountCents === order.amountCents,
    })),
  )
}

const returningOf = ({ payment, order }: Credit) => ({
  playerId: order.playerId,
  orderId: order.id,
  providerRef: payment.providerRef,
  amountCents: payment.amountCents,
})

const topUpRow = ({ payment, order, bonusGrantCents, state, isFirst, how = null }: Credit) => ({
  providerRef: payment.providerRef,
  orderId: order.id,
  playerId: order.playerId,
  amountCents: payment.amountCents,
  bonusGrantCents,
  state,
  isFirst,
  came: how,
  payerSha256: payerHashOf(payment.payerTaxId),
  paidAt: payment.paidAt,
})

const unmatchedRow = ({ providerRef, chargeRef, amountCents, paidAt }: IncomingPayment) => ({
  providerRef,
  chargeRef: chargeRef ?? null,
  amountCents,
  paidAt,
})
