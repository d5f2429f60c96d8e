import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendHook } from '../testing/orders.ts'
import { startHarness, type Harness } from '../testing/start-harness.ts'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness({ jobs: false })
})

afterAll(() => harness.close())

const rung = async () =>
  Number(
    /cashier_alarms_total\{kind="forged_webhook"\} (\d+)/.exec(await harness.deps.metrics.text())?.[1] ?? 0,
  )

test('a webhook that is forged or too old rings the alarm', async () => {
  const raw = JSON.stringify({ pix: [] })
  expect(await rung()).toBe(0)
  await sendHook(harness, raw, { secret: 'another secret of somebody' })
  expect(await rung()).toBe(1)
  await sendHook(harness, raw, { ageSeconds: 305 })
  expect(await rung()).toBe(2)
})
