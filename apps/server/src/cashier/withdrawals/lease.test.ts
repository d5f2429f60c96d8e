import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import { lockAccounts, move, post } from '../../ledger/index.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { cashierOf } from '../cashier-of.ts'
import type { PaymentGateway, PayoutAnswer } from '../rails/payment-gateway.ts'
import { closedGateway, testNeeds } from '../testing/harness.ts'
import { giveCash, newPlayer } from '../testing/players.ts'
import { until } from '../../../../../tools/test/until.ts'
import { beginSending, openPayouts } from './send-payouts.ts'
import { endWithdrawals } from './end-withdrawals.ts'
import { claimToRequest, claimToSend, updateToResending } from './payout-queries.ts'
import { requestWithdrawals } from './request-withdrawals.ts'

let opened: Awaited<ReturnType<typeof openTestDeps>>

/** A bank outside the server that counts requests and accepts each id once. */
const sent: string[] = []
const taken = new Map<string, PayoutAnswer>()
const bank: PaymentGateway = {
  ...closedGateway(),
  createPayout: async ({ payoutId }) => {
    sent.push(payoutId)
    const payout = { payoutId, state: 'paid' as const, amountCents: undefined, providerRef: undefined }
    taken.set(payoutId, { kind: 'known', payout })
    return { kind: 'known', payout }
  },
  getPayout: async (payoutId) => taken.get(payoutId) ?? { kind: 'absent' },
}

const settings = { leaseSeconds: 1, payoutQuietSeconds: 1 }

beforeAll(async () => {
  opened = await openTestDeps()
})
afterAll(() => opened.close())

test('K19: a server delayed past its lease does not send a payout that another one has claimed', async () => {
  const { deps } = opened
  const server = () => {
    const { cashier } = cashierOf(
      { ...deps, metrics: openMetrics() },
      { ...testNeeds(), gateway: bank, settings },
    )
    return { cashier, ...openPayouts(cashier, () => false) }
  }
  const [slow, quick] = [server(), server()]
  const { playerId, cpf } = await newPlayer(deps)
  await giveCash(deps, playerId, 20_000)
  const request = { playerId, sessionId: 1, method: 'CPF' as const, payCardNo: cpf, amountCents: 10_000 }
  const [asked] = await requestWithdrawals(slow.cashier, [{ ...request, holderName: 'Ana', whatsapp: '' }])
  const id = asked?.ok ? asked.value.orderId : ''
  const rowOf = async () => {
    const rows = await deps.db<{ status: string; attempts: number }[]>`
      select status, attempts from cashier_withdrawal where id = ${id}`
    return rows[0]
  }
  // Another transaction locks the player's accounts: the server that claimed the payout waits for them right before
  // it sends.
  let release = () => {}
  const holding = deps.db.begin(async (tx) => {
    await lockAccounts(tx, [playerId])
    await new Promise<void>((done) => {
      release = done
    })
  })
  await slow.run()
  expect(await rowOf()).toEqual({ status: 'sending', attempts: 1 })
  await until('another server has claimed it', async () => {
    await quick.run()
    return ((await rowOf())?.attempts ?? 0) >= 2
  })
  expect(sent).toEqual([])
  release()
  await Promise.all([holding, slow.idle(), quick.idle()])
  await until('it is paid', async () => {
    await quick.run()
    await quick.idle()
    return (await rowOf())?.status === 'paid'
  })
  expect(sent).toEqual([id])
})

test('a payout claimed by another attempt belongs to that attempt, for sending and for stopping', async () => {
  const { deps } = opened
  const { cashier } = cashierOf(
    { ...deps, metrics: openMetrics() },
    { ...testNeeds(), gateway: bank, settings },
  )
  const { playerId, cpf } = await newPlayer(deps)
  await giveCash(deps, playerId, 20_000)
  const request = { playerId, sessionId: 1, method: 'CPF' as const, payCardNo: cpf, amountCents: 10_000 }
  await requestWithdrawals(cashier, [{ ...request, holderName: 'Ana', whatsapp: '' }])
  const claim = { max: 10, leaseSeconds: 0, providers: ['pix'] }
  const [late] = await claimToSend(deps.db, claim)
  if (!late) throw new Error('it is claimed')
  await claimToRequest(deps.db, claim)
  const attempts = await updateToResending(deps.db, late.id, 60)
  const taken = { ...late, attempts: attempts ?? 0 }
  expect(await beginSending(cashier, [late, taken])).toEqual([false, true])
  // The bank may have it by now: the late attempt can neither send nor stop it.
  await deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, [playerId], ['debt'])
    move(batch, { key: `owed:${late.id}`, from: { playerId, kind: 'debt' }, to: 'games', cents: 100 })
    await post(tx, batch)
  })
  expect(await beginSending(cashier, [late])).toEqual([false])
  const rows = () => deps.db`select status from cashier_withdrawal where id = ${late.id}`
  expect(await rows()).toEqual([{ status: 'unknown' }])
  expect(await beginSending(cashier, [late, taken])).toEqual([false, false])
  expect(await rows()).toEqual([{ status: 'failed' }])
})

test('K19: a refusal that arrives after another attempt began does not end the payout', async () => {
  const { deps } = opened
  const { cashier } = cashierOf(
    { ...deps, metrics: openMetrics() },
    { ...testNeeds(), gateway: bank, settings },
  )
  const { playerId, cpf } = await newPlayer(deps)
  await giveCash(deps, playerId, 20_000)
  const request = { playerId, sessionId: 1, method: 'CPF' as const, payCardNo: cpf, amountCents: 10_000 }
  await requestWithdrawals(cashier, [{ ...request, holderName: 'Ana', whatsapp: '' }])
  const claim = { max: 10, leaseSeconds: 0, providers: ['pix'] }
  const [late] = await claimToSend(deps.db, claim)
  if (!late) throw new Error('it is claimed')
  await claimToRequest(deps.db, claim)
  const attempts = await updateToResending(deps.db, late.id, 60)
  const end = { id: late.id, playerId, status: 'failed', why: 'refused', providerRef: null } as const
  await endWithdrawals(cashier, [{ ...end, attempts: late.attempts }])
  const rows = () => deps.db`select status from cashier_withdrawal where id = ${late.id}`
  expect(await rows()).toEqual([{ status: 'unknown' }])
  await endWithdrawals(cashier, [{ ...end, attempts: attempts ?? 0 }])
  expect(await rows()).toEqual([{ status: 'failed' }])
})
