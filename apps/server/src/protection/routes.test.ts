import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import { testDevice } from '../../../../tools/test/test-device.ts'
import { openSessions, registerPlayers } from '../identity/index.ts'
import { openServer } from '../platform/http/server.ts'
import { present } from '../platform/errors.ts'
import { countActivity, openProtection, policyOf } from './index.ts'
import { giveCash, placeTestStakes } from './testing/test-stakes.ts'

type Server = Awaited<ReturnType<typeof openServer>>

let app: Server
let close: () => Promise<void>
let countMinute: () => Promise<unknown>
let logOut: (name: string) => Promise<unknown>
let addStep: (name: string) => Promise<unknown>
let openCase: (name: string, grade: number) => Promise<() => Promise<unknown>>
let suspend: (name: string) => Promise<() => Promise<unknown>>
beforeAll(async () => {
  const opened = await openTestDeps({ COMPLIANCE_PROFILE: 'br-spa' })
  app = await openServer(opened.deps)
  const callers = new Map<string, { playerId: number; sessionId: number }>()
  for (const name of ['ana', 'bia', 'caio', 'dora', 'test']) {
    const account = { email: `${name}@example.com`, passwordHash: 'none', phone: null, ip: '10.0.0.1' }
    const [registered] = await registerPlayers(opened.deps, [account])
    if (!registered?.ok) throw new Error('a player')
    const { playerId } = registered.value
    const [session] = await openSessions(opened.deps, [{ playerId, ip: '10.0.0.1', device: testDevice }])
    callers.set(name, present(session, 'a session'))
    await giveCash(opened.deps, playerId, 1000)
  }
  const idOf = (name: string) => present(callers.get(name), name).playerId
  await placeTestStakes(opened.deps, [
    { playerId: idOf('ana'), stakeCents: 700, key: 'seven' },
    { playerId: idOf('bia'), stakeCents: 800, key: 'eight' },
  ])
  countMinute = () => countActivity(opened.deps.db, [idOf('caio')], 60_000)
  addStep = (name) => opened.deps.db`
    with opened as (
      insert into protection_case (player_id, grade, reasons, seen_on, stepped_on)
      values (${idOf(name)}, 1, '[]', '2026-11-01', '2026-11-01') returning id, player_id)
    insert into protection_case_step (player_id, case_id, step, reasons)
    select player_id, id, 'message', '[{"sign":"nights","seen":4,"from":3}]' from opened`
  openCase = async (name, grade) => {
    const { db } = opened.deps
    await db`
      insert into protection_case (player_id, grade, reasons, seen_on, stepped_on)
      values (${idOf(name)}, ${grade}, '[]', '2026-11-01', '2026-11-01')`
    return () => db`update protection_case set closed_at = now() where player_id = ${idOf(name)}`
  }
  suspend = async (name) => {
    const { db } = opened.deps
    await db`
      insert into protection_suspension (player_id, reason, suspended_by) values (${idOf(name)}, 'a suspicion of it', 1)`
    return () => db`
      update protection_suspension set lifted_at = now(), lifted_by = 2, lift_reason = 'an error of ours' where player_id = ${idOf(name)}`
  }
  logOut = (name) =>
    opened.deps.db`delete from identity_session where id = ${present(callers.get(name), name).sessionId}`
  const protection = openProtection(opened.deps, {
    policy: policyOf(opened.deps.config),
    readDeposited: async (_sql, playerIds) =>
      new Map(playerIds.map((id) => [id, { day: 10_000, week: 20_000, month: 30_000 }])),
  })
  protection.routes({
    app,
    authenticate: async (token) => {
      const caller = callers.get(token)
      return caller && { ...caller, isTest: token === 'test' }
    },
    admit: async () => true,
  })
  close = async () => {
    await app.close()
    await opened.close()
  }
})
afterAll(() => close())

const get = (url: string, token = 'ana') => app.inject({ url, headers: { authorization: token } })
const setLimit = (body: object, token = 'ana') =>
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
        version: 'br-spa-15',
        withdrawMethods: ['CPF'],
        grantsGifts: false,
        levelsByTopUp: false,
        paysReferrals: false,
        givesPromotions: false,
        opensDepositByItself: false,
        wagersTopUps: false,
        ownNameOnly: true,
        countsWithdrawals: false,
        factorDays: 7,
        locales: ['pt-BR'],
        minAgeYears: 18,
        tellsRisks: true,
        identifiesAtRegistration: true,
        licence: null,
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
    // The other player's limit is untouched.
    expect((await get('/api/app/protection/limits', 'bia')).json()).toMatchObject({
      data: { dailyLossCents: null, netLossTodayCents: 800, pending: null },
    })
  })

  test('a player sets a limit by kind and period, and sees how much of it is used', async () => {
    const set = (payload: object) =>
      app.inject({
        method: 'POST',
        url: '/api/app/protection/limit',
        headers: { authorization: 'bia', lang: 'en' },
        payload,
      })
    expect((await set({ kind: 'bets', period: 'month', amount: 30 })).json()).toMatchObject({ status: 200 })
    const { limits } = (await get('/api/app/protection/limits', 'bia')).json<{ data: { limits: object[] } }>()
      .data
    expect(limits).toHaveLength(15)
    expect(limits).toContainEqual({ kind: 'bets', period: 'month', amount: 30, used: 1, pending: null })
    expect(limits).toContainEqual({ kind: 'stake', period: 'week', amount: null, used: 800, pending: null })
    expect(limits).toContainEqual({
      kind: 'deposit',
      period: 'week',
      amount: null,
      used: 20_000,
      pending: null,
    })
    expect((await set({ kind: 'sleep', period: 'day', amount: 30 })).statusCode).toBe(400)
    const confirmed = await app.inject({
      method: 'POST',
      url: '/api/app/protection/limit/confirm',
      headers: { authorization: 'bia', lang: 'en' },
      payload: { kind: 'bets', period: 'month' },
    })
    expect(confirmed.json()).toMatchObject({ status: 5507, data: { code: 'limit_not_due' } })
  })

  test('a player sees the time spent, and what this session won or lost', async () => {
    const reality = (minutes: unknown) =>
      app.inject({
        method: 'POST',
        url: '/api/app/protection/reality',
        headers: { authorization: 'bia', lang: 'en' },
        payload: { minutes },
      })
    const shown = async () =>
      (await get('/api/app/protection/limits', 'bia')).json<{
        data: { realityMinutes: unknown; session: { startedAt: string } }
      }>().data
    expect(await shown()).toMatchObject({ realityMinutes: null, session: { netResultCents: -800 } })
    for (const minutes of [15, 120, null, 60]) {
      expect((await reality(minutes)).json()).toMatchObject({ status: 200 })
      expect((await shown()).realityMinutes).toBe(minutes)
    }
    for (const minutes of [0, 14, 45, '60', undefined]) expect((await reality(minutes)).statusCode).toBe(400)
    expect((await shown()).realityMinutes).toBe(60)
    expect(Date.parse((await shown()).session.startedAt)).toBeLessThanOrEqual(Date.now())
  })

  test('shows whole minutes of activity, without the one that runs', async () => {
    const time = async () =>
      (await get('/api/app/protection/limits', 'caio'))
        .json<{ data: { limits: { kind: string; used: number }[] } }>()
        .data.limits.filter(({ kind }) => kind === 'time')
        .map(({ used }) => used)
    expect(await time()).toEqual([0, 0, 0])
    await countMinute()
    expect(await time()).toEqual([1, 1, 1])
  })

  test('refuses a limit below the minimum with a text', async () => {
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
    { body: { dailyLossCents: 500, playerId: 1 } },
  ])('$body is invalid and changes nothing', async ({ body }) => {
    expect((await setLimit(body, 'caio')).statusCode).toBe(400)
    expect((await get('/api/app/protection/limits', 'caio')).json()).toMatchObject({
      data: { dailyLossCents: null },
    })
  })

  test('the test account is shown no risks and asked for no limit, because it may not answer', async () => {
    expect((await get('/api/app/protection/limits', 'bia')).json()).toMatchObject({
      data: { risksDue: true, needed: ['loss', 'time'] },
    })
    expect((await get('/api/app/protection/limits', 'test')).json()).toMatchObject({
      data: { risksDue: false, needed: [] },
    })
    const url = '/api/app/protection/risks'
    const answer = await app.inject({ method: 'POST', url, headers: { authorization: 'test', lang: 'en' } })
    expect(answer.json()).toMatchObject({ data: { code: 'shared_account' } })
  })

  test('nothing is advertised on a break, to a suspended player, and from the fourth step against harm on', async () => {
    const noMarketing = async (token: string) =>
      (await get('/api/app/protection/limits', token)).json<{ data: { noMarketing: boolean } }>().data
        .noMarketing
    expect(await noMarketing('dora')).toBe(false)
    const lift = await suspend('dora')
    expect(await noMarketing('dora')).toBe(true)
    await lift()
    expect(await noMarketing('dora')).toBe(false)
    const close = await openCase('dora', 4)
    expect(await noMarketing('dora')).toBe(true)
    await close()
    await openCase('dora', 3)
    expect(await noMarketing('dora')).toBe(false)
    const headers = { authorization: 'dora', lang: 'en' }
    const url = '/api/app/protection/timeOut'
    await app.inject({ method: 'POST', url, headers, payload: { length: '24h' } })
    expect(await noMarketing('dora')).toBe(true)
  })

  test('a session that ended during the call is reported as logged out', async () => {
    await logOut('caio')
    expect((await get('/api/app/protection/limits', 'caio')).json()).toMatchObject({ status: 40101 })
  })

  test('a visitor has no limits to read', async () => {
    expect((await get('/api/app/protection/limits', '')).json()).toMatchObject({ status: 40101 })
  })
})

test('the log shows players their own limits, breaks and steps with reasons, latest first', async () => {
  const logOf = async (token: string) =>
    (await get('/api/app/protection/log', token)).json<{ data: { items: { what: string }[] } }>().data.items
  const { length } = await logOf('bia')
  await addStep('bia')
  await app.inject({
    method: 'POST',
    url: '/api/app/protection/limit',
    headers: { authorization: 'bia', lang: 'en' },
    payload: { kind: 'stake', period: 'week', amount: 7700 },
  })
  const items = await logOf('bia')
  expect(items).toHaveLength(length + 2)
  expect(items[0]).toMatchObject({
    what: 'limit',
    kind: 'stake',
    period: 'week',
    before: null,
    amount: 7700,
    waits: false,
  })
  expect(items[1]).toMatchObject({
    what: 'step',
    step: 'message',
    reasons: [{ sign: 'nights', seen: 4, from: 3 }],
  })
  expect((await logOf('caio')).filter(({ what }) => what === 'step')).toEqual([])
})
