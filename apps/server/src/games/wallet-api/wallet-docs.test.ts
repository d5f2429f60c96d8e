import { execFile, spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { walletCalls } from '@palpite/contract/studio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApiPage } from '../../platform/http/openapi.ts'
import { isSignedBy, isTimely } from './routes.ts'
import { signedExamples, walletApiDocument } from './wallet-docs.ts'

const secret = 'a secret of an example, of no key'
const runners: Record<string, string> = {
  Shell: 'sh',
  TypeScript: process.execPath,
  Python: 'python3',
  PHP: 'php',
}

const heard: { isSigned: boolean; isTimely: boolean; body: unknown }[] = []
const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const raw = Buffer.concat(parts)
    const header = (name: string) => String(request.headers[`x-studio-${name}`])
    const signed = { secret, timestamp: header('timestamp'), path: request.url ?? '', raw }
    heard.push({
      isSigned: isSignedBy(signed, header('signature')),
      isTimely: isTimely(signed.timestamp, Date.now()),
      body: JSON.parse(raw.toString('utf8')),
    })
    response.end('{"ok":true}')
  })
})
beforeAll(() => new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening)))
afterAll(() => new Promise((closed) => server.close(closed)))

const isHere = (program: string) => spawnSync(program, ['--version']).error === undefined
/** What each language needs on this machine. Node is always there; examples without their runtime are skipped. */
const needed: Record<string, string[]> = {
  Shell: ['sh', 'openssl', 'curl'],
  Python: ['python3'],
  PHP: ['php'],
}
const canRun = (lang: string) => (needed[lang] ?? []).every(isHere)

test.each(signedExamples.filter(({ lang }) => canRun(lang)))(
  'the example in $lang signs as the verifier requires',
  async ({ lang, file }) => {
    heard.length = 0
    const { port } = server.address() as AddressInfo
    const session = '0123456789abcdef'.repeat(2)
    const own = { WALLET_URL: `http://127.0.0.1:${port}`, STUDIO_KEY_ID: 'acme-1', STUDIO_SECRET: secret }
    const env = { ...process.env, ...own, SESSION: session }
    await promisify(execFile)(runners[lang] ?? '', [file.pathname], { env })
    expect(heard).toEqual([{ isSigned: true, isTimely: true, body: { session, currency: 'BRL' } }])
  },
)

test('the document has every call of the wallet, with its schemas, and the page shows all of it without scripts', () => {
  const document = walletApiDocument('https://palpite.example')
  const paths = document['paths'] as Record<string, { post: { requestBody: unknown } }>
  expect(Object.keys(paths)).toEqual(Object.keys(walletCalls).map((call) => `/api/studio/${call}`))
  expect(paths['/api/studio/freeRound']?.post.requestBody).toMatchObject({
    content: {
      'application/json': { schema: { required: expect.arrayContaining(['grant', 'cents']) as unknown } },
    },
  })
  const page = openApiPage(document, '/api/studio/openapi.json')
  for (const path of Object.keys(paths)) expect(page).toContain(`POST ${path}`)
  for (const { lang } of signedExamples) expect(page).toContain(`<summary>${lang}</summary>`)
  expect(page).not.toMatch(/<script|https?:\/\/(?!palpite\.example)/)
})
