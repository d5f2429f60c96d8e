import { createHash } from 'node:crypto'
import { cents } from '@palpite/money'
import { present } from '../../platform/errors.ts'
import type { Cashier } from '../cashier.ts'
import type { IncomingPayment } from '../rails/payment-gateway.ts'
import type { TopUpSource } from '../rails/providers.ts'
import { openTopUpGate, readPersonHolds } from '../../protection/index.ts'
import { readDepositedByAll } from '../orders/open-orders.ts'
import { creditTopUps } from '../orders/credit-topups.ts'
import { reverseTopUps } from '../orders/incoming-payments.ts'
import { quoteTermsOf } from '../rails/quotes.ts'
import {
  insertTransferOrder,
  lockShownRate,
  lockWaiting,
  type Transfer,
  updateOrderOf,
  updatePrice,
  updateTransfer,
  updateUnpriced,
  updateUsed,
} from './queries.ts'
import { centsOfUsdt, type Price, priceOf } from './rules.ts'
import type { Tx } from '../../platform/db/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import {
  type Decision,
  insertDecision,
  lockUncredited,
  selectDecision,
  updateToWaived,
  type Waiting,
} from './uncredited-queries.ts'

/** The source of top-ups over a chain: there are no charges to open. */
const chainTopUps: TopUpSource = {
  rail: 'usdt',
  provider: 'chain',
  account: async () => 'usdt_in',
  restrictsPayer: false,
}

/** The permanent name of a transfer: it is credited once under it. */
const nameOf = ({ network, hash, account, nth, turn }: Transfer): string =>
  `${network}:${hash}:${account}:${nth}:${turn}`

/** The order id of a transfer, derived from its name, so that a second attempt finds the first one's order. */
const chargeRefOf = (transfer: Transfer): string =>
  createHash('sha256').update(nameOf(transfer)).digest('hex').slice(0, 32)

/**
 * Credits a transfer that is deep enough: at the rate shown to its player as far as that rate's amount
 * reaches, the rest at the current rate. Without a fresh price it waits, and after `usdtRateMaxAgeSeconds` an
 * operator decides; under a policy without USDT it waits for another policy. Every step can be repeated, by
 * this server or another.
 */
export async function creditTransfer(cashier: Cashier, transfer: Transfer): Promise<void> {
  const { deps, policy } = cashier
  if (!policy.terms.topUpMethods.includes('USDT')) {
    deps.log.warn({ hash: transfer.hash }, 'a top-up in USDT waits: the policy in force allows none')
    return
  }
  const price = await fixPrice(cashier, transfer)
  if (price === 'decided') return
  if (!price) return waitForPrice(cashier, transfer)
  const amountCents = centsOfUsdt(transfer.micros, price)
  if (await waitsForReview(cashier, { ...transfer, ...price })) {
    // The job runs every few seconds, so only the run that priced the transfer says that it waits.
    if (transfer.rateE4 === null) {
      deps.log.warn(
        { hash: transfer.hash },
        'a top-up in USDT waits until an operator has reviewed its player',
      )
    }
    return
  }
  if (transfer.orderId === null) await makeOrder(cashier, transfer, amountCents)
  await creditTopUps(cashier, chainTopUps, [incomingPaymentOf(transfer, amountCents)])
  await updateTransfer(deps.db, transfer, {
    from: ['seen', 'gone'],
    status: 'credited',
    block: transfer.block,
    missedAtBlock: null,
  })
}

/**
 * Whether a priced transfer waits, as larger top-ups by PIX do, until an operator has reviewed a player who may be politically
 * exposed (docs/decisions/0070). What came in today counts every transfer that waits, this one among them, however old it is.
 */
export async function waitsForReview(cashier: Cashier, transfer: Transfer): Promise<boolean> {
  const { deps, policy, settings } = cashier
  const { playerId, micros, rateE4, restMicros, restRateE4, orderId } = transfer
  if (rateE4 === null || orderId !== null) return false
  const { unreviewed } = await readPersonHolds(deps.db, policy, [playerId])
  if (!unreviewed.has(playerId)) return false
  const gate = await openTopUpGate(deps.db, policy, { playerIds: [playerId] })
  const deposited = (await readDepositedByAll(deps.db, gate, unreviewed)).get(playerId)
  const amountCents = centsOfUsdt(micros, { rateE4, restMicros, restRateE4 })
  return Math.max(amountCents, deposited?.day ?? 0) > settings.exposedReviewAboveCents
}

/**
 * Stores the price of a transfer, once: a server that finds one already stored uses it; or learns that the transfer
 * no longer waits, because another server has credited it or left it to an operator in the meantime.
 */
async function fixPrice(
  { deps, usdt, settings }: Cashier,
  transfer: Transfer,
): Promise<Price | 'decided' | undefined> {
  // The source of the price may be slow, so it is read before anything is locked.
  const live = await usdt.quotes.read(quoteTermsOf(settings))
  return deps.db.begin(async (tx) => {
    const waiting = await lockWaiting(tx, transfer)
    if (!waiting) return 'decided'
    if (waiting.price) return waiting.price
    const shown = await lockShownRate(tx, transfer)
    const price = priceOf(transfer.micros, shown, live?.rateE4)
    if (!price) return undefined
    if (shown) await updateUsed(tx, shown.id, Math.min(transfer.micros, shown.leftMicros))
    await updatePrice(tx, transfer, price)
    return price
  })
}

async function waitForPrice({ deps, settings, alarm }: Cashier, transfer: Transfer): Promise<void> {
  const { network, hash } = transfer
  deps.log.warn({ hash }, 'a top-up in USDT waits for a price')
  const isLeft = await updateUnpriced(deps.db, transfer, settings.usdtRateMaxAgeSeconds)
  if (isLeft) alarm('usdt_no_rate', { network, hash })
}

const makeOrder = ({ deps, policy, settings }: Cashier, transfer: Transfer, amountCents: number) =>
  deps.db.begin(async (tx) => {
    const chargeRef = chargeRefOf(transfer)
    await insertTransferOrder(tx, {
      id: deps.random.hex(16),
      payNo: deps.random.hex(16),
      chargeRef,
      playerId: transfer.playerId,
      amountCents,
      mainTimes: policy.terms.wagersTopUps ? settings.wagering.main : 0,
    })
    await updateOrderOf(tx, transfer, chargeRef)
  })

const incomingPaymentOf = (transfer: Transfer, amountCents: number): IncomingPayment => ({
  providerRef: nameOf(transfer),
  chargeRef: chargeRefOf(transfer),
  amountCents: cents(amountCents),
  paidAt: transfer.blockAt,
  payerTaxId: undefined,
  refunds: [],
})

/** Reverses a credited transfer that the chain lost, like a bank's refund: missing money becomes a debt. */
export async function reverseTransfer(cashier: Cashier, transfer: Transfer): Promise<void> {
  const { micros, rateE4, restMicros, restRateE4 } = transfer
  const price = { rateE4: present(rateE4, 'the rate of a credited transfer'), restMicros, restRateE4 }
  const amountCents = cents(centsOfUsdt(micros, price))
  const refund = { id: 'reorganised', amountCents, state: 'returned' as const, nature: 'REORGANISED' }
  await reverseTopUps(cashier, chainTopUps, [
    { ...incomingPaymentOf(transfer, amountCents), refunds: [refund] },
  ])
  await updateTransfer(cashier.deps.db, transfer, {
    from: ['credited'],
    status: 'taken_back',
    block: transfer.block,
    missedAtBlock: null,
  })
}

/**
 * Records an operator's decision on a transfer that was not credited automatically. It is credited by a later
 * run although it is below the minimum, or, if it had no rate, at the rate current then; or it stays
 * uncredited, because it was sent back by hand or belongs to nobody. Other tokens have no price and can only
 * stay uncredited. Idempotent.
 */
export async function decideUncredited(
  tx: Tx,
  request: Decision,
): Promise<Result<{ decided: Waiting | undefined }, 'not_found' | 'request_mismatch'>> {
  const waiting = await lockUncredited(tx, request.transferId)
  const before = await selectDecision(tx, request.requestId)
  if (before) return isSame(before, request) ? ok({ decided: undefined }) : refuse('request_mismatch')
  if (!waiting) return refuse('not_found')
  if (request.outcome === 'credit') {
    if (waiting.status === 'other_token') return refuse('not_found')
    await updateToWaived(tx, request.transferId)
  }
  await insertDecision(tx, request)
  return ok({ decided: waiting })
}

const isSame = (one: Decision, other: Decision): boolean =>
  one.transferId === other.transferId &&
  one.operatorId === other.operatorId &&
  one.outcome === other.outcome &&
  one.reason === other.reason
