import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import type { Db } from './db/index.ts'
import { type Deps, openActivity } from './deps.ts'
import { openLimits } from './limits.ts'
import { testLog } from '../../../../tools/test/watched-logs.ts'
import { openMetrics } from './metrics.ts'
import { systemRandom } from './crypto.ts'
import { primaryReads } from './reads.ts'
import { openServer } from './http/server.ts'
import { openTelemetry } from './telemetry.ts'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
type Span = {
  name: string
  traceId: string
  parentSpanId?: string
  attributes: Attribute[]
  status: { code?: number }
}
type Point = { attributes: Attribute[]; count?: number; asDouble?: number; bucketCounts?: number[] }
type Metric = {
  name: string
  sum?: { isMonotonic: boolean; dataPoints: Point[] }
  gauge?: { dataPoints: Point[] }
  histogram?: { dataPoints: Point[] }
}
type Sent = {
  resourceSpans?: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[]
  resourceMetrics?: { scopeMetrics: { metrics: Metric[] }[] }[]
}

let receiver: Server | undefined
afterEach(() => {
  receiver?.closeAllConnections()
  receiver?.close()
  receiver = undefined
})

/** A collector that accepts everything, as text and as JSON. */
async function openReceiver() {
  const sent: { path: string; text: string; body: Sent }[] = []
  receiver = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.once('end', () => {
      sent.push({ path: request.url ?? '', text, body: JSON.parse(text) as Sent })
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  return { sent, endpoint: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/` }
}

const noDb = (() => Promise.reject(new Error('no call here reads'))) as unknown as Db

/** A server of three routes that tells this collector of its calls. */
async function startTracedServer(env: Record<string, string>) {
  const read = readConfig({ NODE_ENV: 'test', DATABASE_URL: 'postgres://nowhere/none', ...env })
  if (!read.ok) throw new Error(read.sentences.join('; '))
  const deps: Deps = {
    config: read.config,
    db: noDb,
    reads: primaryReads(noDb),
    log: testLog(),
    random: systemRandom,
    metrics: openMetrics({ ofProcess: true }),
    limits: openLimits(undefined),
    activity: openActivity(),
  }
  const telemetry = await openTelemetry(read.config, { metrics: deps.metrics, version: '1.2.3' })
  const app = await openServer(deps, telemetry)
  app.get('/bets/:betId', async () => ({}))
  app.get('/fails', async () => {
    throw new Error('no luck')
  })
  return { app, telemetry, metrics: deps.metrics }
}

const valueOf = (attributes: readonly Attribute[], key: string) => {
  const value = attributes.find((one) => one.key === key)?.value
  return value?.stringValue ?? value?.intValue
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

test.each([
  { TRUST_PROXY: '1', isBelow: true },
  { TRUST_PROXY: '0', isBelow: false },
])(
  'sends a span of each call, as a child only of our proxy’s trace ($TRUST_PROXY), without query, header and address',
  async ({ TRUST_PROXY, isBelow }) => {
    const { sent, endpoint } = await openReceiver()
    const { app, telemetry } = await startTracedServer({
      TRUST_PROXY,
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_TRACES_SAMPLER_ARG: '1',
    })
    const headers = { traceparent: `00-${TRACE}-${PARENT}-01`, authorization: 'a-secret-token' }
    const answer = await app.inject({ url: '/bets/77?a-secret=word', headers })
    await app.inject({ url: '/fails' })
    await telemetry?.close()
    const [first] = sent.filter(({ path }) => path === '/v1/traces')
    const [resource] = first?.body.resourceSpans ?? []
    expect(valueOf(resource?.resource.attributes ?? [], 'service.name')).toBe('palpite')
    const spans = resource?.scopeSpans.flatMap((scope) => scope.spans) ?? []
    expect(spans.map(({ name }) => name)).toEqual(['GET /bets/:betId', 'GET /fails'])
    const [bet, failed] = spans
    expect(bet?.traceId === TRACE && bet.parentSpanId === PARENT).toBe(isBelow)
    expect(valueOf(resource?.resource.attributes ?? [], 'service.instance.id')).toMatch(/^[\da-f-]{36}$/)
    expect(valueOf(bet?.attributes ?? [], 'palpite.call_id')).toBe(answer.headers['x-request-id'])
    expect(valueOf(bet?.attributes ?? [], 'http.response.status_code')).toBe(200)
    expect(failed?.traceId).not.toBe(TRACE)
    expect(failed?.status.code).toBe(2)
    expect(first?.text).not.toMatch(/secret|127\.0\.0\.1/)
    await app.close()
  },
)

test('sends all metrics: histograms with their buckets, counters and gauges', async () => {
  const { sent, endpoint } = await openReceiver()
  const { app, telemetry, metrics } = await startTracedServer({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
  metrics.counter('tried_total', 'Tries', ['kind']).inc({ kind: 'one' }, 3)
  await app.inject({ url: '/bets/77' })
  await telemetry?.close()
  const reported = sent
    .flatMap(({ body }) => body.resourceMetrics ?? [])
    .flatMap(({ scopeMetrics }) => scopeMetrics)
  const named = new Map(reported.flatMap((scope) => scope.metrics).map((metric) => [metric.name, metric]))
  const [tried] = named.get('palpite_tried_total')?.sum?.dataPoints ?? []
  expect(tried?.asDouble).toBe(3)
  expect(valueOf(tried?.attributes ?? [], 'kind')).toBe('one')
  expect(named.get('palpite_tried_total')?.sum?.isMonotonic).toBe(true)
  const [calls] = named.get('palpite_http_seconds')?.histogram?.dataPoints ?? []
  expect(Number(calls?.count)).toBe(1)
  expect(calls?.bucketCounts?.reduce((all, one) => all + Number(one), 0)).toBe(1)
  expect(named.get('palpite_process_resident_memory_bytes')?.gauge?.dataPoints[0]?.asDouble).toBeGreaterThan(
    1e6,
  )
  await app.close()
})

test('samples calls without a trace by the configured ratio; a collector that is down delays nothing', async () => {
  const { sent, endpoint } = await openReceiver()
  const none = await startTracedServer({
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_TRACES_SAMPLER_ARG: '0',
  })
  await none.app.inject({ url: '/bets/1' })
  await none.telemetry?.close()
  expect(sent.filter(({ path }) => path === '/v1/traces')).toEqual([])
  await none.app.close()
  const away = await startTracedServer({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    OTEL_TRACES_SAMPLER_ARG: '1',
  })
  expect((await away.app.inject({ url: '/bets/1' })).statusCode).toBe(200)
  await away.app.close()
  await away.telemetry?.close()
})

test('takes a call’s id from the proxy, if it is valid; a caller’s own is ignored', async () => {
  const behind = await startTracedServer({ TRUST_PROXY: '1' })
  const idOf = async ({ app }: Awaited<ReturnType<typeof startTracedServer>>, id: string) =>
    (await app.inject({ url: '/bets/1', headers: { 'x-request-id': id } })).headers['x-request-id']
  expect(await idOf(behind, 'proxy-0001')).toBe('proxy-0001')
  expect(await idOf(behind, 'with a space\\n')).toMatch(/^[\da-f-]{36}$/)
  const alone = await startTracedServer({})
  expect(await idOf(alone, 'proxy-0001')).toMatch(/^[\da-f-]{36}$/)
  await behind.app.close()
  await alone.app.close()
})

test('without a collector the server does not load OpenTelemetry', () => {
  // prom-client loads OpenTelemetry's API by itself, which is small and does nothing.
  const app = fileURLToPath(new URL('../app.ts', import.meta.url))
  const script = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ resolve: (name, context, next) => { loaded.push([name, context.parentURL]); return next(name, context) } })
    await import(${JSON.stringify(app)})
    const { openTelemetry } = await import(${JSON.stringify(app.replace('app.ts', 'platform/telemetry.ts'))})
    const none = await openTelemetry({ OTEL_TRACES_SAMPLER_ARG: 1 }, {})
    console.log(JSON.stringify({ none: none === undefined, loaded: loaded.length, otel: loaded.filter(([name, by]) => name.includes('opentelemetry') && !by.includes('/prom-client/')) }))`
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' })
  const { none, loaded, otel } = JSON.parse(said) as { none: boolean; loaded: number; otel: unknown[] }
  expect([none, otel]).toEqual([true, []])
  expect(loaded).toBeGreaterThan(100)
})
