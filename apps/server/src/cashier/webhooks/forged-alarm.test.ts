import { request } from 'node:http'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openLog } from '../../platform/log.ts'
import { watched } from '../../../../../tools/test/watched-logs.ts'
import { sendHook } from '../testing/orders.ts'
import { startHarness, type Harness } from '../testing/harness.ts'

let harness: Harness
const said: string[] = []

beforeAll(async () => {
  harness = await startHarness({ jobs: false, log: openLog('info', watched(into(said))) })
  // Everything happens within one minute of the limiter, however slow the machine is.
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
})

afterAll(() => {
  vi.useRealTimers()
  return harness.close()
})

const into = (lines: string[]) =>
  new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString())
      done()
    },
  })

const rung = async () =>
  Number(
    /cashier_alarms_total\{kind="forged_webhook"\} (\d+)/.exec(await harness.deps.metrics.text())?.[1] ?? 0,
  )

test('a forged or too old webhook raises an alarm', async () => {
  const raw = JSON.stringify({ pix: [] })
  expect(await rung()).toBe(0)
  await sendHook(harness, raw, { secret: 'another secret of somebody' })
  expect(await rung()).toBe(1)
  await sendHook(harness, raw, { ageSeconds: 305 })
  expect(await rung()).toBe(2)
})

/** Sends headers that announce a body, and no byte of it: a server that reads the body would wait for ever. */
const announce = (headers: Record<string, string>): Promise<number | undefined> => {
  const { hostname, port } = new URL(harness.url)
  return new Promise((resolve, reject) => {
    const sending = request(
      { hostname, port, path: '/api/hooks/pix/pix', method: 'POST', agent: false, headers },
      (answer) => {
        resolve(answer.statusCode)
        sending.destroy()
      },
    )
    sending.on('error', reject)
    sending.flushHeaders()
  })
}

test.each([
  ['no signature', {}],
  ['an empty signature', { 'x-signature': '' }],
  ['a text instead of a signature', { 'x-signature': 'let me in' }],
])('a webhook with %s is refused before its body is read', async (_what, headers) => {
  expect(await announce({ ...headers, 'content-length': '1000000' })).toBe(401)
})

test('hundreds of unsigned webhooks are one line in the log, and soon none from their address is checked', async () => {
  const answers = await Promise.all(
    Array.from({ length: 400 }, () =>
      fetch(`${harness.url}/api/hooks/pix/pix`, { method: 'POST', body: 'x' }),
    ),
  )
  const statuses = answers.map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
  // As many are checked as may be forged in a minute, plus concurrent ones.
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(300)
  expect(said.join('').split('forged_webhook')).toHaveLength(2)
  const signed = await sendHook(harness, JSON.stringify({ pix: [] }))
  expect(signed.status).toBe(429) // for the rest of the minute; its payment is found by asking the bank
})
