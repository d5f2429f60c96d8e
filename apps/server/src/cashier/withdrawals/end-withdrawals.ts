import {
  type LedgerBatch,
  lockAccounts,
  move,
  post,
  repayDebt,
  type HouseAccount,
} from '../../ledger/index.ts'
import { present } from '../../platform/errors.ts'
import type { Tx } from '../../platform/db/index.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { withdrawalChanged } from '../events.ts'
import type { Cashier } from '../cashier.ts'
import { payoutRailOf } from '../rails/providers.ts'
import { lockOpen, type OpenWithdrawal, selectCarriers, updateToEnds } from './queries.ts'
import { withdrawalStatus } from './rules.ts'
import { readTrees } from '../../identity/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import {
  insertSettled,
  lockToSettle,
  type Outcome,
  selectCarried,
  selectSettled,
  selectSettlers,
  type ToSettle,
  updateToReturned,
} from './payout-queries.ts'
import type { CashierSettings } from '../settings.ts'
import { NONCE_USED } from '../rails/usdt-rail.ts'

/** How a withdrawal ended, by the bank's own word. */
export type End = {
  id: string
  playerId: number
  status: 'paid' | 'failed'
  why: string
  providerRef: string | null
  /** The attempt that heard it, where another one could have been taken on by the bank meanwhile. */
  attempts?: number
}

/**
 * Books the ends of withdrawals: paid money leaves the hold for the bank and the fee account, failed money
 * goes back to the player, who first pays what is owed. A withdrawal ends once; one that has ended is left as it is.
 */
export async function endWithdrawals(cashier: Cashier, ends: readonly End[]): Promise<void> {
  const { db } = cashier.deps
  const accounts = new Map<string, HouseAccount>()
  // Asked for before anything is held: that of a bank may have to be opened.
  for (const { id, rail, provider } of await selectCarriers(db, idsOf(ends, 'paid')))
    accounts.set(id, await payoutRailOf(cashier, { rail, provider }).account())
  await db.begin(async (tx) => {
    const batch = await lockAccounts(
      tx,
      ends.map(({ playerId }) => playerId),
      holdKinds,
    )
    await endHeld({ tx, accounts }, batch, ends)
  })
}

const idsOf = (ends: readonly End[], status: End['status']): string[] =>
  ends.filter((end) => end.status === status).map(({ id }) => id)

/** Of withdrawals that come to nothing no money leaves: no account of the house is needed. */
export const noAccounts: ReadonlyMap<string, HouseAccount> = new Map()

/** The accounts that a withdrawal's end moves money of. */
export const holdKinds = ['cash', 'bonus', 'hold'] as const

/** Where the money of those that were paid goes, by withdrawal. */
type Ending = { tx: Tx; accounts: ReadonlyMap<string, HouseAccount> }

/** Books ends in accounts that are held. */
export async function endHeld(
  { tx, accounts }: Ending,
  batch: LedgerBatch,
  ends: readonly End[],
): Promise<void> {
  const open = await lockOpen(
    tx,
    ends.map(({ id }) => id),
  )
  const ended = open.flatMap((row) => {
    const end = ends.find(
      ({ id, attempts }) => id === row.id && (attempts === undefined || attempts === row.attempts),
    )
    if (end) endInBook(batch, { ...row, account: accounts.get(row.id) }, end)
    return end ? [{ row, end }] : []
  })
  if (ended.length === 0) return
  await post(tx, batch)
  await updateToEnds(tx, {
    ids: ended.map(({ end }) => end.id),
    statuses: ended.map(({ end }) => end.status),
    whys: ended.map(({ end }) => end.why.slice(0, 200)),
    providerRefs: ended.map(({ end }) => end.providerRef),
  })
  await writeEvents(
    tx,
    withdrawalChanged,
    ended.map(({ row, end }) => ({
      playerId: row.playerId,
      orderId: row.id,
      amountCents: row.amountCents,
      status: withdrawalStatus(end.status),
    })),
  )
}

type HeldWithdrawal = Pick<
  OpenWithdrawal,
  'id' | 'playerId' | 'amountCents' | 'feeCents' | 'miningCents' | 'netCents'
> & { account: HouseAccount | undefined }

/** Adds what a withdrawal's end moves to the ledger batch: out of the hold, or back to the player, who first pays what is owed. */
export function endInBook(batch: LedgerBatch, row: HeldWithdrawal, { status }: Pick<End, 'status'>): void {
  const { id, playerId, amountCents, netCents } = row
  // What the network's carrying was charged at is the house's, as is what the carrying costs.
  const feeCents = row.feeCents + row.miningCents
  const hold = { playerId, kind: 'hold' } as const
  if (status === 'failed') {
    move(batch, { key: `payout-back:${id}`, from: hold, to: { playerId, kind: 'cash' }, cents: amountCents })
    repayDebt(batch, { playerId, key: `payout-back:${id}:repaid` })
    return
  }
  move(batch, {
    key: `payout:${id}`,
    from: hold,
    to: present(row.account, `the account of payout ${id}`),
    cents: netCents,
  })
  if (feeCents > 0) move(batch, { key: `payout-fee:${id}`, from: hold, to: 'fees', cents: feeCents })
}

export type SettlePayout = {
  requestId: string
  operatorId: number
  orderId: string
  outcome: Outcome
  reason: string
}

type SettledPayout = {
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
  if (rail === 'usdt') return why === NONCE_USED
  return (quietSeconds ?? 0) >= patience.payoutQuietSeconds
}
