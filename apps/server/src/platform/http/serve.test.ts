import { type Call, calls } from '@palpite/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Bug, Fault } from '../errors.ts'
import { readConfig } from '../config.ts'
import type { Db } from '../db/index.ts'
import { type Deps, openActivity } from '../deps.ts'
import { openLimits } from '../limits.ts'
import { testLog } from '../../../../../tools/test/watched-logs.ts'
import { openMetrics } from '../metrics.ts'
import { systemRandom } from '../crypto.ts'
import { primaryReads } from '../reads.ts'
import { ok, refuse } from '../result.ts'
import { serve } from './serve.ts'
import { openServer } from './server.ts'

const read = readConfig({ NODE_ENV: 'test', DATABASE_URL: 'postgres://nowhere/none' })
if (!read.ok) throw new Error(read.sentences.join('; '))

const noDb = (() => Promise.reject(new Error('no call here reads'))) as unknown as Db

const deps: Deps = {
  config: read.config,
  db: noDb,
  reads: primaryReads(noDb),
  log: testLog(),
  random: systemRandom,
  metrics: openMetrics(),
  limits: openLimits(undefined),
  activity: openActivity(),
}

let app: Awaited<ReturnType<typeof openServer>>
beforeAll(async () => {
  app = await openServer(deps)
  const api = {
    app,
    authenticate: (token: string) =>
      Promise.resolve(
        token === 'good' || token === 'owing'
          ? { playerId: 7, sessionId: 1, isTest: false, owesTerms: token === 'owing' }
          : undefined,
      ),
    admit: () => Promise.resolve(true),
  }
  const busy = { ...api, admit: () => Promise.resolve(false) }
  serve(api, 'POST /api/app/games/rotateSeeds', async ({ caller, body, lang }) => {
    if (body.clientSeed === 'fault') throw new Fault('the bank is away')
    if (body.clientSeed === 'bug') throw new Bug('two and two are five: secret')
    if (body.clientSeed === 'refuse')
      return refuse('stake_below_min', { values: { minCents: 100 }, detail: { min: 1 } })
    const seeds = {
      serverSeedHash: 'h',
      clientSeed: body.clientSeed,
      nonce: caller.playerId,
      nextServerSeedHash: 'n',
      algorithm: lang,
    }
    return ok({ revealed: { serverSeed: 's', serverSeedHash: 'h' }, seeds })
  })
  const flooded = { ...api, admitVisitor: (ip: string) => Promise.resolve(ip !== '198.51.100.7') }
  serve(flooded, 'GET /api/app/protection/policy', () => Promise.resolve(refuse('not_found')))
  serve(flooded, 'GET /api/app/protection/limits', () => Promise.resolve(refuse('not_found')))
  const calls = deps.limits.limiter('calls', 30, 600)
  const counted = {
    ...api,
    admit: (playerId: number, count?: number) => calls.consume(String(playerId), count),
  }
  serve(counted, 'POST /api/app/sportsbook/betSlip', () => Promise.resolve(ok({ answers: [] })))
  serve(busy, 'POST /api/auth/user/restLogout', () => Promise.resolve(ok(null)))
  serve(busy, 'GET /api/app/games/seeds', () => Promise.reject(new Error('nobody is authorised')))
  serve(api, 'POST /api/app/games/dice/betPlay', () => Promise.resolve(refuse('stake_below_min')))
  serve(api, 'GET /api/app/games/rules', () => Promise.resolve(ok([])))
  serve(api, 'GET /api/app/games/rounds/:roundId', () => Promise.resolve(refuse('not_found')))
  serve(api, 'POST /api/app/main/RESETPWD/checkEmail', ({ body }) => Promise.resolve(ok(body.code)))
})
afterAll(() => app.close())

const rotate = (payload: unknown, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/app/games/rotateSeeds',
    headers: { authorization: 'good', 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })

describe('a call', () => {
  test.each([
    { token: 'good', code: 'stake_below_min' },
    { token: 'owing', code: 'terms_due' },
  ])(
    'that stakes is accepted only under the current terms: $token is answered $code',
    async ({ token, code }) => {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/app/games/dice/betPlay',
        headers: { authorization: token },
        payload: {
          requestId: 'request-0000000000000001',
          stakeCents: 100,
          direction: 'over',
          targetHundredths: 200,
        },
      })
      expect(answer.json()).toMatchObject({ data: { code } })
    },
  )

  test('that stakes nothing requires no terms', async () => {
    expect((await rotate({ clientSeed: 'mine' }, { authorization: 'owing' })).statusCode).toBe(200)
  })

  test('of a player that stakes or tops up requires the current terms, and no other does', () => {
    const asking = Object.entries(calls).flatMap(([key, call]: [string, Call]) =>
      call.isWithinLicence && call.access === 'player' ? [key.replace('POST /api/app/', '')] : [],
    )
    expect(asking.toSorted((one, other) => one.localeCompare(other))).toEqual([
      'game/launch',
      'games/dice/betPlay',
      'games/double/betPlay',
      'games/limbo/betPlay',
      'games/luckyColor/betPlay',
      'games/mines/betPlay',
      'games/rowDouble/betPlay',
      'order/prePay/:pkgId',
      'order/prePayAmount',
      'order/usdtAddress',
      'sportsbook/betPlay',
      'sportsbook/betSlip',
      'sportsbook/referBet',
    ])
  })

  test('of twenty bets counts as twenty towards the player’s rate', async () => {
    const slip = (bets: number) => {
      const legs = [{ outcomeId: '1', priceMilli: 2000 }]
      const tickets = Array.from({ length: bets }, (_, at) => ({
        requestId: `request-${String(at).padStart(16, '0')}`,
        unitStakeCents: 100,
        legs,
        accept: 'any',
      }))
      const headers = { authorization: 'good', 'content-type': 'application/json' }
      return app.inject({ method: 'POST', url: '/api/app/sportsbook/betSlip', headers, payload: { tickets } })
    }
    expect((await slip(20)).json()).toMatchObject({ status: 200 })
    expect((await slip(20)).json()).toMatchObject({ data: { code: 'too_many_requests' } })
  })

  test('in another currency than the wallets’ is refused', async () => {
    expect((await rotate({ clientSeed: 'mine' }, { curreny: 'NGN' })).statusCode).toBe(200)
    const answer = await rotate({ clientSeed: 'mine' }, { curreny: 'reais' })
    expect(answer.json()).toMatchObject({ data: { code: 'bad_request', field: 'curreny' } })
  })

  test('answers in the envelope, uncached, with caller and language', async () => {
    const answer = await rotate({ clientSeed: 'mine' }, { lang: 'en_US' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      status: 200,
      message: '',
      data: { seeds: { nonce: 7, algorithm: 'en' } },
    })
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
  })

  test.each([
    { what: 'without a token', headers: { authorization: '' } },
    { what: 'with a wrong token', headers: { authorization: 'bad' } },
    { what: 'with an endless token', headers: { authorization: 'good'.repeat(100) } },
  ])('$what is logged out', async ({ headers }) => {
    const answer = await rotate({ clientSeed: 'mine' }, headers)
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({ status: 40101, data: { code: 'logged_out' } })
  })

  test('accepts the token as a bearer, too', async () => {
    expect((await rotate({ clientSeed: 'mine' }, { authorization: 'Bearer good' })).statusCode).toBe(200)
  })

  test('from a foreign page is refused before its input is read', async () => {
    const answer = await rotate({ clientSeed: 'mine' }, { 'sec-fetch-site': 'cross-site' })
    expect(answer.json()).toMatchObject({ data: { code: 'blocked_by_policy' } })
  })

  test('of a player who sends too much is refused', async () => {
    const answer = await app.inject({ url: '/api/app/games/seeds', headers: { authorization: 'good' } })
    expect(answer.statusCode).toBe(429)
  })

  test('that ends a session is never refused', async () => {
    const headers = { authorization: 'good' }
    const answer = await app.inject({ method: 'POST', url: '/api/auth/user/restLogout', headers })
    expect(answer.statusCode).toBe(200)
  })

  test.each([
    { what: 'a visitor', url: '/api/app/protection/policy', authorization: '', otherwise: 404 },
    { what: 'a made-up token', url: '/api/app/protection/limits', authorization: 'bad', otherwise: 401 },
    {
      what: 'a player',
      url: '/api/app/protection/limits',
      authorization: 'good',
      otherwise: 404,
      isFree: true,
    },
  ])('of $what from an address that sends too much', async ({ url, authorization, otherwise, isFree }) => {
    const from = (remoteAddress: string) => app.inject({ url, remoteAddress, headers: { authorization } })
    expect((await from('198.51.100.7')).statusCode).toBe(isFree ? otherwise : 429)
    expect((await from('198.51.100.8')).statusCode).toBe(otherwise)
  })

  test.each([
    { body: {}, field: 'clientSeed' },
    { body: { clientSeed: 7 }, field: 'clientSeed' },
    { body: { clientSeed: 'mine', isAdmin: true }, field: 'isAdmin' },
    { body: [], field: 'body' },
    { body: 'not json', field: 'body' },
    { body: '{"clientSeed":"mine","__proto__":{"a":1}}', field: 'body' },
    { body: JSON.stringify({ clientSeed: 'x'.repeat(20_000) }), field: 'body' },
    { body: { clientSeed: 'a\u0000b' }, field: 'clientSeed' },
  ])('with an invalid $field is 400 with the field named', async ({ body, field }) => {
    const answer = await rotate(body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ status: 400, data: { code: 'bad_request', field } })
  })

  test.each([
    { what: 'a NUL, which no database accepts', code: '12\u00003' },
    { what: 'an unpaired surrogate', code: '12\ud83d' },
  ])('with text that contains $what is 400 with the field named', async ({ code }) => {
    const payload = JSON.stringify({ email: 'a@b.example', code })
    const headers = { 'content-type': 'application/json' }
    const url = '/api/app/main/RESETPWD/checkEmail'
    const answer = await app.inject({ method: 'POST', url, headers, payload })
    expect(answer.json()).toMatchObject({ status: 400, data: { code: 'bad_request', field: 'code' } })
  })

  test('accepts a form only if the contract says so', async () => {
    const headers = { authorization: 'good', 'content-type': 'application/x-www-form-urlencoded' }
    const send = (url: string, payload: string) => app.inject({ method: 'POST', url, headers, payload })
    const refused = await send('/api/app/games/rotateSeeds', 'clientSeed=mine')
    expect(refused.json()).toMatchObject({ status: 400, data: { field: 'body' } })
    const taken = await send('/api/app/main/RESETPWD/checkEmail', 'email=a@b.example&code=123')
    expect(taken.json()).toMatchObject({ status: 200, data: '123' })
  })

  test('with an unknown query is 400, but `loading=false` is ignored', async () => {
    const request = (query: string) => app.inject({ url: `/api/app/games/rules?${query}` })
    expect((await request('page=1')).json()).toMatchObject({ status: 400, data: { field: 'page' } })
    expect((await request('loading=false')).statusCode).toBe(200)
  })

  test.each([
    { lang: 'pt_BR', message: 'R$' },
    { lang: 'en_US', message: 'The minimum stake is R$1.00.' },
  ])('that is refused says why in $lang', async ({ lang, message }) => {
    const answer = await rotate({ clientSeed: 'refuse' }, { lang })
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toMatchObject({ status: 5303, data: { code: 'stake_below_min', min: 1 } })
    expect(answer.json<{ message: string }>().message).toContain(message)
  })

  test('that meets a fault is 503, one that meets a bug 1403, and neither reveals details', async () => {
    const fault = await rotate({ clientSeed: 'fault' })
    expect(fault.statusCode).toBe(503)
    expect(fault.body).not.toContain('bank')
    const bug = await rotate({ clientSeed: 'bug' })
    expect(bug.json()).toMatchObject({ status: 1403, data: { code: 'bug' } })
    expect(bug.body).not.toContain('secret')
  })
})

describe('an address', () => {
  test.each([
    ['that cannot be read', '/api/app/games/rounds/%E0%A4%A'],
    ['with a part that is too long', `/api/app/games/rounds/${'7'.repeat(5000)}`],
  ])('%s is 400 in the envelope, with the headers of every answer', async (_what, url) => {
    const answer = await app.inject({ url })
    expect(answer.json()).toMatchObject({ status: 400, data: { code: 'bad_request', field: 'path' } })
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
    expect(answer.body).not.toContain('777')
  })
})

describe('behind a proxy', () => {
  const ipOf = async (TRUST_PROXY: '0' | '1', forwarded: string) => {
    const behind = await openServer({
      ...deps,
      metrics: openMetrics(),
      config: { ...deps.config, TRUST_PROXY },
    })
    behind.get('/ip', async (request) => ({ ip: request.ip }))
    const answer = await behind.inject({ url: '/ip', headers: { 'x-forwarded-for': forwarded } })
    await behind.close()
    return answer.json<{ ip: string }>().ip
  }

  test('takes the caller’s address from the proxy, not from what the caller wrote before it', async () => {
    expect(await ipOf('1', '127.0.0.1, 198.51.100.7')).toBe('198.51.100.7')
  })

  test('that is not trusted, X-Forwarded-For is ignored', async () => {
    expect(await ipOf('0', '198.51.100.7')).toBe('127.0.0.1')
  })
})
