import { batches } from '../../platform/batches.ts'
import type { Cashier } from '../cashier.ts'
import type { PayoutAnswer } from '../gateway/index.ts'
import { payoutRailOf } from '../rails/index.ts'
import { claimLate } from '../reviews/index.ts'
import { deniedAddresses } from '../usdt/index.ts'
import { type End, endWithdrawals, stopDenied, stopOwed } from './end-withdrawals.ts'
import { afterAsking, afterSending, pauseSeconds, type Verdict } from './payout-rules.ts'
import {
  claimAlarms,
  claimToRequest,
  claimToSend,
  type OpenWithdrawal,
  selectUnknownCount,
  updateToCalling,
  updateToResending,
  updateToWaiting,
} from './queries.ts'
import { openSlots, type Slots } from './slots.ts'

/** Calls of each kind under way at once: sending, and asking, so that neither holds up the other. */
const AT_ONCE = 20

/** Late withdrawals told about by one look; the next look tells about others. */
const LATE_AT_ONCE = 100

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
  // Ends that come at once are booked in lists: each booking waits for the account of its bank.
  const end = batches({
    patienceMs: settings.leaseSeconds * 1000,
    run: async (ends: readonly End[]) => {
      await endWithdrawals(cashier, ends)
      return ends.map(() => null)
    },
  })
  const work = { cashier, end }
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
      await watchUnknown(cashier)
    },
    idle: async (): Promise<void> => {
      await Promise.all([sending.idle(), asking.idle()])
    },
  }
}

/**
 * Whoever owes by now is sent nothing, nor is an address that was denied meanwhile: asked right before each call that
 * would send it.
 */
type Work = { cashier: Cashier; end: (end: End) => Promise<null> }

async function sendOne(work: Work, row: OpenWithdrawal): Promise<void> {
  const { cashier } = work
  const rail = payoutRailOf(cashier, row)
  if (await stopOwed(cashier, row)) return
  if (await isDenied(cashier, row)) return stopDenied(cashier, row)
  if (!(await updateToCalling(cashier.deps.db, row, cashier.settings.leaseSeconds))) return
  const answer = await rail.createPayout({ ...row, payoutId: row.id })
  const isSure = answer.kind === 'known'
  const after: PayoutAnswer | undefined = isSure ? undefined : await rail.getPayout(row.id)
  // A refused retry of something that may still be under way is looked at again when all is quiet.
  const verdict = afterSending(row, answer, after)
  await book(work, { ...row, quietSeconds: 0 }, verdict)
}

const isDenied = async ({ deps, usdt }: Cashier, { rail, payCardNo }: OpenWithdrawal): Promise<boolean> =>
  rail === 'usdt' && (await deniedAddresses(deps, usdt, [payCardNo])).size > 0

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

async function book({ cashier, end }: Work, row: OpenWithdrawal, verdict: Verdict): Promise<void> {
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
  await updateToWaiting(deps.db, { id: row.id, status, seconds, why: why.slice(0, 200), providerRef })
}

async function watchUnknown({ deps, settings, alarm, unknownPayouts }: Cashier): Promise<void> {
  unknownPayouts(await selectUnknownCount(deps.db))
  for (const { id } of await claimAlarms(deps.db, settings.payoutAlarmSeconds)) {
    alarm('payout_unknown', { orderId: id })
  }
  for (const { id, status } of await claimLate(deps.db, LATE_AT_ONCE))
    alarm('withdrawal_late', { orderId: id, status })
}
