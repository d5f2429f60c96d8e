import type { Cashier } from '../cashier.ts'
import type { IncomingPayment, Refund } from '../rails/payment-gateway.ts'
import type { TopUpSource } from '../rails/providers.ts'
import {
  updateUnmatchedReturned,
  lockRefundsUnderWay,
  type Refund as OwnRefund,
  updateRefundsToEnd,
} from './refund-queries.ts'
import { creditTopUps, type CreditOutcome } from './credit-topups.ts'
import {
  balanceOf,
  type HouseAccount,
  type LedgerBatch,
  move,
  lockAccounts,
  post,
} from '../../ledger/index.ts'
import { writeEvents } from '../../platform/outbox.ts'
import type { Tx } from '../../platform/db/index.ts'
import { cancelGrants, readWagering, type WageringBatch, writeWagering } from '../../wagering/index.ts'
import { topupReversed } from '../events.ts'
import { TOPUP } from '../settings.ts'
import {
  insertReversals,
  lockTopUps,
  selectReversals,
  selectTopUps,
  type TopUp,
  updateReversedOrders,
  updateToReturned,
} from './topup-queries.ts'

/** Bounds the locks of one transaction. */
const AT_ONCE = 200

/**
 * Books incoming payments as the provider reports them: credits new ones and reverses refunded ones, including
 * payments that belong to no order. Payments from webhooks and from listings are handled alike. Returns the outcome
 * of each payment.
 */
export async function processIncomingPayments(
  cashier: Cashier,
  source: TopUpSource,
  payments: readonly IncomingPayment[],
): Promise<(CreditOutcome | undefined)[]> {
  const outcomes = new Map<string, CreditOutcome>()
  for (let at = 0; at < payments.length; at += AT_ONCE) {
    const some = payments.slice(at, at + AT_ONCE)
    const became = await creditTopUps(cashier, source, some)
    some.forEach((payment, place) => note(cashier, outcomes, payment, became[place]))
    const returning = some.filter(({ refunds }) => refunds.some(({ state }) => state === 'returned'))
    if (returning.length > 0) await reverseTopUps(cashier, source, returning)
    const gone = returning.filter(isGone).map(({ providerRef }) => providerRef)
    if (gone.length > 0) {
      await updateUnmatchedReturned(cashier.deps.db, source, gone)
      await updateToReturned(cashier.deps.db, source, gone)
    }
  }
  return payments.map(({ providerRef }) => outcomes.get(providerRef))
}

/** Whether the whole payment was refunded. */
const isGone = ({ amountCents, refunds }: IncomingPayment): boolean =>
  refunds.filter(({ state }) => state === 'returned').reduce((sum, refund) => sum + refund.amountCents, 0) >=
  amountCents

function note(
  { alarm }: Cashier,
  outcomes: Map<string, CreditOutcome>,
  { providerRef }: IncomingPayment,
  outcome: CreditOutcome | undefined,
): void {
  if (outcome === undefined || outcomes.has(providerRef)) return
  outcomes.set(providerRef, outcome)
  if (outcome === 'to_return') alarm('stranger_paid', { providerRef })
}

type Reversal = { topUp: TopUp; refund: Refund; debtCents: number; isOurs: boolean }

type State = {
  cashier: Cashier
  account: HouseAccount
  batch: LedgerBatch
  wagering: WageringBatch
  topUps: ReadonlyMap<string, TopUp>
  /** Refunds that operators requested, by id: their money is held. */
  ours: ReadonlyMap<string, OwnRefund>
  /** Refunds already booked, including those of this list. */
  booked: Set<string>
  reversals: Reversal[]
}

/**
 * Reverses credited payments that the bank refunded (devolução, MED), each refund once. An operator's refund is
 * debited from its hold; any other from cash as far as it reaches, and the rest becomes the player's debt. When a
 * whole top-up is reversed, so are the rest of its bonus and its wagering requirement. Answers how many refunds were
 * booked now.
 */
export async function reverseTopUps(
  cashier: Cashier,
  { rail, provider, account: openAccount }: TopUpSource,
  payments: readonly IncomingPayment[],
): Promise<number> {
  const account = await openAccount()
  return cashier.deps.db.begin(async (tx) => {
    const reportedRefs = payments.map(({ providerRef }) => providerRef)
    // A payment received by another provider stands on that provider's account: only that provider can report its
    // refund.
    const owners = (await selectTopUps(tx, rail, reportedRefs)).filter((topUp) => topUp.provider === provider)
    const providerRefs = owners.map(({ providerRef }) => providerRef)
    const playerIds = [...new Set(owners.map(({ playerId }) => playerId))]
    const batch = await lockAccounts(tx, playerIds, ['cash', 'bonus', 'debt', 'hold'])
    const topUps = await lockTopUps(tx, rail, providerRefs)
    const booked = await selectReversals(tx, rail, providerRefs)
    const ours = rail === 'pix' ? await lockRefundsUnderWay(tx, providerRefs) : []
    const state: State = {
      cashier,
      account,
      batch,
      wagering: await readWagering(tx, cashier.policy, playerIds),
      topUps: new Map(topUps.map((topUp) => [topUp.providerRef, topUp])),
      ours: new Map(ours.map((own) => [own.id, own])),
      booked: new Set(booked.map(({ providerRef, refundId }) => `${providerRef}:${refundId}`)),
      reversals: [],
    }
    for (const payment of payments) for (const refund of payment.refunds) decide(state, payment, refund)
    await write(tx, rail, state)
    return state.reversals.length
  })
}

function decide(state: State, { providerRef }: IncomingPayment, refund: Refund): void {
  const topUp = state.topUps.get(providerRef)
  const key = `${providerRef}:${refund.id}`
  // Ignores refunds of payments never credited, and pending refunds, which may still fail.
  if (!topUp || topUp.state !== 'credited' || refund.state !== 'returned' || state.booked.has(key)) return
  state.booked.add(key)
  if (topUp.reversedCents + refund.amountCents > topUp.amountCents) {
    state.cashier.alarm('reversal_too_large', { providerRef, refundId: refund.id })
    return
  }
  topUp.reversedCents += refund.amountCents
  const { playerId } = topUp
  const own = state.ours.get(refund.id)
  const heldCents = own ? debitHold(state, own, refund) : 0
  const leftCents = refund.amountCents - heldCents
  const cents = Math.min(leftCents, balanceOf(state.batch, playerId, 'cash'))
  const debtCents = leftCents - cents
  const [cash, debt] = [{ playerId, kind: 'cash' } as const, { playerId, kind: 'debt' } as const]
  if (cents > 0) move(state.batch, { key: `topup-back:${key}`, from: cash, to: state.account, cents })
  if (debtCents > 0) {
    move(state.batch, { key: `topup-debt:${key}`, from: debt, to: state.account, cents: debtCents })
  }
  if (topUp.reversedCents === topUp.amountCents) {
    cancelGrants(state.wagering, state.batch, [{ playerId, source: TOPUP, sourceId: providerRef }])
  }
  state.reversals.push({ topUp, refund, debtCents, isOurs: own !== undefined })
}

/** Debits the hold of an operator's refund and returns the cents used; an excess of the hold returns to cash. */
function debitHold({ account, batch }: State, own: OwnRefund, refund: Refund): number {
  if (own.playerId === null) return 0
  const hold = { playerId: own.playerId, kind: 'hold' } as const
  const heldCents = Math.min(own.amountCents, refund.amountCents)
  const key = `${own.providerRef}:${own.id}`
  move(batch, { key: `topup-back:${key}:held`, from: hold, to: account, cents: heldCents })
  const restCents = own.amountCents - heldCents
  const cash = { playerId: own.playerId, kind: 'cash' } as const
  if (restCents > 0) move(batch, { key: `refund-back:${own.id}`, from: hold, to: cash, cents: restCents })
  return heldCents
}

async function write(
  tx: Tx,
  rail: TopUpSource['rail'],
  { cashier, batch, wagering, reversals }: State,
): Promise<void> {
  if (reversals.length === 0) return
  await writeWagering(tx, wagering)
  await post(tx, batch)
  await insertReversals(tx, {
    rail,
    providerRefs: reversals.map(({ topUp }) => topUp.providerRef),
    refundIds: reversals.map(({ refund }) => refund.id),
    amounts: reversals.map(({ refund }) => refund.amountCents),
    debts: reversals.map(({ debtCents }) => debtCents),
    natures: reversals.map(({ refund }) => refund.nature),
  })
  await updateReversedOrders(
    tx,
    reversals.map(({ topUp }) => topUp.orderId),
  )
  const ours = reversals.filter(({ isOurs }) => isOurs).map(({ refund }) => refund.id)
  if (ours.length > 0) await updateRefundsToEnd(tx, ours, 'returned')
  for (const { topUp, refund } of reversals.filter(({ isOurs }) => !isOurs)) {
    cashier.alarm('reversal', {
      providerRef: topUp.providerRef,
      nature: refund.nature,
      playerId: topUp.playerId,
    })
  }
  await writeEvents(
    tx,
    topupReversed,
    reversals.map(({ topUp, refund, debtCents, isOurs }) => ({
      playerId: topUp.playerId,
      orderId: topUp.orderId,
      amountCents: refund.amountCents,
      debtCents,
      refundId: refund.id,
      isOurs,
    })),
  )
}
