import { cents } from '@palpite/money'
import type { Cashier } from '../cashier.ts'
import type { PayoutAnswer } from '../gateway/index.ts'
import { endWithdrawals } from './end-withdrawals.ts'
import { afterAsking, afterSending, pauseSeconds, type Verdict } from './payout-rules.ts'
import {
  claimAlarms,
  claimToRequest,
  claimToSend,
  type OpenWithdrawal,
  selectUnknownCount,
  updateToResending,
  updateToWaiting,
} from './queries.ts'

const AT_ONCE = 20

/**
 * Sends what waits, and asks the bank about what is on its way. Rows are claimed and marked before the call,
 * the call is made outside any transaction, and what the bank said is booked afterwards. Nothing is sent while
 * payouts are halted; asking goes on.
 */
export async function sendPayouts(cashier: Cashier, isHalted: () => boolean): Promise<void> {
  const { deps, settings } = cashier
  while (!isHalted()) {
    const rows = await claimToSend(deps.db, AT_ONCE, settings.leaseSeconds)
    await Promise.all(rows.map((row) => sendOne(cashier, row)))
    if (rows.length < AT_ONCE) break
  }
  for (;;) {
    const rows = await claimToRequest(deps.db, AT_ONCE, settings.leaseSeconds)
    await Promise.all(rows.map((row) => requestOne(cashier, row, isHalted)))
    if (rows.length < AT_ONCE) break
  }
  await watchUnknown(cashier)
}

async function sendOne(cashier: Cashier, row: OpenWithdrawal): Promise<void> {
  const { gateway } = cashier
  const key = row.payCardNo
  const answer = await gateway.createPayout({
    payoutId: row.id,
    amountCents: cents(row.netCents),
    key,
    payee: row.method === 'CNPJ' ? { cnpj: key } : { cpf: key },
  })
  const isSure = answer.kind === 'known'
  const after: PayoutAnswer | undefined = isSure ? undefined : await gateway.getPayout(row.id)
  // A refused retry of something that may still be under way is looked at again when all is quiet.
  const verdict = afterSending(row, answer, after)
  await batch(cashier, { ...row, quietSeconds: 0 }, verdict)
}

async function requestOne(cashier: Cashier, row: OpenWithdrawal, isHalted: () => boolean): Promise<void> {
  const { gateway, deps, settings } = cashier
  const answer = await gateway.getPayout(row.id)
  const needsQuietSeconds = settings.payoutQuietSeconds
  const verdict = afterAsking(row, answer, { quietSeconds: row.quietSeconds, needsQuietSeconds })
  if (verdict.do !== 'send') return batch(cashier, row, verdict)
  if (isHalted()) return batch(cashier, row, { do: 'wait', status: 'unknown', why: 'halted', e2eid: null })
  if (await updateToResending(deps.db, row.id, settings.leaseSeconds)) await sendOne(cashier, row)
}

async function batch(cashier: Cashier, row: OpenWithdrawal, verdict: Verdict): Promise<void> {
  const { deps, alarm } = cashier
  if (verdict.do === 'send') return
  if (verdict.do !== 'wait') {
    await endWithdrawals(cashier, [
      verdict.do === 'paid'
        ? { id: row.id, playerId: row.playerId, status: 'paid', why: '', e2eid: verdict.e2eid }
        : { id: row.id, playerId: row.playerId, status: 'failed', why: verdict.why, e2eid: null },
    ])
    return
  }
  const { status, why, e2eid } = verdict
  if (why === 'the bank says another amount') alarm('payout_differs', { orderId: row.id })
  if (status === 'unknown') deps.log.warn({ orderId: row.id, why }, 'nobody knows whether a payout was sent')
  const seconds = pauseSeconds(row.quietSeconds ?? 0)
  await updateToWaiting(deps.db, { id: row.id, status, seconds, why: why.slice(0, 200), e2eid })
}

async function watchUnknown({ deps, settings, alarm, unknownPayouts }: Cashier): Promise<void> {
  unknownPayouts(await selectUnknownCount(deps.db))
  for (const { id } of await claimAlarms(deps.db, settings.payoutAlarmSeconds)) {
    alarm('payout_unknown', { orderId: id })
  }
}
