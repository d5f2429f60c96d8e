import { once } from 'node:events'
import { Agent, createServer, request, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { until } from '../../../../../tools/test/until.ts'
import { openMetrics } from '../metrics.ts'
import { calls } from '@palpite/contract'
import { classOf, shedLoad } from './shed.ts'

const closers: (() => void)[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const close of closers.splice(0)) close()
})

/**
 * A server that allows two reads at once, and this many calls in all; calls that reach it stay unanswered until the
 * test answers.
 */
async function crowded(PATIENCE_MS = 60_000, CALLS_AT_ONCE = 4) {
  const reached: { url: string; response: ServerResponse }[] = []
  const server = createServer(({ url = '' }, response) => void reached.push({ url, response }))
  server.keepAliveTimeout = 0 // an idle connection stays, however long the test takes to reuse it
  const metrics = openMetrics()
  shedLoad(server, { config: { CALLS_AT_ONCE, PATIENCE_MS }, metrics }, { 'x-own': 'header' })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })
  closers.push(() => {
    agent.destroy()
    server.closeAllConnections()
    server.close()
  })
  /** Makes a call, and resolves with its answer. */
  const call = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const calling = request({ port, host: '127.0.0.1', path, headers, agent, method })
    calling.end(method === 'GET' ? undefined : 'a body that nobody reads')
    const [answer] = (await once(calling, 'response')) as [import('node:http').IncomingMessage]
    let text = ''
    for await (const chunk of answer) text += String(chunk)
    return {
      http: answer.statusCode,
      headers: answer.headers,
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
    }
  }
  /** Makes unanswered calls, and waits until they have reached the server. */
  const fill = async (count: number, path = '/api/app/order/withdraw') => {
    const before = reached.length
    const lines = Array.from({ length: count }, () => {
      const line = connect(port, '127.0.0.1')
      line.on('error', () => {})
      line.write(`POST ${path} HTTP/1.1\r\nhost: here\r\ncontent-length: 0\r\n\r\n`)
      closers.push(() => line.destroy())
      return line
    })
    await expect.poll(() => reached.length - before).toBe(count)
    return lines
  }
  return { port, call, fill, reached, metrics }
}

test('refuses calls beyond the limit of unanswered ones at once, in the envelope and its language, without reaching a handler', async () => {
  const { call, fill, reached, metrics } = await crowded()
  await fill(2)
  const { http, headers, body } = await call('/api/app/another')
  expect(http).toBe(503)
  expect(headers).toMatchObject({
    'retry-after': '1',
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'x-own': 'header',
  })
  expect(body).toEqual({
    status: 503,
    message: expect.stringMatching(/\S/) as string,
    data: { code: 'busy', retryAfterSeconds: 1 },
  })
  const inEnglish = await call('/api/app/another', { lang: 'en_US' })
  expect(inEnglish.body).not.toEqual(body)
  expect(inEnglish.body).toMatchObject({ data: { code: 'busy' } })
  expect(reached.map(({ url }) => url)).toEqual(Array(2).fill('/api/app/order/withdraw'))
  expect(await metrics.text()).toMatch(/^palpite_http_shed_total\{class="reading"\} 2$/m)
})

test('an answer, or a caller that disconnects, admits the next call', async () => {
  const { call, fill, reached } = await crowded()
  const [first] = await fill(2)
  expect((await call('/api/app/late')).http).toBe(503)
  reached[1]?.response.end()
  await expect.poll(() => reached[1]?.response.destroyed || reached[1]?.response.writableFinished).toBe(true)
  const served = call('/api/app/served')
  await expect.poll(() => reached.length).toBe(3)
  expect((await call('/api/app/late')).http).toBe(503)
  first?.destroy()
  await expect.poll(() => reached[0]?.response.destroyed).toBe(true)
  const next = call('/api/app/next')
  await expect.poll(() => reached.length).toBe(4)
  for (const { response } of reached.slice(2)) response.end()
  expect([(await served).http, (await next).http]).toEqual([200, 200])
})

test.each(['/api/backoffice/players', '/livez', '/'])('admits %s, however many wait', async (path) => {
  const { call, fill, reached } = await crowded()
  await fill(2)
  const answered = call(path)
  await expect.poll(() => reached.at(-1)?.url).toBe(path)
  reached.at(-1)?.response.end()
  expect((await answered).http).toBe(200)
})

test('a call older than the patience no longer counts', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { call, fill, reached } = await crowded(200)
  await fill(2)
  vi.advanceTimersByTime(200)
  void call('/api/app/next').catch(() => {})
  await expect.poll(() => reached.at(-1)?.url).toBe('/api/app/next')
})

test('the more calls are refused, the longer their Retry-After, up to 20 seconds', async () => {
  // The count restarts every 20 seconds. The clock is stopped, or a slow machine would restart it midway.
  vi.useFakeTimers({ toFake: ['performance'] })
  const { port, fill } = await crowded()
  await fill(2)
  /**
   * Has this many calls refused on one connection, and resolves with their Retry-After, however late the last answer.
   */
  const turnAway = async (times: number) => {
    const line = connect(port, '127.0.0.1')
    closers.push(() => line.destroy())
    const said: string[] = []
    line.setEncoding('latin1').on('data', (chunk: string) => void said.push(chunk))
    const call = 'GET /api/app/one HTTP/1.1\r\nhost: here\r\n'
    for (let left = times - 1; left > 0; left -= 500) line.write(`${call}\r\n`.repeat(Math.min(500, left)))
    line.write(`${call}connection: close\r\n\r\n`)
    await once(line, 'close')
    return [...said.join('').matchAll(/retry-after: (\d+)/g)].map(([, seconds]) => Number(seconds))
  }
  const waits = await turnAway(21_001)
  expect(waits.length).toBe(21_001)
  expect([0, 999, 1000, 5000, 19_000, 21_000].map((at) => waits[at])).toEqual([1, 1, 2, 6, 20, 20])
  vi.advanceTimersByTime(19_999)
  expect(await turnAway(1)).toEqual([20])
  vi.advanceTimersByTime(1)
  expect(await turnAway(1)).toEqual([1])
})

const WITHDRAW = '/api/app/order/withdraw'
const BET = '/api/app/sportsbook/betPlay'
const FIXTURES = '/api/app/sportsbook/fixtures?sport=football'

test('as calls increase, reads are refused first, then bets, and withdrawals only at the limit', async () => {
  const { call, fill, reached, metrics } = await crowded(60_000, 10)
  /**
   * Which of the three classes is admitted now; an admitted call is answered at once, so that the load stays the
   * same.
   */
  const letIn = async () => {
    const taken: string[] = []
    for (const [method, path] of [
      ['GET', FIXTURES],
      ['POST', BET],
      ['POST', WITHDRAW],
    ] as const) {
      const before = reached.length
      let isPutOff = false
      const answered = call(path, {}, method).then(({ http }) => (isPutOff = http === 503))
      await until('let in or put off', () => isPutOff || reached.length > before)
      if (isPutOff) continue
      taken.push(path)
      reached.at(-1)?.response.end()
      await answered
      await expect
        .poll(() => reached.at(-1)?.response.destroyed || reached.at(-1)?.response.closed)
        .toBe(true)
    }
    return taken
  }
  await fill(4, BET)
  expect(await letIn()).toEqual([FIXTURES, BET, WITHDRAW])
  await fill(1, FIXTURES)
  expect(await letIn()).toEqual([BET, WITHDRAW])
  await fill(3, BET)
  expect(await letIn()).toEqual([WITHDRAW])
  // A list is answered at once: the room it leaves is not for reads while bets are refused.
  for (const { response } of reached.slice(0, 4)) response.end()
  await expect.poll(() => reached.slice(0, 4).every(({ response }) => response.closed)).toBe(true)
  expect(await letIn()).toEqual([BET, WITHDRAW])
  await fill(6, WITHDRAW)
  expect(await letIn()).toEqual([])
  const reported = await metrics.text()
  expect(reported).toMatch(/^palpite_http_shed_total\{class="reading"\} 4$/m)
  expect(reported).toMatch(/^palpite_http_shed_total\{class="stakes"\} 2$/m)
  expect(reported).toMatch(/^palpite_http_shed_total\{class="money_out"\} 1$/m)
})

test.each([
  ['POST', WITHDRAW, 'money_out'],
  ['POST', `${WITHDRAW}?loading=false`, 'money_out'],
  ['POST', '/api/app/order/cancel/0123456789ABC', 'money_out'],
  ['POST', '/api/app/protection/exclusion', 'money_out'],
  ['POST', '/api/hooks/pix/pix?hmac=1', 'money_out'],
  ['POST', '/api/studio/credit', 'money_out'],
  ['POST', '/api/studio/debit', 'stakes'],
  ['POST', BET, 'stakes'],
  ['POST', '/api/app/games/mines/step', 'stakes'],
  ['POST', '/api/app/order/prePayAmount', 'stakes'],
  ['GET', '/api/app/sportsbook/betRequest/0123456789abcdef', 'stakes'],
  ['GET', FIXTURES, 'reading'],
  ['HEAD', FIXTURES, 'reading'],
  ['GET', WITHDRAW, 'reading'],
  ['GET', '/api/hooks/pix/pix', 'reading'],
])('%s %s is of the class %s', (method, url, name) => {
  expect(classOf(method, url)).toBe(name)
})

test('a call that changes something is never in the class of reads', () => {
  const changing = Object.keys(calls).filter((key) => key.startsWith('POST '))
  const asReading = changing.filter((key) => {
    const [method = '', path = ''] = key.split(' ')
    return classOf(method, path) === 'reading'
  })
  expect(changing.length).toBeGreaterThan(50)
  expect(asReading).toEqual([])
})
