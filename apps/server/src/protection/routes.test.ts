import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import { openServer } from '../platform/http/server.ts'
import { openProtection, policyOf } from './index.ts'
import { giveCash, takeTestStakes } from './testing/test-stakes.ts'

type Server = Awaited<ReturnType<typeof openServer>>

let app: Server
let close: () => Promise<void>
beforeAll(async () => {
  const opened = await openTestDeps({ COMPLIANCE_PROFILE: 'br-spa' })
  app = await openServer(opened.deps)
  await Promise.all([giveCash(opened.deps, 7, 1000), giveCash(opened.deps, 8, 1000)])
  await takeTestStakes(opened.deps, [
    { playerId: 7, stakeCents: 700, key: 'seven' },
    { playerId: 8, stakeCents: 800, key: 'eight' },
  ])
  const protection = openProtection(opened.deps, {
    policy: policyOf(opened.deps.config),
    readDeposited: async (_sql, playerIds) =>
      new Map(playerIds.map((id) => [id, { day: 10_000, week: 20_000, month: 30_000 }])),
  })
  protection.routes({
    app,
    authenticate: async (token) =>
      /^\d+$/.test(token) ? { playerId: Number(token), sessionId: 1, isTest: false } : undefined,
    admit: async () => true,
  })
  close = async () => {
    await app.close()
    await opened.close()
  }
})
afterAll(() => close())

const get = (url: string, token = '7') => app.inject({ url, headers: { authorization: token } })
const setLimit = (body: object, token = '7') =>
  app.inject({
    method: 'POST',
    url: '/api/app/protection/limits',
    headers: { authorization: token, lang: 'en' },
    payload: body,
  })

describe('the calls of protection', () => {
  test('anybody may read the policy in force', async () => {
    const answer = await get('/api/app/protection/policy', '')
    expect(answer.json()).toEqual({
      status: 200,
      message: '',
      data: {
        profile: 'br-spa',
        version: 'br-spa-6',
        withdrawMethods: ['CPF'],
        grantsGifts: false,
        levelsByTopUp: false,
        paysReferrals: false,
        givesPromotions: false,
        opensDepositByItself: false,
        wagersTopUps: false,
        ownNameOnly: true,
        countsWithdrawals: false,
        locales: ['pt-BR'],
        minAgeYears: 18,
      },
    })
  })

  test('a player sets a limit, loosens it, and sees both', async () => {
    expect((await setLimit({ dailyLossCents: 5000 })).json()).toMatchObject({ status: 200 })
    expect((await setLimit({ dailyLossCents: null })).json()).toMatchObject({ status: 200 })
    const { data } = (await get('/api/app/protection/limits')).json<{
      data: { pending: { startsAt: string }; limits: { kind: string; period: string }[] }
    }>()
    expect(data).toMatchObject({
      dailyLossCents: 5000,
      netLossTodayCents: 700,
      pending: { dailyLossCents: null },
    })
    expect(data.limits.find(({ kind, period }) => kind === 'loss' && period === 'day')).toMatchObject({
      amount: 5000,
      used: 700,
      pending: { amount: null, isDue: false },
    })
    expect(Date.parse(data.pending.startsAt)).toBeGreaterThan(Date.now() + 23 * 3600 * 1000)
    // Nobody else's limit is touched.
    expect((await get('/api/app/protection/limits', '8')).json()).toMatchObject({
      data: { dailyLossCents: null, netLossTodayCents: 800, pending: null },
    })
  })

  test('a player sets a limit by kind and period, and sees what of it is used', async () => {
    const set = (payload: object) =>
      app.inject({
        method: 'POST',
        url: '/api/app/protection/limit',
        headers: { authorization: '8', lang: 'en' },
        payload,
      })
    expect((await set({ kind: 'bets', period: 'month', amount: 30 })).json()).toMatchObject({ status: 200 })
    const { limits } = (await get('/api/app/protection/limits', '8')).json<{ data: { limits: object[] } }>()
      .data
    expect(limits).toHaveLength(12)
    expect(limits).toContainEqual({ kind: 'bets', period: 'month', amount: 30, used: 1, pending: null })
    expect(limits).toContainEqual({ kind: 'stake', period: 'week', amount: null, used: 800, pending: null })
    expect(limits).toContainEqual({
      kind: 'deposit',
      period: 'week',
      amount: null,
      used: 20_000,
      pending: null,
    })
    expect((await set({ kind: 'time', period: 'day', amount: 30 })).statusCode).toBe(400)
    const confirmed = await app.inject({
      method: 'POST',
      url: '/api/app/protection/limit/confirm',
      headers: { authorization: '8', lang: 'en' },
      payload: { kind: 'bets', period: 'month' },
    })
    expect(confirmed.json()).toMatchObject({ status: 5507, data: { code: 'limit_not_due' } })
  })

  test('a limit below the least is refused in words', async () => {
    const answer = await setLimit({ dailyLossCents: 99 })
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toMatchObject({ status: 5502, data: { code: 'limit_out_of_bounds' } })
  })

  test.each([
    { body: { dailyLossCents: 0 } },
    { body: { dailyLossCents: -5 } },
    { body: { dailyLossCents: 10.5 } },
    { body: { dailyLossCents: '500' } },
    { body: {} },
    { body: { dailyLossCents: 500, playerId: 8 } },
  ])('$body does not fit and changes nothing', async ({ body }) => {
    expect((await setLimit(body, '9')).statusCode).toBe(400)
    expect((await get('/api/app/protection/limits', '9')).json()).toMatchObject({
      data: { dailyLossCents: null },
    })
  })

  test('a visitor has no limits to read', async () => {
    expect((await get('/api/app/protection/limits', '')).json()).toMatchObject({ status: 40101 })
  })
})
