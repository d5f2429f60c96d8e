import { afterAll, beforeAll, expect, test } from 'vitest'
import { prePay } from '../testing/orders.ts'
import { newPlayer } from '../testing/players.ts'
import { startHarness, type Harness } from '../testing/start-harness.ts'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness({ jobs: false })
})

afterAll(() => harness.close())

test('answers the status of an order that is asked for as a form without a body', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const { orderId } = await prePay(harness, playerId)
  const answer = await fetch(`${harness.url}/api/app/order/getStatus/${orderId}`, {
    headers: { authorization: String(playerId), 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(await answer.json()).toMatchObject({ status: 200, data: { status: '00' } })
})
