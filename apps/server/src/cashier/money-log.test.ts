import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import { watched } from '../../../../tools/test/watched-logs.ts'
import type { EventTopic } from '../platform/events.ts'
import { openLog } from '../platform/log.ts'
import { writeEvents } from '../platform/outbox.ts'
import * as events from './events.ts'
import { logMoney } from './money-log.ts'

let opened: Awaited<ReturnType<typeof openTestDeps>>
beforeAll(async () => {
  opened = await openTestDeps()
})
afterAll(() => opened.close())

/** Promises a price, and moves nothing. */
const { discountGranted, ...moving } = events

test('every event of the cashier that moves money is logged, a discount is not', async () => {
  const { db, config } = opened.deps
  const lines: Record<string, unknown>[] = []
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>)
  const listener = logMoney({ db, log: openLog('info', watched({ write }), config) })
  const tell = (one: string, topic: EventTopic<object>) =>
    db.begin((tx) => writeEvents(tx, topic, [{ playerId: 1, orderId: one, amountCents: 10_000 }]))
  try {
    await tell('discountGranted', discountGranted as EventTopic<object>)
    for (const [one, topic] of Object.entries(moving)) await tell(one, topic as EventTopic<object>)
    await expect.poll(() => lines.map(({ orderId }) => orderId)).toEqual(Object.keys(moving))
  } finally {
    await listener.stop()
  }
})
