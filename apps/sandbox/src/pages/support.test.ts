import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startHarness, type Harness } from '../testing/start-harness.ts'

let product: Server
let harness: Harness
const reported: unknown[] = []
const chats = [
  {
    thread: { threadId: '0123456789ABC', lang: 'pt-BR', waitsSince: '2026-11-23T12:00:00Z' },
    lines: [
      {
        author: 'player',
        text: '<b>Onde está?</b>',
        at: '2026-11-23T12:00:00Z',
        about: { kind: 'bet', id: 'ZZZZZZZZZZZZZ' },
        lineId: '1111111111111',
        hasPicture: true,
      },
    ],
    isTyping: true,
  },
]

beforeAll(async () => {
  product = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      if (request.method === 'POST') reported.push(JSON.parse(body))
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ status: 200, data: request.method === 'POST' ? null : chats }))
    })
  })
  await new Promise<void>((done) => product.listen(0, '127.0.0.1', done))
  const { port } = product.address() as AddressInfo
  harness = await startHarness({ productUrl: `http://127.0.0.1:${port}` })
})
afterAll(async () => {
  await harness.stop()
  await new Promise((done) => product.close(done))
})

test('shows what players wrote as text, with its subject, and answers by a form', async () => {
  const { status, body } = await harness.open('GET', '/atendimento')
  expect(status).toBe(200)
  expect(body['text']).toContain('&lt;b&gt;Onde está?&lt;/b&gt;')
  expect(body['text']).toContain('Aposta ZZZZZZZZZZZZZ')
  expect(body['text']).toContain('href="/atendimento/0123456789ABC/1111111111111"')
  expect(body['text']).toContain('O jogador está escrevendo')
  const pressed = await fetch(`${harness.sandbox.url}/atendimento`, {
    method: 'POST',
    body: new URLSearchParams({ threadId: '0123456789ABC', text: 'Já vi.' }),
    redirect: 'manual',
  })
  expect(pressed.status).toBe(303)
  expect(reported).toEqual([{ threadId: '0123456789ABC', text: 'Já vi.' }])
  await fetch(`${harness.sandbox.url}/atendimento`, {
    method: 'POST',
    body: new URLSearchParams({ threadId: '0123456789ABC', text: '', typing: '1' }),
    redirect: 'manual',
  })
  expect(reported.at(-1)).toEqual({ threadId: '0123456789ABC' })
})

test('says so if the product is not running', async () => {
  const alone = await startHarness({ productUrl: undefined })
  expect(await alone.open('GET', '/atendimento')).toMatchObject({
    status: 502,
    body: { text: expect.stringContaining('não respondeu') as unknown },
  })
  await alone.stop()
})
