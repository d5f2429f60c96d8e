import { Writable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import type { Db } from '../db/index.ts'
import { type Deps, openActivity } from '../deps.ts'
import { openLimits } from '../limits.ts'
import { openLog } from '../log.ts'
import { watched } from '../../../../../tools/test/watched-logs.ts'
import { openMetrics } from '../metrics.ts'
import { systemRandom } from '../crypto.ts'
import { primaryReads } from '../reads.ts'
import { openServer } from './server.ts'

const read = readConfig({ NODE_ENV: 'test', DATABASE_URL: 'postgres://nowhere/none' })
if (!read.ok) throw new Error(read.sentences.join('; '))
const { config } = read

const lines: string[] = []
const memory = new Writable({
  write: (chunk: Buffer, _encoding, done) => {
    lines.push(chunk.toString())
    done()
  },
})

const noDb = (() => Promise.reject(new Error('no call here reads'))) as unknown as Db

const houseAt = (level: string): Deps => ({
  config,
  db: noDb,
  reads: primaryReads(noDb),
  log: openLog(level, watched(memory)),
  random: systemRandom,
  metrics: openMetrics(),
  limits: openLimits(undefined),
  activity: openActivity(),
})

async function serverAt(level: string) {
  const deps = houseAt(level)
  const app = await openServer(deps)
  app.get('/bets/:betId', async () => ({}))
  app.post('/fails', async () => {
    throw new Error('no luck')
  })
  app.get('/assets/app-4f5e.js', async () => 'x')
  return { app, metrics: deps.metrics }
}

let logged: Awaited<ReturnType<typeof serverAt>>
beforeAll(async () => {
  logged = await serverAt('debug')
})
beforeEach(() => void lines.splice(0))
afterAll(() => logged.app.close())

const seriesIn = async (pattern: RegExp) => (await logged.metrics.text()).match(pattern)?.[1]
const countOf = (method: string, route: string, status: string) =>
  seriesIn(
    new RegExp(
      `palpite_http_seconds_count\\{method="${method}",route="${route}",status="${status}"\\} (\\d+)`,
    ),
  )

test('counts answers by method, route pattern and status class', async () => {
  await logged.app.inject({ url: '/bets/17?token=abc-secret' })
  await logged.app.inject({ url: '/bets/18' })
  await logged.app.inject({ method: 'POST', url: '/fails' })
  await logged.app.inject({ url: '/assets/app-4f5e.js' })
  await logged.app.inject({ url: '/nowhere/abc-secret' })
  expect(await countOf('GET', '/bets/:betId', '2xx')).toBe('2')
  expect(await countOf('POST', '/fails', '5xx')).toBe('1')
  expect(await countOf('GET', '/assets/\\*', '2xx')).toBe('1')
  expect(await countOf('any', 'none', '4xx')).toBe('1')
  expect(await logged.metrics.text()).not.toMatch(/abc-secret|bets\/17/)
})

test('a bucket contains all durations up to its bound, and the last one all', async () => {
  const observe = logged.metrics.histogram('test_seconds', 'For this test', [1, 2])({ of: 'it' })
  for (const seconds of [0.5, 1, 1.5, 99]) observe(seconds)
  expect(await logged.metrics.text()).toContain(
    [
      '# HELP palpite_test_seconds For this test',
      '# TYPE palpite_test_seconds histogram',
      'palpite_test_seconds_bucket{of="it",le="1"} 2',
      'palpite_test_seconds_bucket{of="it",le="2"} 3',
      'palpite_test_seconds_bucket{of="it",le="+Inf"} 4',
      'palpite_test_seconds_sum{of="it"} 102',
      'palpite_test_seconds_count{of="it"} 4',
    ].join('\n'),
  )
})

test('logs one line a request, without query, header or body', async () => {
  await logged.app.inject({
    url: '/bets/17?token=abc-secret',
    headers: { authorization: 'abc-secret' },
  })
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '{}')).toEqual({
    level: 20,
    time: expect.any(String) as string,
    callId: expect.stringMatching(/^[\da-f-]{36}$/) as string,
    method: 'GET',
    route: '/bets/:betId',
    status: 200,
    ms: expect.any(Number) as number,
    msg: 'a request',
  })
})

test('logs no requests at a higher level', async () => {
  const { app } = await serverAt('info')
  await app.inject({ url: '/bets/17' })
  await app.close()
  expect(lines).toEqual([])
})
