import { batches } from '../../platform/batches.ts'
import type { Cashier } from '../cashier.ts'
import type { PayoutAnswer } from '../gateway/index.ts'
import { payoutRailOf } from '../rails/index.ts'
import { openSlots, type Slots } from '../slots.ts'
import { beginSending } from './begin-sending.ts'
import { type End, endWithdrawals } from './end-withdrawals.ts'
import { afterAsking, afterSending, pauseSeconds, type Verdict } from './payout-rules.ts'
import {
  claimToRequest,
  claimToSend,
  updateToResending,
  updateToWaiting,
  type Waiting,
} from './payout-queries.ts'
import type { OpenWithdrawal } from './queries.ts'

/** Calls of each kind under way at once: sending, and asking, so that neither holds up the other. */
const AT_ONCE = 40

/**
 * Sends what waits, and asks the bank about what is on its way. Rows are claimed and marked before the call,
 * the call is made outside any transaction, and what the bank said is booked afterwards. Nothing is sent while
 * payouts are halted; asking goes on. `run` begins what there are free slots for and waits for no call: a payout
 * whose call hangs ends by its own time-out, and the others go on meanwhile. `idle` waits for what is under way.
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
  const fill = async (
    slots: Slots,
    claim: typeof claimToSend,
    run: (row: OpenWithdrawal) => Promise<void>,
  ) => {
    if (slots.free() === 0) return
    const terms = {
      max: slots.free(),
      leaseSeconds: settings.leaseSeconds,
      providers: cashier.providers.inTurn(),
    }
    for (const row of await claim(deps.db, terms)) slots.start(run(row))
  }
  return {
    run: async (): Promise<void> => {
      if (!isHalted()) await fill(sending, claimToSend, (row) => sendOne(work, row))
      await fill(asking, claimToRequest, (row) => requestOne(work, row, isHalted))
    },
    idle: async (): Promise<void> => {
      await Promise.all([sending.idle(), asking.idle()])
    },
  }
}

/** What is done for many payouts at once: those whose turn comes together are one list, with one commit. */
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

async function sendOne(work: Work, row: OpenWithdrawal): Promise<void> {
  const rail = payoutRailOf(work.cashier, row)
  // Whoever owes by now is sent nothing, nor is an address that was denied meanwhile.
  if (!(await work.begin(row))) return
  const answer = await rail.createPayout({ ...row, payoutId: row.id })
  const isSure = answer.kind === 'known'
  const after: PayoutAnswer | undefined = isSure ? undefined : await rail.getPayout(row.id)
  // A refused retry of something that may still be under way is looked at again when all is quiet.
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
  if (attempts !== undefined) await sendOne(work, { ...row, attempts })
}

async function book({ cashier, end, wait }: Work, row: OpenWithdrawal, verdict: Verdict): Promise<void> {
  const { deps, alarm } = cashier
  if (verdict.do === 'send') return
  if (verdict.do !== 'wait') {
    await end(
      verdict.do === 'paid'
        ? { id: row.id, playerId: row.playerId, status: 'paid', why: '', providerRef: verdict.providerRef }
        : { id: row.id, playerId: row.playerId, status: 'failed', why: verdict.why, providerRef: null },
    )
    return
  }
  const { status, why, providerRef } = verdict
  if (why === 'the bank says another amount') alarm('payout_differs', { orderId: row.id })
  if (status === 'unknown') deps.log.warn({ orderId: row.id, why }, 'nobody knows whether a payout was sent')
  const seconds = pauseSeconds(row.quietSeconds ?? 0)
  await wait({ id: row.id, status, seconds, why: why.slice(0, 200), providerRef })
}
