import { afterAll, beforeAll, expect, test } from 'vitest'
import { prePay } from '../trial/orders.ts'
import { newPlayer } from '../trial/players.ts'
import { startTrial, type Trial } from '../trial/start-trial.ts'

let trial: Trial

beforeAll(async () => {
  trial = await startTrial({ jobs: false })
})

afterAll(() => trial.close())

test('answers the status of an order that is asked for as a form without a body', async () => {
  const { playerId } = await newPlayer(trial.house)
  const { orderId } = await prePay(trial, playerId)
  const answer = await fetch(`${trial.url}/api/app/order/getStatus/${orderId}`, {
    headers: { authorization: String(playerId), 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(await answer.json()).toMatchObject({ status: 200, data: { status: '00' } })
})
