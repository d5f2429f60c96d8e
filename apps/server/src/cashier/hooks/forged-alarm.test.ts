import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendHook } from '../trial/orders.ts'
import { startTrial, type Trial } from '../trial/start-trial.ts'

let trial: Trial

beforeAll(async () => {
  trial = await startTrial({ jobs: false })
})

afterAll(() => trial.close())

const rung = async () =>
  Number(
    /cashier_alarms_total\{kind="forged_webhook"\} (\d+)/.exec(await trial.house.metrics.text())?.[1] ?? 0,
  )

test('a webhook that is forged or too old rings the alarm', async () => {
  const raw = JSON.stringify({ pix: [] })
  expect(await rung()).toBe(0)
  await sendHook(trial, raw, { secret: 'another secret of somebody' })
  expect(await rung()).toBe(1)
  await sendHook(trial, raw, { ageSeconds: 305 })
  expect(await rung()).toBe(2)
})
