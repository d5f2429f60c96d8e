import { batches } from '../../platform/batches.ts'
import type { Cashier } from '../cashier.ts'
import type { PayoutAnswer, PayoutRail } from '../rails/payment-gateway.ts'
import { payoutRailOf } from '../rails/providers.ts'
import { openSlots, type Slots } from '../slots.ts'
import { type End, endHeld, endWithdrawals, holdKinds, noAccounts } from './end-withdrawals.ts'
import { afterAsking, afterSending, pauseSeconds, type Verdict } from './payout-rules.ts'
import {
  claimAlarms,
  claimToRequest,
  claimToSend,
  selectUnknownCount,
  updateToCalling,
  updateToResending,
  updateToWaiting,
  type Waiting,
} from './payout-queries.ts'
import type { OpenWithdrawal } from './queries.ts'
import { lockAccounts, owedCents } from '../../ledger/index.ts'
import { readSuspended } from '../../protection/index.ts'
import { deniedAddresses } from '../rails/usdt-rail.ts'
import { STOPPED_DENIED, STOPPED_OWED } from './rules.ts'
import { claimLate, selectLateCount, selectLateInReview, updateToHeld } from './review-queries.ts'

/** Concurrent calls of each kind: sending and asking, so that neither delays the other. */
const AT_ONCE = 40

/**
 * Sends due payouts, and asks the bank about those under way. Rows are claimed and marked before the call, the call
 * is made outside any transaction, and the answer is booked afterwards. Nothing is sent while payouts are halted;
 * queries go on. `run` starts work for the free slots without waiting for it: a call that hangs ends by its own
 * time-out and delays no other. `idle` waits for the work under way.
 */
export function openPayouts(cashier: Cashier, isHalted: () => boolean) {
  const { deps, settings } = cashier
  const openLane = () =>
    openSlots({
      max: AT_ONCE,
      failed: (error) => deps.log.error({ err: error }, 'a payout could not be followed'),
      freed: () => cashier.wakePayouts(),
    })
  const work = openWork(cashier)
  const [sending, asking] = [openLane(), openLane()]
  const claimed = async (slots: Slots, claim: typeof claimToSend) => {
    if (slots.free() === 0) return []
    return claim(deps.db, {
      max: slots.free(),
      leaseSeconds: settings.leaseSeconds,
      providers: cashier.providers.inTurn(),
    })
  }
  return {
    run: async (): Promise<void> => {
      const toSend = isHalted() ? [] : await claimed(sending, claimToSend)
      for (const batch of batchesOf(cashier, toSend)) sending.start(sendAll(work, batch), batch.length)
      for (const row of await claimed(asking, claimToRequest)) asking.start(requestOne(work, row, isHalted))
    },
    idle: async (): Promise<void> => {
      await Promise.all([sending.idle(), asking.idle()])
    },
  }
}

/** Commands for many payouts: those due together form one list with one commit. */
type Work = {
  cashier: Cashier
  begin: (row: OpenWithdrawal) => Promise<boolean>
  wait: (waiting: Waiting) => Promise<null>
  end: (end: End) => Promise<null>
}

function openWork(cashier: Cashier): Work {
  const { deps, settings } = cashier
  const patienceMs = settings.leaseSeconds * 1000
  return {
    cashier,
    begin: batches({ patienceMs, run: (rows: readonly OpenWithdrawal[]) => beginSending(cashier, rows) }),
    wait: batches({
      patienceMs,
      run: async (waiting: readonly Waiting[]) => {
        if (await updateToWaiting(deps.db, waiting)) cashier.wakePayouts()
        return waiting.map(() => null)
      },
    }),
    end: batches({
      patienceMs,
      run: async (ends: readonly End[]) => {
        await endWithdrawals(cashier, ends)
        return ends.map(() => null)
      },
    }),
  }
}

/** Groups payouts for one call: by rail, up to its batch size; a rail without batches gets each alone. */
function batchesOf(cashier: Cashier, rows: readonly OpenWithdrawal[]): OpenWithdrawal[][] {
  const byRail = new Map<PayoutRail, OpenWithdrawal[]>()
  for (const row of rows) {
    const rail = payoutRailOf(cashier, row)
    byRail.set(rail, [...(byRail.get(rail) ?? []), row])
  }
  return [...byRail].flatMap(([{ batch }, list]) => {
    const size = batch?.max ?? 1
    return Array.from({ length: Math.ceil(list.length / size) }, (_, at) =>
      list.slice(at * size, (at + 1) * size),
    )
  })
}

/** Sends payouts of one rail and books each answer; a failing one does not affect the others. */
async function sendAll(work: Work, rows: readonly OpenWithdrawal[]): Promise<void> {
  // Skips players with a debt, and addresses denied meanwhile.
  const begun = await Promise.all(rows.map((row) => alone(work, row, () => work.begin(row))))
  const [first, ...more] = rows.filter((_, at) => begun[at])
  if (!first) return
  const rail = payoutRailOf(work.cashier, first)
  const orders = [first, ...more].map((row) => ({ ...row, payoutId: row.id }))
  const answers = more.length > 0 ? await rail.batch?.create(orders) : undefined
  const sendOne = async (order: OpenWithdrawal & { payoutId: string }, at: number) =>
    bookAnswer(work, order, answers?.[at] ?? (await rail.createPayout(order)))
  await Promise.all(orders.map((order, at) => alone(work, order, () => sendOne(order, at))))
}

/** An error affects only its own payout: its row says that it may have been sent, and it will be queried. */
const alone = <T>({ cashier }: Work, { id }: OpenWithdrawal, run: () => Promise<T>): Promise<T | undefined> =>
  run().catch((error: unknown) => {
    cashier.deps.log.error({ err: error, orderId: id }, 'a payout could not be followed')
    return undefined
  })

async function bookAnswer(work: Work, row: OpenWithdrawal, answer: PayoutAnswer): Promise<void> {
  const isSure = answer.kind === 'known'
  const after = isSure ? undefined : await payoutRailOf(work.cashier, row).getPayout(row.id)
  // A refused retry of a payout that may still be under way is decided after the quiet time.
  const verdict = afterSending(row, answer, after)
  await book(work, { ...row, quietSeconds: 0 }, verdict)
}

async function requestOne(work: Work, row: OpenWithdrawal, isHalted: () => boolean): Promise<void> {
  const { cashier } = work
  const { deps, settings } = cashier
  const answer = await payoutRailOf(cashier, row).getPayout(row.id)
  const needsQuietSeconds = settings.payoutQuietSeconds
  const verdict = afterAsking(row, answer, { quietSeconds: row.quietSeconds, needsQuietSeconds })
  if (verdict.do !== 'send') return book(work, row, verdict)
  if (isHalted()) return book(work, row, { do: 'wait', status: 'unknown', why: 'halted', providerRef: null })
  const attempts = await updateToResending(deps.db, row.id, settings.leaseSeconds)
  if (attempts !== undefined) await sendAll(work, [{ ...row, attempts }])
}

async function book({ cashier, end, wait }: Work, row: OpenWithdrawal, verdict: Verdict): Promise<void> {
  const { deps, alarm } = cashier
  if (verdict.do === 'send') return
  if (verdict.do !== 'wait') {
    await end(
      verdict.do === 'paid'
        ? { id: row.id, playerId: row.playerId, status: 'paid', why: '', providerRef: verdict.providerRef }
        : {
            id: row.id,
            playerId: row.playerId,
            status: 'failed',
            why: verdict.why,
            providerRef: null,
            // A worker delayed past its lease got an answer from before another attempt: that attempt may be at the
            // bank.
            attempts: row.attempts,
          },
    )
    return
  }
  const { status, why, providerRef } = verdict
  if (why === 'the bank says another amount') alarm('payout_differs', { orderId: row.id })
  if (status === 'unknown') deps.log.warn({ orderId: row.id, why }, 'nobody knows whether a payout was sent')
  const seconds = pauseSeconds(row.quietSeconds ?? 0)
  await wait({ id: row.id, status, seconds, why: why.slice(0, 200), providerRef })
}

/**
 * Right before the calls: stops payouts that must not be sent any more, and answers, in the order given,
 * which of the others still belong to these attempts. A payout of a suspended player waits for operators
 * again. One whose player now has a debt, or whose address was denied, fails: the money returns and first
 * repays the debt. What the bank takes back later becomes an ordinary debt.
 */
export async function beginSending(cashier: Cashier, rows: readonly OpenWithdrawal[]): Promise<boolean[]> {
  const { deps, usdt, settings } = cashier
  const addresses = rows.flatMap(({ rail, payCardNo }) => (rail === 'usdt' ? payCardNo : []))
  const denied = await deniedAddresses(deps, usdt, addresses)
  const begun = await deps.db.begin(async (tx) => {
    const players = [...new Set(rows.map(({ playerId }) => playerId))]
    const batch = await lockAccounts(tx, players, holdKinds)
    // Locked from here on: a payout claimed by another attempt belongs to that attempt, for sending and for stopping.
    const ours = new Set((await updateToCalling(tx, rows, settings.leaseSeconds)).map(attemptOf))
    const suspended = await readSuspended(tx, players)
    const held = rows.filter((row) => suspended.has(row.playerId) && ours.delete(attemptOf(row)))
    if (held.length > 0) await updateToHeld(tx, { ids: held.map(({ id }) => id) })
    const owed = new Map(players.map((playerId) => [playerId, owedCents(batch, playerId)]))
    const stopped = rows.flatMap((row): End[] => {
      const { id, playerId, rail, payCardNo, amountCents } = row
      const owes = owed.get(playerId) ?? 0
      const isStopped = owes > 0 || (rail === 'usdt' && denied.has(payCardNo))
      if (!isStopped || !ours.delete(attemptOf(row))) return []
      // Returned money repays the debt: if one payout covers it, another of the player is sent.
      owed.set(playerId, owes - amountCents)
      return [
        { id, playerId, status: 'failed', why: owes > 0 ? STOPPED_OWED : STOPPED_DENIED, providerRef: null },
      ]
    })
    if (stopped.length > 0) await endHeld({ tx, accounts: noAccounts }, batch, stopped)
    return ours
  })
  return rows.map((row) => begun.has(attemptOf(row)))
}

const attemptOf = ({ id, attempts }: Pick<OpenWithdrawal, 'id' | 'attempts'>): string => `${id} ${attempts}`

/** The number of late withdrawals that one run reports; the next run reports others. */
const LATE_AT_ONCE = 100

/**
 * Raises alarms for payouts in an unknown state, and for those later than promised, unless they wait for the end of
 * their player's suspension.
 */
export async function watchPayouts(cashier: Cashier): Promise<void> {
  const { deps, settings, alarm } = cashier
  cashier.unknownPayouts(await selectUnknownCount(deps.db))
  const suspended = [...(await readSuspended(deps.db, await selectLateInReview(deps.db)))]
  cashier.lateWithdrawals(await selectLateCount(deps.db, suspended))
  for (const { id } of await claimAlarms(deps.db, settings.payoutAlarmSeconds)) {
    alarm('payout_unknown', { orderId: id })
  }
  for (const { id, status } of await claimLate(deps.db, suspended, LATE_AT_ONCE))
    alarm('withdrawal_late', { orderId: id, status })
}
