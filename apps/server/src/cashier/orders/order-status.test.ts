import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../../../tools/test/until.ts'
import { pay, prePay } from '../testing/orders.ts'
import { newPlayer } from '../testing/players.ts'
import { startHarness, type Harness } from '../testing/harness.ts'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})

afterAll(() => harness.close())

test('answers the status of an order to a form without a body', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const order = await prePay(harness, playerId)
  const request = async () => {
    const answer = await fetch(`${harness.url}/api/app/order/getStatus/${order.orderId}`, {
      headers: { authorization: String(playerId), 'content-type': 'application/x-www-form-urlencoded' },
    })
    return (await answer.json()) as { status: number; data: { status: string } }
  }
  expect(await request()).toMatchObject({ status: 200, data: { status: '00' } })
  await pay(harness, order)
  await until('the order is paid', async () => (await request()).data.status !== '00')
  expect(await request()).toMatchObject({ status: 200, data: { status: '10' } })
})
