import { createHash } from 'node:crypto'
import { cents } from '@palpite/money'
import { present } from '../../platform/errors.ts'
import type { Cashier } from '../cashier.ts'
import type { IncomingPayment } from '../rails/payment-gateway.ts'
import type { TopUpSource } from '../rails/providers.ts'
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

/** Top-ups over a chain: nobody is asked for a charge, so it is a source and no more. */
const chainTopUps: TopUpSource = {
  rail: 'usdt',
  provider: 'chain',
  account: async () => 'usdt_in',
  restrictsPayer: false,
}

/** What names a transfer for ever: credited once by it. */
const nameOf = ({ network, hash, account, nth, turn }: Transfer): string =>
  `${network}:${hash}:${account}:${nth}:${turn}`

/** The order of a transfer by the transfer's name: whoever makes it finds the one that is there. */
const chargeRefOf = (transfer: Transfer): string =>
  createHash('sha256').update(nameOf(transfer)).digest('hex').slice(0, 32)

/**
 * Credits a transfer that lies deep enough: at the rate that its player was shown when it came as far as that reaches, the
 * rest at the one of now. Without a fresh price it waits for one, then for an operator; under a law that takes no USDT, for
 * another. Each step may be repeated, by this server or another.
 */
export async function creditTransfer(cashier: Cashier, transfer: Transfer): Promise<void> {
  const { deps, policy } = cashier
  if (!policy.terms.topUpMethods.includes('USDT')) {
    deps.log.warn({ hash: transfer.hash }, 'a top-up in USDT waits: the law in force takes none')
    return
  }
  const price = await fixPrice(cashier, transfer)
  if (price === 'decided') return
  if (!price) return waitForPrice(cashier, transfer)
  const amountCents = centsOfUsdt(transfer.micros, price)
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
 * Says what a transfer is priced at, once: of two servers that look at it the second finds what the first has said; or that
 * it waits no more, since another server has credited it or left it to an operator while this one asked for the price.
 */
async function fixPrice(
  { deps, usdt, settings }: Cashier,
  transfer: Transfer,
): Promise<Price | 'decided' | undefined> {
  // Whoever says the price may be slow: asked before anything is held.
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

/** Reverses a credited transfer that is in the chain no more, as what a bank takes back: what is gone is a debt. */
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
 * Decides a transfer that was not credited by itself: it is credited though it is less than the least, or (one that
 * nobody knew a rate for in time) at the rate of when it is; or left as it is
 * (sent back by hand, or nobody's). What is no USDT has no price, and can only be left. Sent again it acts once.
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
