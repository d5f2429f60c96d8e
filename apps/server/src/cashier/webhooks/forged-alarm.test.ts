import { request } from 'node:http'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openLog } from '../../platform/log.ts'
import { sendHook } from '../testing/orders.ts'
import { startHarness, type Harness } from '../testing/harness.ts'

let harness: Harness
const said: string[] = []

beforeAll(async () => {
  harness = await startHarness({ jobs: false, log: openLog('info', into(said)) })
  // All of it happens within one minute of the limiter, however long the machine takes.
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

test('a webhook that is forged or too old rings the alarm', async () => {
  const raw = JSON.stringify({ pix: [] })
  expect(await rung()).toBe(0)
  await sendHook(harness, raw, { secret: 'another secret of somebody' })
  expect(await rung()).toBe(1)
  await sendHook(harness, raw, { ageSeconds: 305 })
  expect(await rung()).toBe(2)
})

/** Sends a head that announces a body, and no byte of that: whoever wants to read it waits for ever. */
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
  ['words for a signature', { 'x-signature': 'let me in' }],
])('a webhook with %s is refused before its body is read', async (_what, headers) => {
  expect(await announce({ ...headers, 'content-length': '1000000' })).toBe(401)
})

test('hundreds of unsigned webhooks are one line in the log, and soon none of their address is looked at', async () => {
  const answers = await Promise.all(
    Array.from({ length: 400 }, () =>
      fetch(`${harness.url}/api/hooks/pix/pix`, { method: 'POST', body: 'x' }),
    ),
  )
  const statuses = answers.map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
  // As many are looked at as may be false in a minute, but for those that came together.
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(300)
  expect(said.join('').split('forged_webhook')).toHaveLength(2)
  const signed = await sendHook(harness, JSON.stringify({ pix: [] }))
  expect(signed.status).toBe(429) // for the rest of the minute: whatever it tells is found by asking the bank
})
