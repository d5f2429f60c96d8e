import {
  type HouseAccount,
  type LedgerBatch,
  lockAccounts,
  move,
  post,
  repayDebt,
} from '../../ledger/index.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { brokeUnique, type Tx } from '../../platform/db/index.ts'
import {
  grantBonus,
  meetRequirements,
  openRequirement,
  readWagering,
  type WageringBatch,
  writeWagering,
} from '../../wagering/index.ts'
import { topupCredited, topupReturning } from '../events.ts'
import type { Cashier } from '../cashier.ts'
import { cpfHashOf, payerHashOf, type Payer, readPayers } from '../read-payers.ts'
import type { Arrival, TopUpSource } from '../rails/index.ts'
import { TOPUP } from '../settings.ts'
import {
  type Arrived,
  arrivedHow,
  bonusGrantFor,
  discountFor,
  hasOwnFirstBonus,
  isStranger,
} from './rules.ts'
import {
  insertGivenBonuses,
  insertUnmatchedPayments,
  insertTopUps,
  lockOrders,
  type PaidOrder,
  selectGivenBonuses,
  selectOwners,
  selectPlayersWithTopUp,
  selectTopUps,
  type TopUpState,
  updateToCredited,
  updateToRejected,
} from './topup-queries.ts'

/** What became of money that came: credited now; booked before; no order's, so unmatched; or to be given back to whoever paid. */
export type CreditOutcome = 'credited' | 'booked' | 'unmatched' | 'to_return'

type Credit = {
  arrival: Arrival
  order: PaidOrder
  state: TopUpState
  bonusGrantCents: number
  isFirst: boolean
  /** How it came, where it was not as it was asked for. */
  how?: Arrived | undefined
}

type State = {
  cashier: Cashier
  source: TopUpSource
  /** Where what came over this rail stands. */
  account: HouseAccount
  batch: LedgerBatch
  orders: ReadonlyMap<string, PaidOrder>
  payers: ReadonlyMap<number, Payer>
  wagering: WageringBatch
  /** What is booked already, those decided in this list included. */
  booked: Set<string>
  /** Players who topped up before, and orders that money came for, likewise. */
  toppedUp: Set<number>
  paidOrders: Set<string>
  /** Persons, by the hash of their CPF, who had the bonus of a first top-up, likewise. */
  hadFirstBonus: Set<string>
  firstBonuses: { cpfHash: string; providerRef: string }[]
  credits: Credit[]
  unmatched: Arrival[]
}

/**
 * Credits money that a provider says it received: each payment once, what arrived and not what was asked for, also
 * after the order expired or was cancelled. Bonus, first debt repaid and wagering go with it. Answers in the
 * order given.
 */
export async function creditTopUps(
  cashier: Cashier,
  source: TopUpSource,
  arrivals: readonly Arrival[],
): Promise<CreditOutcome[]> {
  const account = await source.account()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await credit({ cashier, source, account }, arrivals)
    } catch (error) {
      // Another account of the same person was given the first bonus meanwhile: decided anew, it is seen.
      if (attempt === ATTEMPTS || !brokeUnique(error, 'cashier_given_bonus_once')) throw error
    }
  }
}

/** Each attempt that fails has seen one more person of the list; beyond these the list comes again by itself. */
const ATTEMPTS = 5

type Given = Pick<State, 'cashier' | 'source' | 'account'>

const credit = (given: Given, arrivals: readonly Arrival[]) =>
  given.cashier.deps.db.begin(async (tx): Promise<CreditOutcome[]> => {
    const state = await lockState(given, tx, arrivals)
    // What was met by now is closed first: a new span begins where the last open one ends.
    meetRequirements(state.wagering, state.batch, [...state.payers.keys()])
    const outcomes = arrivals.map((arrival) => decide(state, arrival))
    await write(tx, state)
    return outcomes
  })

async function lockState(given: Given, tx: Tx, arrivals: readonly Arrival[]): Promise<State> {
  const { cashier, source } = given
  const chargeRefs = arrivals.flatMap(({ chargeRef }) => chargeRef ?? [])
  const owners = await selectOwners(tx, source, chargeRefs)
  const playerIds = [...new Set(owners.map(({ playerId }) => playerId))]
  const batch = await lockAccounts(tx, playerIds)
  const [orders, booked, toppedUp, payers, wagering] = await Promise.all([
    lockOrders(tx, source, chargeRefs),
    selectTopUps(
      tx,
      source.rail,
      arrivals.map(({ providerRef }) => providerRef),
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
    hadFirstBonus: new Set(bonuses.map(({ cpfHash }) => cpfHash)),
    firstBonuses: [],
    credits: [],
    unmatched: [],
  }
}

const isPaid = (status: PaidOrder['status']) =>
  status === 'credited' || status === 'partly_reversed' || status === 'reversed'

function decide(state: State, arrival: Arrival): CreditOutcome {
  const { cashier, booked } = state
  const { providerRef, chargeRef, payerTaxId } = arrival
  if (booked.has(providerRef)) return 'booked'
  booked.add(providerRef)
  const order = chargeRef === undefined ? undefined : state.orders.get(chargeRef)
  if (!order) {
    state.unmatched.push(arrival)
    return 'unmatched'
  }
  const person = state.payers.get(order.playerId)?.person
  if (!cashier.policy.takesPaymentOf({ isOwnName: !isStranger(payerTaxId, person?.cpf) })) {
    state.credits.push({ arrival, order, state: 'to_return', bonusGrantCents: 0, isFirst: false })
    return 'to_return'
  }
  creditOne(state, arrival, order)
  return 'credited'
}

function creditOne(state: State, arrival: Arrival, order: PaidOrder): void {
  const { cashier, batch, toppedUp, paidOrders, account } = state
  const { playerId } = order
  const { providerRef, amountCents } = arrival
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
  }
  const giftCents = bonusGrantFor(order, came)
  const bonusGrantCents = giftCents + discountFor(order, came)
  if (isFirst && giftCents > 0 && cpfHash !== undefined && hasOwnFirstBonus(order)) {
    state.hadFirstBonus.add(cpfHash)
    state.firstBonuses.push({ cpfHash, providerRef })
  }
  const how = arrivedHow(order, { amountCents, isAgain: paidOrders.has(order.id) })
  toppedUp.add(playerId)
  paidOrders.add(order.id)
  state.credits.push({ arrival, order, state: 'credited', bonusGrantCents, isFirst, how })
  const cash = { playerId, kind: 'cash' } as const
  move(batch, { key: `topup:${providerRef}`, from: account, to: cash, cents: amountCents })
  const repaidCents = repayDebt(batch, { playerId, key: `repaid:${providerRef}` })
  const mainCents = Math.max(0, amountCents - repaidCents) * order.mainTimes
  const grant = { playerId, source: TOPUP, sourceId: providerRef, mainCents }
  if (bonusGrantCents === 0) openRequirement(state.wagering, grant)
  else {
    const { bonusTimes } = order
    grantBonus(state.wagering, batch, { ...grant, bonusGrantCents: bonusGrantCents, bonusTimes })
  }
}

async function write(tx: Tx, state: State): Promise<void> {
  const { cashier, source, batch, wagering, firstBonuses, credits, unmatched } = state
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
    credited.map(({ arrival, order, bonusGrantCents, isFirst, how }) => ({
      playerId: order.playerId,
      orderId: order.id,
      amountCents: arrival.amountCents,
      bonusGrantCents,
      first: isFirst,
      providerRef: arrival.providerRef,
      ...(how === undefined ? {} : { how, askedCents: order.amountCents }),
      isOfPanel: order.isOfPanel && order.wantsBonusGrant && arrival.amountCents === order.amountCents,
    })),
  )
}

const returningOf = ({ arrival, order }: Credit) => ({
  playerId: order.playerId,
  orderId: order.id,
  providerRef: arrival.providerRef,
  amountCents: arrival.amountCents,
})

const topUpRow = ({ arrival, order, bonusGrantCents, state, isFirst }: Credit) => ({
  providerRef: arrival.providerRef,
  orderId: order.id,
  playerId: order.playerId,
  amountCents: arrival.amountCents,
  bonusGrantCents,
  state,
  isFirst,
  payerSha256: payerHashOf(arrival.payerTaxId),
  paidAt: arrival.paidAt,
})

const unmatchedRow = ({ providerRef, chargeRef, amountCents, paidAt }: Arrival) => ({
  providerRef,
  chargeRef: chargeRef ?? null,
  amountCents,
  paidAt,
})
