import { brotliDecompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import { revalidated } from './answers.ts'
import { openServer } from './server.ts'

let app: FastifyInstance
let close: () => Promise<void>
let answer = { status: 200, data: 'a price '.repeat(500) }

beforeAll(async () => {
  const opened = await openTestDeps()
  app = await openServer(opened.deps)
  const api = { app, authenticate: async () => undefined, admit: async () => true }
  app.get('/api/long', async () => answer)
  app.get('/api/short', async () => ({ status: 200, data: 'a price' }))
  revalidated(api, (own) => own.app.get('/api/kept', async () => answer))
  revalidated(api, (own) => own.app.get('/api/missing', (_request, reply) => reply.code(404).send(answer)))
  close = async () => {
    await app.close()
    await opened.close()
  }
})
afterAll(() => close())

const read = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { 'accept-encoding': 'gzip, deflate, br', ...headers } })

test('compresses a long answer for clients that accept it, with the same content', async () => {
  const compressed = await read('/api/long')
  expect(compressed.headers['content-encoding']).toBe('br')
  expect(compressed.headers['vary']).toContain('accept-encoding')
  expect(compressed.rawPayload.length).toBeLessThan(200)
  expect(JSON.parse(brotliDecompressSync(compressed.rawPayload).toString())).toEqual(answer)
  const plain = await app.inject({ url: '/api/long', headers: { 'accept-encoding': 'identity' } })
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.json()).toEqual(answer)
})

test('sends a short answer uncompressed', async () => {
  expect((await read('/api/short')).headers['content-encoding']).toBeUndefined()
})

test('answers a repeated call with a few bytes while the answer is unchanged', async () => {
  const first = await read('/api/kept')
  expect(first.headers['cache-control']).toBe('private, no-cache')
  const etag = String(first.headers['etag'])
  const again = await read('/api/kept', { 'if-none-match': etag })
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
  answer = { ...answer, data: 'another price '.repeat(500) }
  const changed = await read('/api/kept', { 'if-none-match': etag })
  expect(changed.statusCode).toBe(200)
  expect(changed.headers['etag']).not.toBe(etag)
})

test('caches neither other calls nor refusals', async () => {
  const other = await read('/api/long')
  expect([other.headers['cache-control'], other.headers['etag']]).toEqual(['no-store', undefined])
  expect((await read('/api/missing')).headers['cache-control']).toBe('no-store')
})
