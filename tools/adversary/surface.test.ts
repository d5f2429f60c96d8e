import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type CallKey, calls } from '../../packages/contract/src/index.ts'
import { type OperatorCall, operatorCalls } from '../../packages/contract/src/backoffice/index.ts'
import { request, insist } from './request.ts'
import { type AttackedApp, openAttackedApp, startedWith } from './attacked-app.ts'
import { inTurn } from './in-turn.ts'
import { type AttackingPlayer, openPlayers } from './players.ts'
import { rightRequest } from './wrong-requests.ts'

let attacked: AttackedApp
let players: AttackingPlayer[]

beforeAll(async () => {
  attacked = await openAttackedApp()
  players = await openPlayers(attacked.deps, [{ cents: 10_000 }, {}, {}])
})

afterAll(() => attacked.close())

const keys = Object.keys(calls) as CallKey[]
const accessOf = (key: CallKey) => (calls[key] as Call).access
const tokenOf = (at: number) => players[at]?.token ?? ''

/** Routes outside the contract, listed by name: pages, health, the bank's webhooks, and the sandbox's own. */
const OTHER_ROUTES = [
  '/api/backoffice/docs',
  '/api/backoffice/openapi.json',
  '/api/docs',
  '/api/docs.css',
  '/api/openapi.json',
  '/api/sandbox/match',
  '/api/sandbox/match/:id/advance',
  '/api/sandbox/support',
  '/api/sandbox/support/:threadId/:lineId',
  '/api/sandbox/support/typing',
  '/api/studio/docs',
  '/api/studio/openapi.json',
  '/livez',
  '/metrics',
  '/pay/:payNo',
  '/pay/:payNo/sandbox',
  '/pay/:payNo/status',
  '/readyz',
  '/robots.txt',
  '/sitemap.xml',
  '${webhookPath(provider)}/pix',
  'path', // studios' calls: only those of `walletCalls`, each signed
  'url', // the payment page's own files
]

test('every route of the server is a call of the contract or one of the listed others', () => {
  const server = resolve(import.meta.dirname, '../../apps/server/src')
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' })
  const sources = files.filter((file) => file.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(file))
  expect(sources.length).toBeGreaterThan(100)
  const text = sources.map((file) => readFileSync(join(server, file), 'utf8')).join('\n')
  const opened = text.matchAll(
    /\b(?:app|api|web)\.(?:get|post|put|patch|delete|all|head)(?:<[^()]+>)?\(\s*['`]?([^'`,]+)/g,
  )
  expect(new Set([...opened].map(([, route]) => route))).toEqual(new Set(OTHER_ROUTES))
  const served = [...text.matchAll(/serve\(\s*(?:needs\.)?(?:api|own),\s*'([^']+)'/g)].map(([, key]) => key)
  expect(served).toHaveLength(keys.length)
  expect(new Set(served)).toEqual(new Set(keys))
  const servedToOperators = [...text.matchAll(/serveOperator\(\s*api,\s*'([^']+)'/g)].map(([, key]) => key)
  expect(servedToOperators).toHaveLength(Object.keys(operatorCalls).length)
  expect(new Set(servedToOperators)).toEqual(new Set(Object.keys(operatorCalls)))
})

test('every call of a player is closed to a visitor, in whatever way a token is sent, and the others are open', async () => {
  const token = tokenOf(0)
  const ways = [
    { headers: {} },
    { headers: { authorization: '' } },
    { headers: { authorization: 'a-token-of-nobody-at-all' } },
    { headers: { authorization: `${token}x` } },
    { headers: { authorization: 'x'.repeat(7_000) } },
    { headers: { cookie: `token=${token}; Authorization=${token}` } },
    { headers: { 'x-authorization': token, token } },
  ]
  const asked = keys.flatMap((key) => ways.map(({ headers }) => ({ key, headers })))
  const answers = await inTurn(asked, 8, ({ key, headers }, at) =>
    insist(attacked.url, {
      ...rightRequest(key),
      headers,
      from: `192.0.2.${at % 250}`,
    }),
  )
  const wrong = asked.filter(({ key }, at) => {
    const { http, status } = answers[at] ?? { http: 0, status: 0 }
    const isClosed = http === 401 && status === 40101
    return isClosed !== (accessOf(key) === 'player')
  })
  expect(wrong).toEqual([])
})

test('every call of an operator is closed to a visitor and to a player, and its page is for this machine only', async () => {
  const closed = Object.entries<OperatorCall>(operatorCalls).filter(
    ([, call]) => call.permission !== 'visitor',
  )
  expect(closed.length).toBeGreaterThan(10)
  const asked = closed.flatMap(([key]) => [undefined, tokenOf(0)].map((token) => ({ key, token })))
  const answers = await inTurn(asked, 8, ({ key, token }, at) => {
    const [method = '', path = ''] = key.replace(/:\w+/g, '1').split(' ')
    const from = `192.0.2.${at % 250}`
    return insist(attacked.url, { method, path, from, ...(token === undefined ? {} : { token }) })
  })
  expect(asked.filter((_one, at) => answers[at]?.http !== 401)).toEqual([])
  for (const path of ['/api/backoffice/docs', '/api/backoffice/openapi.json']) {
    expect((await request(attacked.url, { path })).http).toBe(200)
    expect((await request(attacked.url, { path, from: '198.51.100.7' })).http).toBe(404)
  }
})

test('a token ends with its session, everywhere and at once', async () => {
  const token = tokenOf(2)
  expect((await request(attacked.url, { path: '/api/app/user/getBalance', token })).http).toBe(200)
  await request(attacked.url, { method: 'POST', path: '/api/auth/user/restLogout', token })
  const answers = await inTurn(keys, 8, (key) =>
    request(attacked.url, { ...rightRequest(key), token, from: '192.0.2.251' }),
  )
  expect(keys.filter((key, at) => accessOf(key) === 'player' && answers[at]?.http !== 401)).toEqual([])
})

test('a page of another origin is refused every call, and a browser cannot read the answer', async () => {
  const origin = { origin: 'https://attacker.example' }
  const answers = await inTurn(keys, 8, (key) =>
    request(attacked.url, {
      ...rightRequest(key),
      token: tokenOf(1),
      headers: { ...origin, 'sec-fetch-site': 'cross-site' },
    }),
  )
  expect(keys.filter((_key, at) => answers[at]?.data['code'] !== 'blocked_by_policy')).toEqual([])
  const preflight = await request(attacked.url, {
    method: 'OPTIONS',
    path: '/api/app/user/getBalance',
    headers: {
      ...origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    },
  })
  const plain = await request(attacked.url, { path: '/api/app/games/rules', headers: origin })
  for (const { headers } of [...answers, preflight, plain]) {
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  }
  expect(preflight.http).toBe(404)
})

test('every answer has the security headers', async () => {
  const paths = [
    '/api/app/games/rules',
    '/api/app/nothing',
    '/api/docs',
    '/',
    '/pay/none',
    '/livez',
    '/home?isapp=1',
  ]
  for (const { headers, text } of await inTurn(paths, 4, (path) => request(attacked.url, { path }))) {
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/default-src '(none|self)'/)
    expect(policy).toMatch(/frame-ancestors '(none|self)'/)
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|\*/)
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
    expect(headers['x-powered-by'] ?? headers['server']).toBeUndefined()
    expect(headers['set-cookie']).toBeUndefined()
    expect(text).not.toMatch(/\son\w+="/)
    // Each inline script of a built page is allowed by its hash.
    for (const [, code = ''] of text.matchAll(/<script>([^]*?)<\/script>/g)) {
      expect(policy).toContain(`'sha256-${createHash('sha256').update(code).digest('base64')}'`)
    }
  }
  const called = await request(attacked.url, { path: '/api/app/user/setHeader/3', token: tokenOf(1) })
  expect(called.headers['cache-control']).toBe('no-store')
})

test('S13: each call by GET that changes something has a twin by POST, which accepts and answers the same', () => {
  const changing = Object.entries<Call>(calls).filter(([key, call]) => key.startsWith('GET') && call.isChange)
  expect(changing.map(([key]) => key)).toEqual([
    'GET /api/app/user/setHeader/:avatarIndex',
    'GET /api/app/game/stopGame',
  ])
  const twins = new Map(Object.entries<Call>(calls))
  for (const [key, { params, data, access, isForTestAccount }] of changing) {
    expect(twins.get(key.replace('GET', 'POST'))).toMatchObject({ access, data, ...(params && { params }) })
    expect(twins.get(key.replace('GET', 'POST'))?.isForTestAccount).toBe(isForTestAccount)
  }
})

test('the metrics are for this machine only, whatever is in between', async () => {
  const get = (headers: Record<string, string>) => request(attacked.url, { path: '/metrics', headers })
  expect((await get({})).text).toContain('palpite_process_resident_memory_bytes')
  for (const headers of [
    { 'x-forwarded-for': '198.51.100.7' },
    { 'x-forwarded-for': '127.0.0.1, 198.51.100.7' },
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
  ]) {
    expect((await get(headers)).text.slice(0, 200)).not.toContain('palpite_')
  }
})

test('a player who sends too much is refused in the envelope, and only that player', async () => {
  const path = '/api/app/user/getBalance'
  const many = await Promise.all(
    Array.from({ length: 120 }, () => request(attacked.url, { path, token: tokenOf(1) })),
  )
  const put = many.filter(({ http }) => http === 429)
  expect(put.length).toBeGreaterThan(20)
  expect(put[0]).toMatchObject({ status: 429, data: { code: 'too_many_requests' } })
  expect((await request(attacked.url, { path, token: tokenOf(0) })).http).toBe(200)
})

test('an address that floods the server without a session is refused, and no other', async () => {
  const visit = (from: string) => request(attacked.url, { path: '/api/app/games/rules', from })
  const many = await Promise.all(Array.from({ length: 700 }, () => visit('203.0.113.66')))
  const put = many.filter(({ http }) => http === 429)
  expect(put.length).toBeGreaterThan(0)
  expect(put[0]).toMatchObject({ status: 429, data: { code: 'too_many_requests' } })
  expect((await visit('203.0.113.67')).http).toBe(200)
})

test.each([
  [
    'a production server beside a sandbox',
    { NODE_ENV: 'production', SANDBOX_URL: 'http://127.0.0.1:1' },
    'SANDBOX_URL',
  ],
  ['a port that is none', { PORT: 'none' }, 'PORT'],
  ['a webhook secret that is too short', { PIX_WEBHOOK_SECRET: 'short' }, 'PIX_WEBHOOK_SECRET'],
])('%s does not start, and says why in a sentence', async (_what, env, name) => {
  const { code, said } = await startedWith({ DATABASE_URL: 'postgres://nowhere.invalid/none', ...env })
  expect(code).toBe(1)
  expect(said).toMatch(new RegExp(`^palpite: ${name}: .+\\n$`))
})
