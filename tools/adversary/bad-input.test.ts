import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CallKey, calls } from '../../packages/contract/src/index.ts'
import { type Answered, type Asked, request, insist } from './request.ts'
import { type AttackedApp, openAttackedApp } from './attacked-app.ts'
import { inTurn } from './in-turn.ts'
import { type AttackingPlayer, openPlayers } from './players.ts'
import { snapshot } from './snapshot.ts'
import { rightRequest, wrongRequests } from './wrong-requests.ts'

let attacked: AttackedApp
let players: AttackingPlayer[]

beforeAll(async () => {
  attacked = await openAttackedApp()
  players = await openPlayers(
    attacked.deps,
    Array.from({ length: 40 }, () => ({ isIdentified: false })),
  )
})

afterAll(() => attacked.close())

const tokenAt = (at: number) => players[at % players.length]?.token ?? ''
/** Logging out ends a token that others need; its own test is in surface.test.ts. */
const LOGOUT = 'POST /api/auth/user/restLogout'
const keys = (Object.keys(calls) as CallKey[]).filter((key) => key !== LOGOUT)

/** Words that only occur in a program's internals. */
const INSIDE =
  /at .+:\d+:\d+|node_modules|node:internal|\/apps\/|\.ts\b|select |insert |syntax error|postgres/i

test('every call accepts its valid example, so each invalid one below fails by its one field', async () => {
  const answers = await inTurn(keys, 8, (key, at) =>
    insist(attacked.url, { ...rightRequest(key), token: tokenAt(at), from: `192.0.2.${at}` }),
  )
  const unfit = keys.flatMap((key, at) => {
    const { http, status, text } = answers[at] as Answered
    const isUnfit = http === 400 || http === 401 || status === 1403 || http === 503
    return isUnfit ? [`${key} → ${http} ${text.slice(0, 120)}`] : []
  })
  expect(unfit).toEqual([])
})

test('an invalid request is 400 with the field named, and nothing changes', async () => {
  const wrong = wrongRequests()
  expect(wrong.length).toBeGreaterThan(800)
  const before = await snapshot(attacked.deps)
  const answers = await inTurn(wrong, 16, ({ asked }, at) =>
    insist(attacked.url, { ...asked, token: tokenAt(at), from: '192.0.2.200' }),
  )
  const failed = wrong.flatMap(({ what, field }, at) => {
    const { http, status, data, text } = answers[at] as Answered
    // For a list or an object the answer may name the part.
    const names = field === '' || data['field'] === field || String(data['field']).startsWith(`${field}.`)
    const right = http === 400 && status === 400 && data['code'] === 'bad_request' && names
    return right && !INSIDE.test(text) ? [] : [`${what} → ${http} ${text.slice(0, 120)}`]
  })
  expect(failed).toEqual([])
  expect(await snapshot(attacked.deps)).toEqual(before)
})

const DICE = '/api/app/games/dice/betPlay'
const right = { requestId: 'attack-0123456789', stakeCents: 100, direction: 'over', targetHundredths: 5050 }
const json = JSON.stringify(right)

test.each([
  ['JSON that breaks off', { body: json.slice(0, -1) }],
  ['no JSON at all', { body: 'stakeCents=100' }],
  ['JSON with a number too large for any', { body: json.replace('100', '1e999') }],
  ['JSON with NaN', { body: json.replace('100', 'NaN') }],
  ['a body of a megabyte', { body: JSON.stringify({ ...right, requestId: 'x'.repeat(1_048_576) }) }],
  ['a body that reaches for the prototype', { body: '{"__proto__":{"stakeCents":100}}' }],
  ['a body that is a thousand lists deep', { body: '['.repeat(1000) + ']'.repeat(1000) }],
  ['plain text', { body: json, headers: { 'content-type': 'text/plain' } }],
  ['XML', { body: '<stakeCents>100</stakeCents>', headers: { 'content-type': 'text/xml' } }],
  ['no content type', { body: json, headers: { 'content-type': '' } }],
  ['a content type that is none', { body: json, headers: { 'content-type': 'json' } }],
  ['a packed body', { body: json, headers: { 'content-encoding': 'gzip', 'content-type': 'x/y' } }],
  ['a form', { body: 'stakeCents=100', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
])('%s is refused in the envelope', async (_what, given) => {
  const answer = await insist(attacked.url, { method: 'POST', path: DICE, token: tokenAt(3), ...given })
  expect(answer).toMatchObject({ http: 400, status: 400, data: { code: 'bad_request' } })
  expect(answer.text).not.toMatch(INSIDE)
})

test('a call accepts a form only if the contract says so', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answers = await inTurn(
    keys.filter((key) => 'body' in calls[key]),
    4,
    async (key) => {
      const { body = {}, ...asked } = rightRequest(key)
      const filled = new URLSearchParams(body as Record<string, string>).toString()
      const { http } = await insist(attacked.url, { ...asked, body: filled, headers, token: tokenAt(5) })
      return [key, http !== 400]
    },
  )
  const accepted = answers.flatMap(([key, takes]) => (takes ? [key] : []))
  expect(accepted).toEqual(keys.filter((key) => 'form' in calls[key]))
})

test.each([
  ['an address that cannot be read', '/api/app/order/getStatus/%E0%A4%A', 400],
  ['an address with a NUL', '/api/app/order/getStatus/%00', 400],
  ['a part of an address that is too long', `/api/app/order/getStatus/${'a'.repeat(5000)}`, 400],
  ['a path that climbs', '/api/app/../../../../etc/passwd', 404],
  ['a call nobody has', '/api/app/nothing', 404],
  ['another method', '/api/auth/user/restLogin', 404],
  ['a query that cannot be read', '/api/app/games/rounds?cursor=%E0%A4%A', 400],
])('%s is refused in the envelope', async (_what, path, http) => {
  const answer = await insist(attacked.url, { path, token: tokenAt(7) })
  expect(answer).toMatchObject({ http, status: http })
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
  expect(answer.text).not.toMatch(INSIDE)
})

test('headers set by a client move no price and no limit', async () => {
  const plain = { lang: 'pt-BR', curreny: 'BRL' }
  const written: Record<string, string>[] = [
    { device: 'operator', active: '1' },
    { zone: '-1440' },
    { zone: 'Pacific/Kiritimati' },
    { curreny: 'USD' },
    { 'x-real-ip': '127.0.0.1', 'x-player-id': '1', 'x-max-stake': '99999999' },
    { 'x-http-method-override': 'PUT', 'x-original-url': '/api/backoffice/settings' },
  ]
  const calls: Asked[] = [
    { path: '/api/app/order/getPrices', token: tokenAt(8) },
    { path: '/api/app/games/rules' },
    {
      path: DICE,
      token: tokenAt(8),
      body: { ...right, requestId: 'headers-0123456789', stakeCents: 99_999_999 },
    },
  ]
  for (const call of calls) {
    const before = await insist(attacked.url, { ...call, headers: plain })
    for (const headers of written) {
      const { http, text } = await insist(attacked.url, { ...call, headers: { ...plain, ...headers } })
      expect({ headers, http, text }).toEqual({ headers, http: before.http, text: before.text })
    }
  }
})

test('a field a call does not have is logged by name', () => {
  expect(attacked.said()).toMatch(/"field":"\w+".*"a field was refused"/)
})

test('none of this was a bug or a fault of the server', async () => {
  const { text } = await request(attacked.url, { path: '/metrics' })
  expect(text.split('\n').filter((line) => /http_failures_total\{.*\} [1-9]/.test(line))).toEqual([])
  expect(attacked.said()).not.toContain('a bug')
})
