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

/** How a withdrawal ended, as the bank reported it. */
export type End = {
  id: string
  playerId: number
  status: 'paid' | 'failed'
  why: string
  providerRef: string | null
  /** The attempt that got the report, if the bank may have accepted another one meanwhile. */
  attempts?: number
}

/**
 * Books the ends of withdrawals: paid money leaves the hold for the accounts of bank and fees; failed money returns
 * to the player and first repays the player's debt. A withdrawal ends once; an ended one stays unchanged.
 */
export async function endWithdrawals(cashier: Cashier, ends: readonly End[]): Promise<void> {
  const { db } = cashier.deps
  const accounts = new Map<string, HouseAccount>()
  // Read before any lock: a bank's account may have to be opened.
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

/** Money of a failed withdrawal stays with the player: no house account is needed. */
export const noAccounts: ReadonlyMap<string, HouseAccount> = new Map()

/** The accounts that the end of a withdrawal debits or credits. */
export const holdKinds = ['cash', 'bonus', 'hold'] as const

/** The house account of each paid withdrawal. */
type Ending = { tx: Tx; accounts: ReadonlyMap<string, HouseAccount> }

/** Books ends in locked accounts. */
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
    if (!end) return []
    return [{ row, end, repaidCents: endInBook(batch, { ...row, account: accounts.get(row.id) }, end) }]
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
    ended.map(({ row, end, repaidCents }) => ({
      playerId: row.playerId,
      orderId: row.id,
      amountCents: row.amountCents,
      status: withdrawalStatus(end.status),
      ...(repaidCents > 0 && { repaidCents }),
    })),
  )
}

type HeldWithdrawal = Pick<
  OpenWithdrawal,
  'id' | 'playerId' | 'amountCents' | 'feeCents' | 'miningCents' | 'netCents'
> & { account: HouseAccount | undefined }

/**
 * Adds the transfers of a withdrawal's end to the ledger batch: out of the hold, or back to the player, repaying debt
 * first. Returns how much of it paid a debt.
 */
export function endInBook(batch: LedgerBatch, row: HeldWithdrawal, { status }: Pick<End, 'status'>): number {
  const { id, playerId, amountCents, netCents } = row
  // The house keeps the network fee it charged, and pays the network's real cost.
  const feeCents = row.feeCents + row.miningCents
  const hold = { playerId, kind: 'hold' } as const
  if (status === 'failed') {
    move(batch, { key: `payout-back:${id}`, from: hold, to: { playerId, kind: 'cash' }, cents: amountCents })
    return Math.min(amountCents, repayDebt(batch, { playerId, key: `payout-back:${id}:repaid` }))
  }
  move(batch, {
    key: `payout:${id}`,
    from: hold,
    to: present(row.account, `the account of payout ${id}`),
    cents: netCents,
  })
  if (feeCents > 0) move(batch, { key: `payout-fee:${id}`, from: hold, to: 'fees', cents: feeCents })
  return 0
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
  /** What this call decided, and for which player; undefined if it decided nothing. */
  decided: { playerId: number; amountCents: number } | undefined
}

/**
 * Ends a payout by decision of operators, where no automatic answer will come: it was paid, it was not, or it
 * was paid and the receiver's bank returned it. Two independent operators must decide the same; if they
 * decide "not paid", about the same attempt. Money that was not paid, or came back, returns to the player
 * with its fee, and first repays debt. Idempotent.
 */
export async function settlePayout(
  cashier: Cashier,
  tx: Tx,
  request: SettlePayout,
): Promise<Result<SettledPayout, 'request_mismatch' | 'not_found'>> {
  const { orderId, outcome, operatorId } = request
  const carried = await selectCarried(tx, orderId)
  if (!carried) return refuse('not_found')
  // Read before any lock: a bank's account may have to be opened.
  const account = await payoutRailOf(cashier, carried).account()
  const batch = await lockAccounts(tx, [carried.playerId], holdKinds)
  const before = await selectSettled(tx, request.requestId)
  if (before) {
    const isSame =
      before.withdrawalId === orderId &&
      before.operatorId === operatorId &&
      before.outcome === outcome &&
      before.reason === request.reason
    return isSame ? ok({ state: before.state, decided: undefined }) : refuse('request_mismatch')
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
  return ok({ state, decided: { playerId: payout.playerId, amountCents: payout.amountCents } })
}

const nothing = (state: SettledPayout['state']): SettledPayout => ({ state, decided: undefined })

/**
 * Whether an earlier operator with the same decision still has the permission and belongs to another tree. One
 * suffices: decisions cannot be withdrawn, so the first would otherwise block all later ones of its tree.
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
  const repaidCents = Math.min(
    amountCents,
    repayDebt(batch, { playerId, key: `payout-returned:${id}:repaid` }),
  )
  await post(tx, batch)
  await updateToReturned(tx, id)
  const status = withdrawalStatus('failed')
  await writeEvents(tx, withdrawalChanged, [
    { playerId, orderId: id, amountCents, status, ...(repaidCents > 0 && { repaidCents }) },
  ])
}

type Payout = Pick<ToSettle, 'rail' | 'status' | 'why' | 'unknownSeconds' | 'quietSeconds'>
type Patience = Pick<CashierSettings, 'payoutAlarmSeconds' | 'payoutQuietSeconds'>

/**
 * Whether operators may decide this about a payout. The rail must have had the alarm delay to answer by itself. A
 * payout that may be under way cannot be failed, nor one in USDT whose signed transaction can still be mined. A chain
 * returns nothing.
 */
function maySettle(payout: Payout, outcome: Outcome, patience: Patience): boolean {
  const { rail, status, why, unknownSeconds, quietSeconds } = payout
  if (outcome === 'returned') return status === 'paid' && rail === 'pix'
  if (status !== 'unknown' || (unknownSeconds ?? 0) < patience.payoutAlarmSeconds) return false
  if (outcome === 'paid') return true
  if (rail === 'usdt') return why === NONCE_USED
  return (quietSeconds ?? 0) >= patience.payoutQuietSeconds
}
