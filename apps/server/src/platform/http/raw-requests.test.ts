import { connect, type Socket } from 'node:net'
import { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import type { Deps } from '../deps.ts'
import { openLog } from '../log.ts'
import { watched } from '../../../../../tools/test/watched-logs.ts'
import { openMetrics } from '../metrics.ts'
import { closeServer, openServer } from './server.ts'

let deps: Deps
let close: () => Promise<void>
let app: FastifyInstance
let letGo = () => {}
let reached = () => {}
let begun = () => {}
let reported = () => {}
const said: string[] = []
const metrics = openMetrics()

beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
  const to = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      said.push(chunk.toString())
      done()
    },
  })
  app = await openServer({ ...deps, metrics, log: openLog('debug', watched(to)) })
  app.addHook('onRequest', async () => begun())
  app.addHook('preClose', async () => reported())
  app.post('/take', async () => ({ status: 200 }))
  app.get('/page', async () => 'a page')
  app.get('/slow', async () => {
    reached()
    await new Promise<void>((resolve) => (letGo = resolve))
    return { status: 200 }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => close())

const open = async (): Promise<Socket> => {
  const { port } = app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  return socket
}

/** Everything received on a connection until the server closes it. */
const wordsOn = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
    socket.on('error', () => {})
    socket.once('close', () => resolve(text))
  })

async function answerTo(raw: string) {
  const socket = await open()
  const answer = wordsOn(socket)
  socket.write(raw)
  const [head = '', body = ''] = (await answer).split('\r\n\r\n')
  return { head, body: JSON.parse(body) as Record<string, unknown> }
}

test.each([
  ['no request at all', 'hello\r\n\r\n', 400],
  ['a method nobody knows', 'GIVE /page HTTP/1.1\r\nhost: a\r\n\r\n', 400],
  ['two lengths', 'POST /take HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n', 400],
  ['headers without end', `GET /page HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
  ['no host', 'GET /page HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
])('%s is answered in the envelope, with the headers of every answer', async (_what, raw, http) => {
  const { head, body } = await answerTo(raw)
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${http} `))
  expect(body).toMatchObject({ status: http, data: { code: 'bad_request' } })
  expect(body['message']).toMatch(/Confira/)
  expect(head.toLowerCase()).toContain("content-security-policy: default-src 'none'")
  expect(head.toLowerCase()).toContain('cache-control: no-store')
})

test('a request with an unknown expectation is answered like any other', async () => {
  const socket = await open()
  const answer = wordsOn(socket)
  socket.write('GET /page HTTP/1.1\r\nhost: a\r\nexpect: wonders\r\nconnection: close\r\n\r\n')
  expect(await answer).toMatch(/^HTTP\/1\.1 200 [^]*a page$/)
})

test('a duplicate name in a query is 400 with the name, on every page and route', async () => {
  for (const url of ['/page?lang=a&lang=b', '/nothing?lang=a&lang=b', '/slow?lang=a&lang=b']) {
    const answer = await app.inject({ url })
    expect(answer.json()).toMatchObject({ status: 400, data: { code: 'bad_request', field: 'lang' } })
  }
  expect((await app.inject({ url: '/page?lang=a&other=b' })).body).toBe('a page')
})

const upload = (bytes: number) =>
  `POST /take HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`

test('refuses a too long body while it arrives, and the connection takes the next request', async () => {
  const socket = await open()
  const answers = wordsOn(socket)
  socket.write(upload(1_048_576))
  await new Promise((resolve) => socket.once('data', resolve)) // refused before any of the body arrived
  socket.write('x'.repeat(1_048_576))
  socket.write('GET /page HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
  expect(await answers).toMatch(/^HTTP\/1\.1 400 [^]*"field":"body"[^]*HTTP\/1\.1 200 [^]*a page$/)
})

test('refuses a body without a length, and closes its connection', async () => {
  const socket = await open()
  const answer = wordsOn(socket)
  socket.write(upload(1_073_741_824))
  expect(await answer).toMatch(/^HTTP\/1\.1 400 [^]*"field":"body"/)
})

test('an upload aborted by its client is no failure of ours', async () => {
  const socket = await open()
  socket.on('error', () => {})
  const isBegun = new Promise<void>((resolve) => (begun = resolve))
  socket.write(
    'POST /take HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{"a":',
  )
  await isBegun // the head is read, the body is awaited
  socket.resetAndDestroy()
  await expect.poll(() => said.join('')).toContain('a request was aborted by its client')
  expect(said.join('')).not.toMatch(/a fault|a bug/)
  expect(await metrics.text()).not.toMatch(/http_failures_total\{.*\} [1-9]/)
})

test('answers a call during shutdown in the envelope', async () => {
  const isReached = new Promise<void>((resolve) => (reached = resolve))
  const socket = await open()
  const answer = wordsOn(socket)
  socket.write('GET /slow HTTP/1.1\r\nhost: a\r\n\r\n')
  await isReached
  const other = await open()
  const late = wordsOn(other)
  other.write('GET /page HTTP/1.1\r\nhost: a\r\n\r\nGET /slow HTTP/1.1\r\nhost: a\r\n') // the second is incomplete
  await new Promise((resolve) => other.once('data', resolve))
  const isReported = new Promise<void>((resolve) => (reported = resolve))
  const closing = closeServer(app, 60_000)
  await isReported
  other.write('\r\n')
  const [, , second = '', body = ''] = (await late)
    .split('\r\n\r\n')
    .flatMap((part) => part.split(/(?=HTTP\/1\.1 )/))
  expect(second).toMatch(/^HTTP\/1.1 503 /)
  expect(JSON.parse(body)).toMatchObject({ status: 503, data: { code: 'fault' } })
  letGo()
  expect(await answer).toMatch(/^HTTP\/1.1 200 /)
  await closing
})
