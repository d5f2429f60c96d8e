import {
  type HouseAccount,
  lockAccounts,
  move,
  repayDebt,
  type LedgerBatch,
  post,
} from '../../ledger/index.ts'
import { brokeUnique, type Tx } from '../../platform/db/index.ts'
import {
  grantBonus,
  meetRequirements,
  openRequirement,
  readWagering,
  type WageringBatch,
  writeWagering,
} from '../../wagering/index.ts'
import type { Cashier } from '../cashier.ts'
import { cpfHashOf, type Payer, readPayers, payerHashOf } from '../read-payers.ts'
import type { IncomingPayment } from '../rails/payment-gateway.ts'
import type { TopUpSource } from '../rails/providers.ts'
import { TOPUP } from '../settings.ts'
import {
  deviationOf,
  bonusGrantFor,
  discountFor,
  hasOwnFirstBonus,
  isOwnPayer,
  type PaymentDeviation,
} from './rules.ts'
import {
  lockOrders,
  type PaidOrder,
  selectGivenBonuses,
  selectOwners,
  selectPlayersWithTopUp,
  selectTopUps,
  insertGivenBonuses,
  insertTopUps,
  insertUnmatchedPayments,
  type TopUpState,
  updateToCredited,
  updateToDiscountGiven,
  updateToRejected,
} from './topup-queries.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { topupCredited, topupReturning } from '../events.ts'

/**
 * The outcome of an incoming payment: credited now; booked before; unmatched because it belongs to no order; or to be
 * returned to its payer.
 */
export type CreditOutcome = 'credited' | 'booked' | 'unmatched' | 'to_return'

type State = Credits & {
  /** The house account of this provider, which the payment is credited from. */
  account: HouseAccount
  orders: ReadonlyMap<string, PaidOrder>
  payers: ReadonlyMap<number, Payer>
  /** Payments already booked, including those of this list. */
  booked: Set<string>
  /** Players who topped up before, and orders already paid, including those of this list. */
  toppedUp: Set<number>
  paidOrders: Set<string>
  /** Discounts that a top-up has used, including those of this list. */
  usedDiscounts: Set<string>
  /** Persons, by CPF hash, who already got a first top-up bonus, including those of this list. */
  hadFirstBonus: Set<string>
}

/**
 * Credits payments that a provider reports as received: each payment once, with the amount paid rather than the amount
 * ordered, also after the order expired or was cancelled. In the same transaction it repays debt, grants the bonus and opens
 * the wagering requirement. Answers in the order given.
 */
export async function creditTopUps(
  cashier: Cashier,
  source: TopUpSource,
  payments: readonly IncomingPayment[],
): Promise<CreditOutcome[]> {
  const account = await source.account()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await credit({ cashier, source, account }, payments)
    } catch (error) {
      // Another account of the same person got the first bonus meanwhile: the next attempt reads it.
      if (attempt === ATTEMPTS || !brokeUnique(error, 'cashier_given_bonus_once')) throw error
    }
  }
}

/**
 * Each failed attempt means one more such person in the list; after these the caller's next run retries it.
 */
const ATTEMPTS = 5

type Given = Pick<State, 'cashier' | 'source' | 'account'>

const credit = (given: Given, payments: readonly IncomingPayment[]) =>
  given.cashier.deps.db.begin(async (tx): Promise<CreditOutcome[]> => {
    const state = await lockState(given, tx, payments)
    // Close met requirements first: the turnover of a new requirement starts where the last open one ends.
    meetRequirements(state.wagering, state.batch, [...state.payers.keys()])
    const outcomes = payments.map((payment) => decide(state, payment))
    await writeCredits(tx, state)
    return outcomes
  })

async function lockState(given: Given, tx: Tx, payments: readonly IncomingPayment[]): Promise<State> {
  const { cashier, source } = given
  const chargeRefs = payments.flatMap(({ chargeRef }) => chargeRef ?? [])
  const owners = await selectOwners(tx, source, chargeRefs)
  const playerIds = [...new Set(owners.map(({ playerId }) => playerId))]
  const batch = await lockAccounts(tx, playerIds)
  const [orders, booked, toppedUp, payers, wagering] = await Promise.all([
    lockOrders(tx, source, chargeRefs),
    selectTopUps(
      tx,
      source.rail,
      payments.map(({ providerRef }) => providerRef),
    ),
    selectPlayersWithTopUp(tx, playerIds),
    readPayers(tx, playerIds),
    readWagering(tx, cashier.policy, playerIds),
  ])
  const bonuses = await selectGivenBonuses(
    tx,
    [...payers.values()].flatMap((payer) => cpfHashOf(payer) ?? []),
  )
  return {
    ...given,
    batch,
    orders: new Map(orders.map((order) => [order.chargeRef, order])),
    payers,
    wagering,
    booked: new Set(booked.map(({ providerRef }) => providerRef)),
    toppedUp: new Set(toppedUp.map(({ playerId }) => playerId)),
    paidOrders: new Set(orders.filter(({ status }) => isPaid(status)).map(({ id }) => id)),
    usedDiscounts: new Set(
      orders.flatMap(({ discountId, isDiscountUsed }) => (isDiscountUsed && discountId) || []),
    ),
    hadFirstBonus: new Set(bonuses.map(({ cpfHash }) => cpfHash)),
    firstBonuses: [],
    credits: [],
    unmatched: [],
  }
}

const isPaid = (status: PaidOrder['status']) =>
  status === 'credited' || status === 'partly_reversed' || status === 'reversed'

function decide(state: State, payment: IncomingPayment): CreditOutcome {
  const { cashier, booked } = state
  const { providerRef, chargeRef, payerTaxId } = payment
  if (booked.has(providerRef)) return 'booked'
  booked.add(providerRef)
  const order = chargeRef === undefined ? undefined : state.orders.get(chargeRef)
  if (!order) {
    state.unmatched.push(payment)
    return 'unmatched'
  }
  const person = state.payers.get(order.playerId)?.person
  const { restrictsPayer } = state.source
  if (
    !cashier.policy.takesPaymentOf({ isOwnName: isOwnPayer({ payerTaxId, restrictsPayer }, person?.cpf) })
  ) {
    state.credits.push({
      payment,
      order,
      state: 'to_return',
      bonusGrantCents: 0,
      discountCents: 0,
      isFirst: false,
    })
    return 'to_return'
  }
  creditOne(state, payment, order)
  return 'credited'
}

function creditOne(state: State, payment: IncomingPayment, order: PaidOrder): void {
  const { cashier, batch, toppedUp, paidOrders, usedDiscounts, account } = state
  const { playerId, discountId } = order
  const { providerRef, amountCents, paidAt } = payment
  const isFirst = !toppedUp.has(playerId)
  if (paidOrders.has(order.id)) cashier.alarm('paid_twice', { providerRef, orderId: order.id })
  if (amountCents !== order.amountCents) cashier.alarm('other_amount', { providerRef, orderId: order.id })
  const payer = state.payers.get(playerId)
  const isTestAccount = payer?.isTestAccount ?? false
  const cpfHash = payer && cpfHashOf(payer)
  const isGranted = cashier.policy.grantsGift({ isTestAccount, isIdentified: true })
  const came = {
    amountCents,
    isFirst,
    isFirstOfOrder: !paidOrders.has(order.id),
    isGranted,
    hadFirstBonus: cpfHash !== undefined && state.hadFirstBonus.has(cpfHash),
    isDiscountUsed: discountId !== null && usedDiscounts.has(discountId),
  }
  const giftCents = bonusGrantFor(order, came)
  const discountCents = discountFor(order, came)
  const bonusGrantCents = giftCents + discountCents
  if (isFirst && giftCents > 0 && cpfHash !== undefined && hasOwnFirstBonus(order)) {
    state.hadFirstBonus.add(cpfHash)
    state.firstBonuses.push({ cpfHash, providerRef })
  }
  const { isDiscountUsed } = came
  const how = deviationOf(order, { amountCents, paidAt, isAgain: paidOrders.has(order.id), isDiscountUsed })
  toppedUp.add(playerId)
  if (discountId !== null && discountCents > 0) usedDiscounts.add(discountId)
  paidOrders.add(order.id)
  const cash = { playerId, kind: 'cash' } as const
  move(batch, { key: `topup:${providerRef}`, from: account, to: cash, cents: amountCents })
  // Earlier cash may have paid a part of the debt: at most this payment counts.
  const repaidCents = Math.min(amountCents, repayDebt(batch, { playerId, key: `repaid:${providerRef}` }))
  state.credits.push({
    payment,
    order,
    state: 'credited',
    bonusGrantCents,
    discountCents,
    isFirst,
    how,
    repaidCents,
  })
  const mainCents = (amountCents - repaidCents) * order.mainTimes
  const grant = { playerId, source: TOPUP, sourceId: providerRef, mainCents }
  if (bonusGrantCents === 0) openRequirement(state.wagering, grant)
  else {
    const { bonusTimes } = order
    grantBonus(state.wagering, batch, { ...grant, bonusGrantCents: bonusGrantCents, bonusTimes })
  }
}

/** A payment and the decision about it. */
type Credit = {
  payment: IncomingPayment
  order: PaidOrder
  state: TopUpState
  bonusGrantCents: number
  /** The part of the bonus that a discount had promised. */
  discountCents: number
  isFirst: boolean
  /** How the payment deviates from its order. */
  how?: PaymentDeviation | null | undefined
  /** The part that paid a debt. */
  repaidCents?: number
}

/** The rows and transfers that a list of payments leads to. */
type Credits = {
  cashier: Cashier
  source: TopUpSource
  batch: LedgerBatch
  wagering: WageringBatch
  firstBonuses: { cpfHash: string; providerRef: string }[]
  credits: Credit[]
  unmatched: IncomingPayment[]
}

/** Writes the decisions on incoming payments: transfers, rows and events, one statement per table. */
async function writeCredits(
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
    credited.map(({ payment, order, bonusGrantCents, isFirst, how, repaidCents = 0 }) => ({
      playerId: order.playerId,
      orderId: order.id,
      amountCents: payment.amountCents,
      bonusGrantCents,
      first: isFirst,
      providerRef: payment.providerRef,
      ...(how ? { how, askedCents: order.amountCents } : {}),
      ...(repaidCents > 0 && { repaidCents }),
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
