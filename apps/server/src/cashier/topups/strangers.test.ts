import { afterAll, beforeAll, expect, test } from 'vitest'
import { proveLedger } from '../../ledger/index.ts'
import { cashierClearing } from '../clearing.ts'
import { pay, prePay, untilStatus } from '../trial/orders.ts'
import { freshCpf, newPlayer, purseOf } from '../trial/players.ts'
import { startTrial, type Trial, until } from '../trial/start-trial.ts'

let trial: Trial

beforeAll(async () => {
  trial = await startTrial({
    env: { COMPLIANCE_PROFILE: 'br-spa' },
    needs: { settings: { reconcileEveryMs: 300 } },
  })
})

afterAll(async () => {
  await trial.close()
})

test('gives money back that somebody else paid, where only the own CPF may pay', async () => {
  const { playerId } = await newPlayer(trial.house)
  const order = await prePay(trial, playerId)
  const endToEndId = await pay(trial, order, { payer: { nome: 'Outra Pessoa', cpf: freshCpf() } })
  await untilStatus(trial, playerId, order.orderId, '01')
  await trial.house.db`update cashier_topup set try_at = now() where e2eid = ${endToEndId}`
  await until('given back', async () => {
    await trial.house.db`update cashier_topup set try_at = now() where e2eid = ${endToEndId}`
    const rows = await trial.house.db<{ state: string }[]>`
      select state from cashier_topup where e2eid = ${endToEndId}`
    return rows[0]?.state === 'returned'
  })
  const { body } = await trial.bank.call('GET', `/pix/${endToEndId}`)
  expect(body['devolucoes']).toMatchObject([{ status: 'DEVOLVIDO', valor: '100.00' }])
  expect(await purseOf(trial.house, playerId)).toEqual({ cashCents: 0, bonusCents: 0 })
})

test('credits a payer whose shown digits fit, where the bank hides the others', async () => {
  const { playerId } = await newPlayer(trial.house)
  const order = await prePay(trial, playerId)
  await trial.bank.arm({ kind: 'payer_masked' })
  await pay(trial, order)
  await untilStatus(trial, playerId, order.orderId)
  expect((await purseOf(trial.house, playerId)).cashCents).toBe(10_000)
})

test('shows no gifts where they are forbidden', async () => {
  const { playerId } = await newPlayer(trial.house)
  const { data } = await trial.call(playerId, 'GET', '/api/app/order/getPrices')
  const list = data as unknown as { curreny: string; gift: number }[]
  expect(list.length).toBeGreaterThan(0)
  expect(list.filter(({ gift, curreny }) => gift > 0 || curreny === 'FCBRL' || curreny === 'BTBRL')).toEqual(
    [],
  )
})

test('leaves a ledger that proves: nothing made, nothing lost, clearing accounts at their open items', async () => {
  expect(await proveLedger(trial.house.db, cashierClearing())).toEqual([])
})
