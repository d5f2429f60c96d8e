import { afterAll, beforeAll, expect, test } from 'vitest'
import { proveLedger } from '../../ledger/index.ts'
import { cashierClearing } from '../clearing.ts'
import { codeOf, pay, payCode, prePay, statusOf, untilStatus } from '../trial/orders.ts'
import { newPlayer, purseOf } from '../trial/players.ts'
import { PIX_KEY } from '../trial/start-sandbox.ts'
import { startTrial, type Trial, until } from '../trial/start-trial.ts'

let trial: Trial

beforeAll(async () => {
  trial = await startTrial({ needs: { settings: { reconcileEveryMs: 300 } } })
})

afterAll(async () => {
  await trial.close()
})

test('finds and credits a payment whose webhook never came', async () => {
  const { playerId } = await newPlayer(trial.house)
  const order = await prePay(trial, playerId)
  await trial.bank.arm({ kind: 'webhook_lost', of: 'pix' })
  await pay(trial, order)
  await untilStatus(trial, playerId, order.orderId)
  expect((await purseOf(trial.house, playerId)).cashCents).toBe(10_000)
})

test('expires an order in its time, and credits money that comes afterwards', async () => {
  const { playerId } = await newPlayer(trial.house)
  const order = await prePay(trial, playerId, 'brl-50')
  const code = await codeOf(trial, order)
  await trial.house.db`update cashier_order set expires_at = now() where id = ${order.orderId}`
  expect(await statusOf(trial, playerId, order.orderId)).toBe('01')
  await until('expired by the job', async () => {
    const rows = await trial.house.db<{ status: string }[]>`
      select status from cashier_order where id = ${order.orderId}`
    return rows[0]?.status === 'expired'
  })
  await trial.bank.arm({ kind: 'webhook_lost', of: 'pix' })
  await payCode(trial, code)
  await untilStatus(trial, playerId, order.orderId)
  expect((await purseOf(trial.house, playerId)).cashCents).toBe(5_000)
})

test('shows the code of a charge whose opening was never answered', async () => {
  const { playerId } = await newPlayer(trial.house)
  await trial.bank.arm({ kind: 'api_timeout', when: 'after', how: 'drop', on: ['cob.create'] })
  await expect(prePay(trial, playerId)).rejects.toThrow('conexão')
  await trial.house.db`update cashier_order set check_at = now() where player_id = ${playerId}`
  await until('open', async () => {
    const rows = await trial.house.db<{ status: string }[]>`
      select status from cashier_order where player_id = ${playerId}`
    return rows[0]?.status === 'open'
  })
})

test('keeps a Pix of a charge that is not ours apart, and credits nobody', async () => {
  const txid = trial.house.random.hex(16)
  const charge = await trial.bank.call('PUT', `/cob/${txid}`, {
    calendario: { expiracao: 600 },
    valor: { original: '12.34' },
    chave: PIX_KEY,
  })
  const endToEndId = await payCode(trial, String(charge.body['pixCopiaECola']))
  const strays = () => trial.house.db<{ amount: number }[]>`
    select amount_cents as amount from cashier_stray where e2eid = ${endToEndId}`
  await until('kept as a stray', async () => (await strays()).length === 1)
  expect((await strays())[0]?.amount).toBe(1_234)
})

test('asks about open charges although the bank lists nothing', async () => {
  const { playerId } = await newPlayer(trial.house)
  const order = await prePay(trial, playerId)
  await trial.bank.arm({ kind: 'api_error', when: 'before', times: 1000, on: ['pix.list'] })
  await trial.bank.arm({ kind: 'webhook_lost', of: 'pix' })
  await pay(trial, order)
  await trial.house.db`update cashier_order set check_at = now() where id = ${order.orderId}`
  await untilStatus(trial, playerId, order.orderId)
  await trial.bank.disarm()
  expect((await purseOf(trial.house, playerId)).cashCents).toBe(10_000)
})

test('leaves a ledger that proves: nothing made, nothing lost, clearing accounts at their open items', async () => {
  expect(await proveLedger(trial.house.db, cashierClearing())).toEqual([])
})
