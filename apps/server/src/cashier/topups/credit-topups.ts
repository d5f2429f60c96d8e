import { type LedgerBatch, lockAccounts, move, post, repayDebt } from '../../ledger/index.ts'
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
import type { ReceivedPix } from '../gateway/index.ts'
import { cpfHashOf, payerHashOf, type Payer, readPayers } from '../read-payers.ts'
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

/** What became of a Pix: credited now; booked before; no order's, so unmatched; or to be given back to whoever paid. */
export type CreditOutcome = 'credited' | 'booked' | 'unmatched' | 'to_return'

type Credit = {
  pix: ReceivedPix
  order: PaidOrder
  state: TopUpState
  bonusGrantCents: number
  isFirst: boolean
  /** How it came, where it was not as it was asked for. */
  how?: Arrived | undefined
}

type State = {
  cashier: Cashier
  batch: LedgerBatch
  orders: ReadonlyMap<string, PaidOrder>
  payers: ReadonlyMap<number, Payer>
  wagering: WageringBatch
  /** Pix that are booked already, those decided in this list included. */
  booked: Set<string>
  /** Players who topped up before, and orders that money came for, likewise. */
  toppedUp: Set<number>
  paidOrders: Set<string>
  /** Persons, by the hash of their CPF, who had the bonus of a first top-up, likewise. */
  hadFirstBonus: Set<string>
  firstBonuses: { cpfHash: string; e2eid: string }[]
  credits: Credit[]
  unmatched: ReceivedPix[]
}

/**
 * Credits money that the bank says it received: each Pix once, what arrived and not what was asked for, also
 * after the order expired or was cancelled. Bonus, first debt repaid and wagering go with it. Answers in the
 * order given.
 */
export async function creditTopUps(
  cashier: Cashier,
  pixes: readonly ReceivedPix[],
): Promise<CreditOutcome[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await credit(cashier, pixes)
    } catch (error) {
      // Another account of the same person was given the first bonus meanwhile: decided anew, it is seen.
      if (attempt === ATTEMPTS || !brokeUnique(error, 'cashier_given_bonus_once')) throw error
    }
  }
}

/** Each attempt that fails has seen one more person of the list; beyond these the list comes again by itself. */
const ATTEMPTS = 5

const credit = (cashier: Cashier, pixes: readonly ReceivedPix[]) =>
  cashier.deps.db.begin(async (tx): Promise<CreditOutcome[]> => {
    const state = await lockState(cashier, tx, pixes)
    // What was met by now is closed first: a new span begins where the last open one ends.
    meetRequirements(state.wagering, state.batch, [...state.payers.keys()])
    const outcomes = pixes.map((pix) => decide(state, pix))
    await write(tx, state)
    return outcomes
  })

async function lockState(cashier: Cashier, tx: Tx, pixes: readonly ReceivedPix[]): Promise<State> {
  const txids = pixes.flatMap(({ txid }) => txid ?? [])
  const owners = await selectOwners(tx, txids)
  const playerIds = [...new Set(owners.map(({ playerId }) => playerId))]
  const batch = await lockAccounts(tx, playerIds)
  const [orders, booked, toppedUp, payers, wagering] = await Promise.all([
    lockOrders(tx, txids),
    selectTopUps(
      tx,
      pixes.map(({ e2eid }) => e2eid),
    ),
    selectPlayersWithTopUp(tx, playerIds),
    readPayers(tx, playerIds),
    readWagering(tx, cashier.policy, playerIds),
  ])
  const given = await selectGivenBonuses(
    tx,
    [...payers.values()].flatMap((payer) => cpfHashOf(payer) ?? []),
  )
  return {
    cashier,
    batch,
    orders: new Map(orders.map((order) => [order.txid, order])),
    payers,
    wagering,
    booked: new Set(booked.map(({ e2eid }) => e2eid)),
    toppedUp: new Set(toppedUp.map(({ playerId }) => playerId)),
    paidOrders: new Set(orders.filter(({ status }) => isPaid(status)).map(({ id }) => id)),
    hadFirstBonus: new Set(given.map(({ cpfHash }) => cpfHash)),
    firstBonuses: [],
    credits: [],
    unmatched: [],
  }
}

const isPaid = (status: PaidOrder['status']) =>
  status === 'credited' || status === 'partly_reversed' || status === 'reversed'

function decide(state: State, pix: ReceivedPix): CreditOutcome {
  const { cashier, booked } = state
  if (booked.has(pix.e2eid)) return 'booked'
  booked.add(pix.e2eid)
  const order = pix.txid === undefined ? undefined : state.orders.get(pix.txid)
  if (!order) {
    state.unmatched.push(pix)
    return 'unmatched'
  }
  const person = state.payers.get(order.playerId)?.person
  if (!cashier.policy.takesPaymentOf({ isOwnName: !isStranger(pix.payerTaxId, person?.cpf) })) {
    state.credits.push({ pix, order, state: 'to_return', bonusGrantCents: 0, isFirst: false })
    return 'to_return'
  }
  creditOne(state, pix, order)
  return 'credited'
}

function creditOne(state: State, pix: ReceivedPix, order: PaidOrder): void {
  const { cashier, batch, toppedUp, paidOrders } = state
  const { playerId } = order
  const { e2eid, amountCents } = pix
  const isFirst = !toppedUp.has(playerId)
  if (paidOrders.has(order.id)) cashier.alarm('paid_twice', { e2eid, orderId: order.id })
  if (amountCents !== order.amountCents) cashier.alarm('other_amount', { e2eid, orderId: order.id })
  const payer = state.payers.get(playerId)
  const isTestAccount = payer?.isTestAccount ?? false
  const cpfHash = payer && cpfHashOf(payer)
  const isGranted = cashier.policy.grantsGift({ isTestAccount, isIdentified: true })
  const arrival = {
    amountCents,
    isFirst,
    isFirstOfOrder: !paidOrders.has(order.id),
    isGranted,
    hadFirstBonus: cpfHash !== undefined && state.hadFirstBonus.has(cpfHash),
  }
  const giftCents = bonusGrantFor(order, arrival)
  const bonusGrantCents = giftCents + discountFor(order, arrival)
  if (isFirst && giftCents > 0 && cpfHash !== undefined && hasOwnFirstBonus(order)) {
    state.hadFirstBonus.add(cpfHash)
    state.firstBonuses.push({ cpfHash, e2eid })
  }
  const how = arrivedHow(order, { amountCents, isAgain: paidOrders.has(order.id) })
  toppedUp.add(playerId)
  paidOrders.add(order.id)
  state.credits.push({ pix, order, state: 'credited', bonusGrantCents, isFirst, how })
  const cash = { playerId, kind: 'cash' } as const
  move(batch, { key: `topup:${e2eid}`, from: 'pix_in', to: cash, cents: amountCents })
  const repaidCents = repayDebt(batch, { playerId, key: `repaid:${e2eid}` })
  const mainCents = Math.max(0, amountCents - repaidCents) * order.mainTimes
  const grant = { playerId, source: TOPUP, sourceId: e2eid, mainCents }
  if (bonusGrantCents === 0) openRequirement(state.wagering, grant)
  else {
    const { bonusTimes } = order
    grantBonus(state.wagering, batch, { ...grant, bonusGrantCents: bonusGrantCents, bonusTimes })
  }
}

async function write(tx: Tx, state: State): Promise<void> {
  const { cashier, batch, wagering, firstBonuses, credits, unmatched } = state
  if (firstBonuses.length > 0) {
    await insertGivenBonuses(
      tx,
      firstBonuses.map(({ cpfHash, e2eid }) => ({ cpfSha256: cpfHash, kind: 'first_topup', e2eid })),
    )
  }
  await writeWagering(tx, wagering)
  await post(tx, batch)
  const credited = credits.filter(({ state }) => state === 'credited')
  const rejected = credits.filter(({ state }) => state !== 'credited')
  if (credits.length > 0) await insertTopUps(tx, credits.map(topUpRow))
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
    for (const { e2eid } of await insertUnmatchedPayments(tx, unmatched.map(unmatchedRow))) {
      cashier.alarm('unmatched_payment', { e2eid })
    }
  }
  if (rejected.length > 0) await writeEvents(tx, topupReturning, rejected.map(returningOf))
  await writeEvents(
    tx,
    topupCredited,
    credited.map(({ pix, order, bonusGrantCents, isFirst, how }) => ({
      playerId: order.playerId,
      orderId: order.id,
      amountCents: pix.amountCents,
      bonusGrantCents,
      first: isFirst,
      e2eid: pix.e2eid,
      ...(how === undefined ? {} : { how, askedCents: order.amountCents }),
      isOfPanel: order.isOfPanel && order.wantsBonusGrant && pix.amountCents === order.amountCents,
    })),
  )
}

const returningOf = ({ pix, order }: Credit) => ({
  playerId: order.playerId,
  orderId: order.id,
  e2eid: pix.e2eid,
  amountCents: pix.amountCents,
})

const topUpRow = ({ pix, order, bonusGrantCents, state, isFirst }: Credit) => ({
  e2eid: pix.e2eid,
  orderId: order.id,
  playerId: order.playerId,
  amountCents: pix.amountCents,
  bonusGrantCents,
  state,
  isFirst,
  payerSha256: payerHashOf(pix.payerTaxId),
  paidAt: pix.paidAt,
})

const unmatchedRow = ({ e2eid, txid, amountCents, paidAt }: ReceivedPix) => ({
  e2eid,
  txid: txid ?? null,
  amountCents,
  paidAt,
})
