import { readTrees } from '../../identity/index.ts'
import { type HouseAccount, lockAccounts, move, post, repayDebt } from '../../ledger/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Cashier } from '../cashier.ts'
import { withdrawalChanged } from '../events.ts'
import { payoutRailOf } from '../rails/providers.ts'
import { endHeld, holdKinds } from './end-withdrawals.ts'
import { withdrawalStatus } from './rules.ts'
import {
  insertSettled,
  lockToSettle,
  type Outcome,
  selectCarried,
  selectSettled,
  selectSettlers,
  type ToSettle,
  updateToReturned,
} from './settle-queries.ts'
import type { CashierSettings } from '../settings.ts'
import { NUMBER_TAKEN } from '../rails/attempt-rules.ts'

export type SettlePayout = {
  requestId: string
  operatorId: number
  orderId: string
  outcome: Outcome
  reason: string
}

export type SettledPayout = {
  state: 'settled' | 'waits' | 'needs_another' | 'not_possible'
  /** What this very call has said, and of whom. */
  said: { playerId: number; amountCents: number } | undefined
}

/**
 * Ends a payout by the word of operators, where no machine will ever know: it was paid, it was not, or it was paid and the
 * receiver's bank sent it back. Two who are independent of each other have to say the same, of the same attempt where it is
 * that it was not. What was not paid, or came back, is the player's again, its fee too, and first pays what is owed. Sent
 * again it acts once and answers the same.
 */
export async function settlePayout(
  cashier: Cashier,
  tx: Tx,
  request: SettlePayout,
): Promise<Result<SettledPayout, 'request_mismatch' | 'not_found'>> {
  const { orderId, outcome, operatorId } = request
  const carried = await selectCarried(tx, orderId)
  if (!carried) return refuse('not_found')
  // Asked for before anything is held: that of a bank may have to be opened.
  const account = await payoutRailOf(cashier, carried).account()
  const batch = await lockAccounts(tx, [carried.playerId], holdKinds)
  const before = await selectSettled(tx, request.requestId)
  if (before) {
    const isSame =
      before.withdrawalId === orderId &&
      before.operatorId === operatorId &&
      before.outcome === outcome &&
      before.reason === request.reason
    return isSame ? ok({ state: before.state, said: undefined }) : refuse('request_mismatch')
  }
  const payout = await lockToSettle(tx, orderId, outcome)
  if (!payout || !maySettle(payout, outcome, cashier.settings)) return ok(nothing('not_possible'))
  const others = await selectSettlers(tx, payout, outcome)
  if (others.includes(operatorId)) return ok(nothing('needs_another'))
  const state = (await hasIndependent(tx, others, operatorId)) ? 'settled' : 'waits'
  await insertSettled(tx, { ...request, withdrawalId: orderId, state, judgedFrom: payout.judgedFrom })
  if (state === 'settled') {
    if (outcome === 'returned') await bookReturned(tx, batch, { ...payout, account })
    else {
      const end = { id: orderId, playerId: payout.playerId, status: outcome, why: '', providerRef: null }
      await endHeld({ tx, accounts: new Map([[orderId, account]]) }, batch, [end])
    }
  }
  return ok({ state, said: { playerId: payout.playerId, amountCents: payout.amountCents } })
}

const nothing = (state: SettledPayout['state']): SettledPayout => ({ state, said: undefined })

/**
 * Whether one of those who said it before may still speak, and is of another tree than this one. One is enough: a word cannot
 * be taken back, so the first would otherwise bar all later ones of the same tree.
 */
async function hasIndependent(tx: Tx, others: readonly number[], operatorId: number): Promise<boolean> {
  const trees = await readTrees(tx, [operatorId, ...others], 'books.settle')
  const own = trees.get(operatorId)
  return own !== undefined && others.some((other) => trees.has(other) && trees.get(other) !== own)
}

type Batch = Awaited<ReturnType<typeof lockAccounts>>

async function bookReturned(
  tx: Tx,
  batch: Batch,
  { id, playerId, amountCents, netCents, account }: ToSettle & { account: HouseAccount },
): Promise<void> {
  const to = { playerId, kind: 'cash' } as const
  const feeCents = amountCents - netCents
  move(batch, { key: `payout-returned:${id}`, from: account, to, cents: netCents })
  if (feeCents > 0) move(batch, { key: `payout-fee-back:${id}`, from: 'fees', to, cents: feeCents })
  repayDebt(batch, { playerId, key: `payout-returned:${id}:repaid` })
  await post(tx, batch)
  await updateToReturned(tx, id)
  const status = withdrawalStatus('failed')
  await writeEvents(tx, withdrawalChanged, [{ playerId, orderId: id, amountCents, status }])
}

type Payout = Pick<ToSettle, 'rail' | 'status' | 'why' | 'unknownSeconds' | 'quietSeconds'>
type Patience = Pick<CashierSettings, 'payoutAlarmSeconds' | 'payoutQuietSeconds'>

/**
 * Whether operators may say this of a payout. Whoever carries it has had the time of the alarm to say so itself; none is called
 * failed that may be on its way, nor one in USDT whose signed transaction a block may still take. A chain sends nothing back.
 */
function maySettle(payout: Payout, outcome: Outcome, patience: Patience): boolean {
  const { rail, status, why, unknownSeconds, quietSeconds } = payout
  if (outcome === 'returned') return status === 'paid' && rail === 'pix'
  if (status !== 'unknown' || (unknownSeconds ?? 0) < patience.payoutAlarmSeconds) return false
  if (outcome === 'paid') return true
  if (rail === 'usdt') return why === NUMBER_TAKEN
  return (quietSeconds ?? 0) >= patience.payoutQuietSeconds
}
