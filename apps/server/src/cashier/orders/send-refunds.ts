import { cents } from '@palpite/money'
import { type LedgerBatch, lockAccounts, move, post, repayDebt } from '../../ledger/index.ts'
import { isFault } from '../../platform/db/index.ts'
import { Fault } from '../../platform/errors.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { skippedBy } from '../../platform/skip-failing.ts'
import type { Cashier } from '../cashier.ts'
import { topupRefund } from '../events.ts'
import { insertException } from '../queries.ts'
import { processIncomingPayments } from './incoming-payments.ts'
import { refundKinds, refundEvents } from './request-refunds.ts'
import {
  type ClaimedRefund,
  claimRefund,
  lockRefundsUnderWay,
  putOffRefund,
  type Refund,
  selectLateRefunds,
  updateRefundsToEnd,
  updateUnmatchedToReturned,
} from './refund-queries.ts'
import { claimTopUpsToReturn, putOffReturn, type TopUpToReturn, updateToReturned } from './topup-queries.ts'

/** The most refunds sent per run. */
const OF_A_RUN = 100

/** Why a refund failed that the bank had accepted. */
const NOT_CARRIED_OUT = 'the bank could not carry it out'

/**
 * Sends the refunds that operators requested, and books the banks' answers. Each refund keeps its own id and is
 * claimed right before its call. Nothing is sent while payouts are halted; a bank that does not answer is skipped for
 * the rest of the run.
 */
export async function sendRefunds(cashier: Cashier, isHalted: () => boolean): Promise<void> {
  const { deps, settings } = cashier
  const silent = new Set<string>()
  for (let sent = 0; sent < OF_A_RUN && !isHalted(); sent += 1) {
    const { leaseSeconds } = settings
    const refund = await claimRefund(deps.db, { leaseSeconds, without: [...silent] })
    if (!refund) return
    try {
      await sendOne(cashier, refund)
    } catch (error) {
      if (error instanceof Fault) {
        silent.add(refund.provider)
        deps.log.warn({ err: error, refund: refund.id }, 'the bank did not answer about a refund')
        continue
      }
      if (isFault(error)) throw error
      // Its lease keeps it from this run; it is tried again later.
      skippedBy(deps, 'cashier-refunds')({ refund: refund.id, providerRef: refund.providerRef }, error)
    }
  }
}

async function sendOne(cashier: Cashier, refund: ClaimedRefund): Promise<void> {
  const { id, provider, providerRef, amountCents } = refund
  const { gateway, source } = cashier.providers.named(provider)
  const answer = await gateway.refund({ providerRef, id, amountCents: cents(amountCents) })
  if (answer.state === 'pending') return
  if (answer.state === 'refused' && mayBeUnderWay(cashier, refund)) {
    await putOffRefund(cashier.deps.db, refund, cashier.settings.payoutQuietSeconds)
    return
  }
  if (answer.state !== 'returned') {
    return failRefund(cashier, refund, answer.state === 'refused' ? answer.why : NOT_CARRIED_OUT)
  }
  if (refund.playerId === null) return endUnmatched(cashier, refund)
  // Booked like every refund, from the bank's own record of the payment: a webhook may have been first.
  const payment = await gateway.getPayment(providerRef)
  if (payment && payment !== 'foreign') await processIncomingPayments(cashier, source, [payment])
}

/** Whether an earlier call for it may still reach the bank, and so make a refund that the bank refused in a later call. */
const mayBeUnderWay = ({ settings }: Cashier, { quietSeconds }: ClaimedRefund): boolean =>
  quietSeconds !== null && quietSeconds < settings.payoutQuietSeconds

const endUnmatched = ({ deps }: Cashier, { id, providerRef, amountCents }: Refund): Promise<void> =>
  deps.db.begin(async (tx) => {
    await updateUnmatchedToReturned(tx, providerRef)
    await updateRefundsToEnd(tx, [id], 'returned')
    tx.afterCommit(() =>
      deps.log.info({ refundId: id, providerRef, amountCents }, 'a payment without an order went back'),
    )
  })

/**
 * The refund failed: the held money returns to the player, and an open difference tells operators why. A worker that
 * was delayed until another attempt began ends nothing: that attempt may be at the bank.
 */
async function failRefund(
  cashier: Cashier,
  { id, providerRef, playerId, attempts }: ClaimedRefund,
  why: string,
): Promise<void> {
  const isFailed = await cashier.deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, playerId === null ? [] : [playerId], refundKinds)
    const refund = (await lockRefundsUnderWay(tx, [providerRef])).find((one) => one.id === id)
    if (refund?.attempts !== attempts) return false
    const repaidCents = playerId === null ? 0 : giveBack(batch, { ...refund, playerId })
    if (playerId !== null) await post(tx, batch)
    await updateRefundsToEnd(tx, [id], 'failed', why.slice(0, 500))
    const what = `could not be given back: ${why}`.slice(0, 500)
    await insertException(tx, { source: 'refund', subject: `${providerRef}:${id}`, what })
    await writeEvents(tx, topupRefund, refundEvents('failed', repaidCents)(refund))
    return true
  })
  if (isFailed) cashier.alarm('refund_failed', { providerRef, refund: id, why })
}

/** The held money is the player's again, and repays a debt first. Answers how much of it did. */
function giveBack(
  batch: LedgerBatch,
  { id, playerId, amountCents }: { id: string; playerId: number; amountCents: number },
): number {
  const [from, to] = [{ playerId, kind: 'hold' } as const, { playerId, kind: 'cash' } as const]
  move(batch, { key: `refund-back:${id}`, from, to, cents: amountCents })
  return Math.min(amountCents, repayDebt(batch, { playerId, key: `refund-back:${id}:repaid` }))
}

const LATE_SECONDS = 3600
const LATE_REFUND = 'asked for an hour ago, and the bank has not said how it ended'

/** Raises an alarm once for each overdue refund, because its player's money stays held. Attempts go on. */
export async function watchRefunds({ deps, alarm }: Cashier): Promise<void> {
  for (const { id, provider, providerRef } of await selectLateRefunds(deps.db, LATE_SECONDS)) {
    const subject = `${providerRef}:${id}`
    const isNew = await deps.db.begin((tx) =>
      insertException(tx, { source: 'refund', subject, what: LATE_REFUND }),
    )
    if (isNew) alarm('refund_late', { provider, providerRef, refund: id })
  }
}

const STRANGERS_AT_ONCE = 100

/**
 * Refunds third-party payments where the policy forbids them: one refund per payment, under its own id. Nothing is
 * sent while payouts are halted; a bank that does not answer is skipped for the rest of the run.
 */
export async function returnThirdPartyPayments(cashier: Cashier, isHalted: () => boolean): Promise<void> {
  if (isHalted()) return
  const silent = new Set<string>()
  for (const topUp of await claimTopUpsToReturn(cashier.deps.db, STRANGERS_AT_ONCE)) {
    if (isHalted()) return
    if (silent.has(topUp.provider)) continue
    try {
      await returnOne(cashier, topUp)
    } catch (error) {
      if (error instanceof Fault) {
        silent.add(topUp.provider)
        cashier.deps.log.warn(
          { err: error, providerRef: topUp.providerRef },
          'the bank did not answer about a refund',
        )
        continue
      }
      if (isFault(error)) throw error
      skippedBy(cashier.deps, 'cashier-strangers')({ providerRef: topUp.providerRef }, error)
    }
  }
}

async function returnOne(cashier: Cashier, topUp: TopUpToReturn): Promise<void> {
  const { deps, providers } = cashier
  const { provider, providerRef, amountCents, returnTry } = topUp
  const id = returnTry === 1 ? 'stranger' : `stranger${returnTry}`
  const { gateway } = providers.named(provider)
  const refund = await gateway.refund({ providerRef, id, amountCents: cents(amountCents) })
  if (refund.state === 'returned') await updateToReturned(deps.db, topUp, [providerRef])
  else if (refund.state === 'refused') await notReturned(cashier, topUp, { why: refund.why, isIdUsed: false })
  else if (refund.state === 'failed')
    await notReturned(cashier, topUp, { why: NOT_CARRIED_OUT, isIdUsed: true })
}

/** Records an open difference for operators at the first failure; attempts go on. */
async function notReturned(
  { deps, alarm }: Cashier,
  topUp: TopUpToReturn,
  { why, isIdUsed }: { why: string; isIdUsed: boolean },
): Promise<void> {
  const { providerRef } = topUp
  await deps.db.begin(async (tx) => {
    await putOffReturn(tx, topUp, isIdUsed)
    const what = `somebody else's payment could not be given back: ${why}`.slice(0, 500)
    await insertException(tx, { source: 'refund', subject: providerRef, what })
  })
  alarm('refund_failed', { providerRef, why })
}
