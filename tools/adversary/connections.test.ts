import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AttackedApp, openAttackedApp } from './attacked-app.ts'

/** The connection limit of one address (platform/http/bound-connections.ts). */
const MOST = 5000
const AT_ONCE = 200

let app: AttackedApp
let port: number
beforeAll(async () => {
  app = await openAttackedApp({ TRUST_PROXY: '0', LOG_LEVEL: 'info' })
  port = Number(new URL(app.url).port)
})
afterAll(() => app.close())

const open = (localAddress: string): Promise<Socket> =>
  new Promise((resolve) => {
    const line = connect({ port, host: '127.0.0.1', localAddress })
    line.on('error', () => {})
    line.once('connect', () => resolve(line))
  })

/**
 * Sends the bytes on a connection of this address, and returns the statuses received, up to a number or until it is
 * closed.
 */
async function statuses(localAddress: string, requests: string, count: number): Promise<number[]> {
  const line = await open(localAddress)
  let said = ''
  const all = () => [...said.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status))
  await new Promise<void>((resolve) => {
    line.on('data', (chunk: Buffer) => {
      said += chunk.toString('latin1')
      if (all().length >= count) resolve()
    })
    line.once('close', () => resolve())
    line.write(requests)
  })
  line.destroy()
  return all()
}

const LIVEZ = 'GET /livez HTTP/1.1\r\nhost: here\r\n\r\n'

test('the real server closes connections beyond an address’s limit, and serves the others', async () => {
  const lines: Socket[] = []
  for (let count = 0; count < MOST + 2 * AT_ONCE; count += AT_ONCE) {
    const some = await Promise.all(Array.from({ length: AT_ONCE }, () => open('127.0.0.2')))
    lines.push(...some.map((line) => line.resume()))
  }
  const hungUp = () => lines.filter(({ destroyed }) => destroyed).length
  await expect.poll(hungUp).toBe(2 * AT_ONCE)
  expect(await statuses('127.0.0.2', LIVEZ, 1)).toEqual([])
  expect(await statuses('127.0.0.3', LIVEZ, 1)).toEqual([200])
  for (const line of lines) line.destroy()
  await expect.poll(() => statuses('127.0.0.2', LIVEZ, 1)).toEqual([200])
})

test.each([
  ['127.0.1.1', 'GET /readyz', 200],
  ['127.0.1.2', 'GET /pay/nobody', 404],
  ['127.0.1.3', 'GET /pay/nobody/status', 404],
  ['127.0.1.4', 'POST /pay/nobody/sandbox', 404],
])(
  'in a flood from %s at %s some calls are answered and the others refused, and other addresses notice nothing',
  async (from, call, served) => {
    const request = `${call} HTTP/1.1\r\nhost: here\r\ncontent-length: 0\r\n\r\n`
    const count = 3000
    const answers = await statuses(from, request.repeat(count), count)
    const of = (status: number) => answers.filter((answer) => answer === status).length
    expect(of(served) + of(429)).toBe(count)
    expect(of(served)).toBeGreaterThan(0)
    expect(of(429)).toBeGreaterThan(0)
    expect(await statuses('127.0.2.1', request, 1)).toEqual([served])
  },
)
