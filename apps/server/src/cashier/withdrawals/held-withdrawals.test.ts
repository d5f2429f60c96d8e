import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { takeTestBreak } from '../../../../../tools/test/take-break.ts'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import { lockAccounts } from '../../ledger/index.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { cashierOf } from '../cashier-of.ts'
import { closedGateway, testNeeds } from '../testing/harness.ts'
import { giveCash, newPlayer } from '../testing/players.ts'
import {
  claimAlarms,
  claimToRequest,
  claimToSend,
  lockToSettle,
  updateToResending,
  updateToWaiting,
} from './payout-queries.ts'
import { requestWithdrawals } from './request-withdrawals.ts'
import { updateToRequested } from './review-queries.ts'
import { holdWithdrawals } from './reviews.ts'
import { beginSending, watchPayouts } from './send-payouts.ts'

let opened: Awaited<ReturnType<typeof openTestDeps>>
beforeAll(async () => {
  opened = await openTestDeps()
})
afterAll(() => opened.close())

/** A server with metrics of its own, and a withdrawal that it has not sent. */
async function openWithdrawal() {
  const deps = { ...opened.deps, metrics: openMetrics() }
  const { cashier } = cashierOf(deps, { ...testNeeds(), gateway: closedGateway() })
  const { playerId, cpf } = await newPlayer(deps)
  await giveCash(deps, playerId, 20_000)
  const request = { playerId, sessionId: 1, method: 'CPF' as const, payCardNo: cpf, amountCents: 10_000 }
  const [asked] = await requestWithdrawals(cashier, [{ ...request, holderName: 'Ana', whatsapp: '' }])
  if (!asked?.ok) throw new Error('it is requested')
  return { deps, cashier, playerId, id: asked.value.orderId, metrics: () => deps.metrics.text() }
}

const lift = (playerId: number) => opened.deps.db`
  update protection_suspension
     set lifted_at = clock_timestamp(), lifted_by = 2, lift_reason = 'the documents were seen'
   where player_id = ${playerId}`

const PROVIDERS = ['pix']

test('a held payout whose outcome was unknown gets the full patience in its next attempt', async () => {
  const { deps, cashier, playerId, id } = await openWithdrawal()
  const { db } = deps
  await claimToSend(db, { max: 10, leaseSeconds: 0, providers: PROVIDERS })
  const [row] = await claimToRequest(db, { max: 10, leaseSeconds: 0 })
  if (!row) throw new Error('it is claimed')
  const waiting = { id, status: 'unknown' as const, seconds: 0, providerRef: null }
  await updateToWaiting(db, [{ ...waiting, why: 'the bank timed out' }])
  await ownerOf(db)`
    update cashier_withdrawal set unknown_since = now() - interval '1 day' where id = ${id}`
  const attempts = (await updateToResending(db, id, 60)) ?? 0
  await takeTestBreak(deps, playerId, 'suspended')
  expect(await beginSending(cashier, [{ ...row, attempts }])).toEqual([false])
  const held = await db`
    select status, why, unknown_since as since, attempts from cashier_withdrawal where id = ${id}`
  expect(held).toEqual([{ status: 'review', why: '', since: null, attempts: 2 }])

  await lift(playerId)
  await db.begin((tx) => updateToRequested(tx, [id]))
  await claimToSend(db, { max: 10, leaseSeconds: 60, providers: PROVIDERS })
  await updateToWaiting(db, [{ ...waiting, why: 'the bank timed out again' }])
  const settled = await db.begin((tx) => lockToSettle(tx, id, 'failed'))
  expect(settled?.unknownSeconds).toBeLessThan(3600)
  expect(settled?.quietSeconds).toBeLessThan(3600)
  expect(await claimAlarms(db, 3600)).toEqual([])
})

test('a withdrawal in review raises no alarm for its promised time while its account is suspended, and does after it', async () => {
  const { deps, cashier, playerId, id, metrics } = await openWithdrawal()
  await takeTestBreak(deps, playerId, 'suspended')
  await deps.db.begin(async (tx) => {
    await lockAccounts(tx, [playerId])
    await holdWithdrawals(tx, [playerId])
  })
  await ownerOf(deps.db)`
    update cashier_withdrawal set promised_at = now() - interval '1 second' where id = ${id}`
  await watchPayouts(cashier)
  expect(await metrics()).not.toContain('kind="withdrawal_late"')
  expect(await metrics()).toContain('palpite_cashier_late_withdrawals 0')
  await lift(playerId)
  await watchPayouts(cashier)
  expect(await metrics()).toContain('kind="withdrawal_late"} 1')
  expect(await metrics()).toContain('palpite_cashier_late_withdrawals 1')
})
