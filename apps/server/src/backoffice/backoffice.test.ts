import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordKyc } from '../identity/index.ts'
import { publicIds } from '../platform/public-ids.ts'
import { cashierSettingsDefinition } from '../cashier/index.ts'
import { wageringSettings } from '../wagering/index.ts'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
let proposer: string
let approver: string
beforeAll(async () => {
  harness = await openBackofficeHarness()
  proposer = (
    await harness.operatorWith('one@house.example', ['settings.read', 'settings.propose', 'settings.approve'])
  ).token
  approver = (await harness.operatorWith('two@house.example', ['settings.approve'], harness.secondId)).token
})
afterAll(() => harness.close())

const SHOP = 'POST /api/backoffice/settings/shop/versions'
const propose = (body: unknown) => harness.call(SHOP, { token: proposer, body })

test('a setting is proposed by one operator, approved by another, and shown in force', async () => {
  const list = () => harness.call('GET /api/backoffice/settings', { token: proposer })
  expect((await list()).data).toEqual([
    {
      module: 'shop',
      takesEffect: 'at_once',
      defaults: { minCents: 100, maxCents: 1000 },
      inForce: { version: 0, value: {} },
      latestApproved: 0,
      open: 0,
    },
  ])
  expect(await propose({ value: { minCents: 'one' }, baseVersion: 0 })).toMatchObject({
    code: 'bad_request',
    data: { field: 'value.minCents' },
  })
  expect((await propose({ value: { minCents: 5 }, baseVersion: 0 })).data).toEqual({ version: 1 })
  expect((await list()).data).toMatchObject([{ inForce: { version: 0 }, open: 1 }])
  expect((await harness.call(`${SHOP}/1/approve`, { token: proposer })).code).toBe('four_eyes')
  // The creator of the proposer received the first password, and may know both.
  expect((await harness.call(`${SHOP}/1/approve`, { token: harness.rootToken })).code).toBe('four_eyes')
  expect((await harness.call(`${SHOP}/1/approve`, { token: approver })).http).toBe(200)
  expect((await list()).data).toMatchObject([
    { inForce: { version: 1, value: { minCents: 5 } }, latestApproved: 1, open: 0 },
  ])
  expect((await propose({ value: {}, baseVersion: 0 })).code).toBe('setting_outdated')
  const inForceFrom = new Date(Date.now() + 3600_000).toISOString()
  await propose({ value: { maxCents: 9 }, baseVersion: 1, inForceFrom })
  expect((await harness.call(`${SHOP}/2/reject`, { token: approver })).http).toBe(200)
  const versions = await harness.call('GET /api/backoffice/settings/shop/versions', { token: proposer })
  expect(versions.data).toMatchObject({
    items: [
      { version: 2, status: 'rejected', value: { maxCents: 9 }, inForceFrom },
      { version: 1, status: 'approved', value: { minCents: 5 } },
    ],
    nextCursor: null,
  })
})

test('a proposal is not approved by an operator whom its proposer created', async () => {
  const { data } = await harness.call('GET /api/backoffice/settings', { token: proposer })
  const [{ latestApproved }] = data as unknown as [{ latestApproved: number }]
  const body = { value: {}, baseVersion: latestApproved }
  const made = await harness.call(SHOP, { token: harness.secondToken, body })
  const version = String(made.data?.['version'])
  expect((await harness.call(`${SHOP}/${version}/approve`, { token: approver })).code).toBe('four_eyes')
  expect((await harness.call(`${SHOP}/${version}/reject`, { token: approver })).http).toBe(200)
})

test('an unknown module has no settings', async () => {
  const answers = await Promise.all(
    ['GET /versions', 'POST /versions', 'POST /versions/1/approve', 'POST /versions/1/reject'].map((one) => {
      const [method = '', path = ''] = one.split(' ')
      const body = one === 'POST /versions' ? { body: { value: {}, baseVersion: 0 } } : {}
      return harness.call(`${method} /api/backoffice/settings/nothing${path}`, { token: proposer, ...body })
    }),
  )
  expect(answers.map(({ code }) => code)).toEqual(Array(4).fill('not_found'))
})

test('pages through versions and the audit chain', async () => {
  for (let version = 0; version < 55; version += 1) await propose({ value: {}, baseVersion: 1 })
  const walk = async (path: string, id: string) => {
    const ids: number[] = []
    let cursor: string | null = null
    do {
      const query = cursor ? `?cursor=${cursor}` : ''
      const { data } = await harness.call(`GET /api/backoffice/${path}${query}`, { token: harness.rootToken })
      const { items, nextCursor } = data as { items: Record<string, number>[]; nextCursor: string | null }
      ids.push(...items.map((item) => item[id] ?? 0))
      cursor = nextCursor
    } while (cursor)
    return ids
  }
  const versions = await walk('settings/shop/versions', 'version')
  expect(versions).toEqual(Array.from({ length: 58 }, (_none, at) => 58 - at))
  const rows = await walk('audit', 'id')
  expect(rows).toEqual(Array.from({ length: rows.length }, (_none, at) => rows.length - at))
  const wrong = await harness.call('GET /api/backoffice/audit?cursor=x', { token: harness.rootToken })
  expect(wrong.code).toBe('bad_request')
})

test('finds players by e-mail or id with personal data masked, and audits search and view', async () => {
  const { token } = await harness.operatorWith('support@house.example', ['players.read'])
  const ana = await harness.player('ana.souza@players.example')
  const rui = await harness.player('rui@players.example')
  await harness.deps.db.begin((tx) =>
    recordKyc(tx, [{ playerId: ana.playerId, name: 'Ana Souza', cpf: '52998224725' }]),
  )
  const find = (body: unknown) => harness.call('POST /api/backoffice/players/find', { token, body })
  const emails = [' Ana.Souza@players.example ', 'nobody@players.example']
  const { data } = await find({ emails, playerIds: [rui.playerId, ana.playerId, 999_999] })
  expect(data).toMatchObject([
    {
      playerId: ana.playerId,
      email: 'a***@p***.example',
      phone: '***4321',
      name: 'Ana S.',
      cpf: '***.982.247-**',
      isIdentified: true,
    },
    { playerId: rui.playerId, email: 'r***@p***.example', name: null, cpf: null, isIdentified: false },
  ])
  expect((await find({ emails: [], playerIds: [] })).data).toEqual([])
  expect((await find({ emails: ['nobody@players.example'], playerIds: [] })).data).toEqual([])
  const audit = await harness.call('GET /api/backoffice/audit', { token: harness.rootToken })
  expect((audit.data as { items: unknown[] } | null)?.items.slice(0, 5)).toMatchObject([
    { action: 'players.searched', details: { asked: 1, found: 0 } },
    { action: 'players.searched', details: { asked: 0, found: 0 } },
    { action: 'player.looked_up', subject: `player:${rui.playerId}` },
    { action: 'player.looked_up', subject: `player:${ana.playerId}` },
    { action: 'players.searched', subject: 'players', details: { asked: 5, found: 2 } },
  ])
})

test('an operator with the permission corrects a wrong name; the audit chain has both names, masked', async () => {
  const { token } = await harness.operatorWith('corrector@house.example', ['players.correct'])
  const reader = await harness.operatorWith('only-reads@house.example', ['players.read'])
  const { playerId } = await harness.player('joana@players.example')
  const body = {
    name: 'Joana da Silva',
    cardNo: '529.982.247-25',
    reason: 'carteira de identidade, vista hoje',
  }
  const correct = (changed: object = {}, by = token, id = playerId) =>
    harness.call(`POST /api/backoffice/players/${id}/identity`, { token: by, body: { ...body, ...changed } })
  expect((await correct()).code).toBe('kyc_needed') // no name was given yet
  await harness.deps.db.begin((tx) => recordKyc(tx, [{ playerId, name: 'Jo', cpf: '11144477735' }]))
  expect((await correct({}, reader.token)).code).toBe('forbidden')
  expect((await correct({ name: 'Joana' })).code).toBe('invalid_name')
  expect((await correct({ cardNo: '52998224724' })).code).toBe('invalid_cpf')
  expect((await correct({ reason: '' })).code).toBe('bad_request')
  expect((await correct({}, token, 999_999)).code).toBe('not_found')
  expect(await correct()).toMatchObject({ http: 200, data: null })
  const rows = await harness.deps.db<{ name: string; cpf: string }[]>`
    select name, cpf from identity_player where id = ${playerId}`
  expect(rows).toEqual([{ name: 'Joana da Silva', cpf: '52998224725' }])
  const audit = await harness.call('GET /api/backoffice/audit', { token: harness.rootToken })
  const { items } = audit.data as { items: { action: string }[] }
  const corrections = items.filter(({ action }) => action === 'player.identity_corrected')
  expect(corrections).toMatchObject([
    {
      subject: `player:${playerId}`,
      details: {
        before: { name: 'Jo', document: '***.444.777-**' },
        after: { name: 'Joana d. S.', document: '***.982.247-**' },
        reason: 'carteira de identidade, vista hoje',
      },
    },
  ])
  expect(JSON.stringify(corrections)).not.toMatch(/52998224725|11144477735/)
})

test('3.06 an operator with the permission enables USDT for a player, audited with before and after', async () => {
  const { token } = await harness.operatorWith('flags@house.example', ['players.flag'])
  const { playerId } = await harness.player('dollars@players.example')
  const set = (lx: string, id = playerId) =>
    harness.call(`POST /api/backoffice/players/${id}/lx`, {
      token,
      body: { lx, reason: 'asked for by the player, terms signed' },
    })
  expect((await set('20', 999_999)).code).toBe('not_found')
  expect((await set('7')).code).toBe('bad_request')
  expect(await set('20')).toMatchObject({ http: 200, data: null })
  const rows = await harness.deps.db<{ lx: string }[]>`select lx from identity_player where id = ${playerId}`
  expect(rows).toEqual([{ lx: '20' }])
  const audit = await harness.call('GET /api/backoffice/audit', { token: harness.rootToken })
  const { items } = audit.data as { items: { action: string }[] }
  expect(items.filter(({ action }) => action === 'player.lx_set')).toMatchObject([
    { subject: `player:${playerId}`, details: { before: '0', after: '20' } },
  ])
})

test('3.07 an operator with the permission grants a discount for a period, audited', async () => {
  const { token } = await harness.operatorWith('discounts@house.example', ['discounts.grant'])
  const { playerId } = await harness.player('cheaper@players.example')
  const grant = (endsAt: string, id = playerId) =>
    harness.call(`POST /api/backoffice/players/${id}/discount`, {
      token,
      body: {
        requestId: harness.deps.random.hex(16),
        discountBps: 1000,
        startsAt: '2026-01-01T00:00:00Z',
        endsAt,
        reason: 'campaign of the autumn',
      },
    })
  expect((await grant('2099-01-01T00:00:00Z', 999_999)).code).toBe('not_found')
  expect((await grant('2025-01-01T00:00:00Z')).code).toBe('bad_request')
  expect((await grant('2099-01-01T00:00:00Z')).http).toBe(200)
  const audit = await harness.call('GET /api/backoffice/audit', { token: harness.rootToken })
  const { items } = audit.data as { items: { action: string }[] }
  expect(items.filter(({ action }) => action === 'player.discount_granted')).toMatchObject([
    { subject: `player:${playerId}`, details: { discountBps: 1000, endsAt: '2099-01-01T00:00:00Z' } },
  ])
})

test('31.2 discounts count towards an operator’s daily gift limit, as their part of the highest price', async () => {
  const { token } = await harness.operatorWith('campaigns@house.example', ['discounts.grant'])
  const { playerId } = await harness.player('cheapest@players.example')
  const body = { discountBps: 9000, startsAt: '2026-01-01T00:00:00Z', endsAt: '2099-01-01T00:00:00Z' }
  const grant = async () =>
    (
      await harness.call(`POST /api/backoffice/players/${playerId}/discount`, {
        token,
        body: { ...body, requestId: harness.deps.random.hex(16), reason: 'campaign of the autumn' },
      })
    ).code
  const { operatorGiftsADayCents } = wageringSettings
  const { ownAmountMaxCents: maxPriceCents } = cashierSettingsDefinition.defaults
  const most = Math.floor(operatorGiftsADayCents / (0.9 * maxPriceCents))
  const codes = await Promise.all(Array.from({ length: most + 2 }, grant))
  expect(codes.filter((code) => code === undefined)).toHaveLength(most)
  expect(codes.filter((code) => code === 'gifts_day_bound')).toHaveLength(2)
})

test('shows the state of the feeds and their rejected messages to an operator with the permission', async () => {
  const { token } = await harness.operatorWith('feeds@house.example', ['feeds.read'])
  await harness.deps.db`
    insert into sportsbook_feed_refused (feed, feed_key, producer, kind, reason, detail)
    values ('uof', 'sr:match:1', '1', 'odds_change', 'score_went_back', '2-0 to 1-0')`
  const feeds = await harness.call('GET /api/backoffice/feeds', { token })
  expect(feeds.data).toMatchObject([
    { name: 'uof', producers: [] },
    { name: 'betfair' },
    { name: 'odds_api' },
    { name: 'importer' },
    { name: 'simulator' },
  ])
  const refused = await harness.call('GET /api/backoffice/feeds/refused', { token })
  expect(refused.data).toMatchObject({
    items: [{ feed: 'uof', key: 'sr:match:1', reason: 'score_went_back', detail: '2-0 to 1-0' }],
    nextCursor: null,
  })
  expect((await harness.call('GET /api/backoffice/feeds', { token: proposer })).code).toBe('forbidden')
})

test('shows which finished matches wait for a result, and why, to an operator with the permission', async () => {
  const { token } = await harness.operatorWith('waiting@house.example', ['feeds.read'])
  expect((await harness.call('GET /api/backoffice/feeds/waiting', { token })).data).toEqual([])
  const [fixture] = await harness.deps.db<{ id: number }[]>`
    with competition as (
      insert into sportsbook_competition (sport, name, simulated) values ('football', 'Copa', false) returning id),
    fixture as (
      insert into sportsbook_fixture (feed, feed_key, competition_id, starts_at, match_status, state, season)
      select 'uof', 'sr:match:7', id, '2026-05-01T18:00:00Z', -1,
             '{"family":"football","score":[2,1],"halfTime":null,"corners":null,"cards":null}', '2026'
        from competition returning id),
    market as (
      insert into sportsbook_market (fixture_id, type, period, status, awaits_score)
      select id, 'football.1x2', 'half1', 'closed', true from fixture)
    select id from fixture`
  const waiting = await harness.call('GET /api/backoffice/feeds/waiting', { token })
  expect(waiting.data).toEqual([
    {
      fixtureId: fixture?.id,
      feed: 'uof',
      feedKey: 'sr:match:7',
      sport: 'football',
      startsAt: '2026-05-01T18:00:00.000Z',
      markets: 1,
      reason: expect.stringMatching(/^[a-z]+_[a-z]+$/) as string,
      title: null, // the feed never named its sides
      told: [],
      windows: [],
      late: [],
    },
  ])
  const refused = await harness.call('GET /api/backoffice/feeds/waiting', { token: proposer })
  expect(refused.code).toBe('forbidden')
})

test('finds a player by the id that the player sees', async () => {
  const { token } = await harness.operatorWith('ids@house.example', ['players.read'])
  const { playerId } = await harness.player('told@players.example')
  const uId = publicIds(harness.deps.config, 'player').show(playerId)
  const body = { emails: [], playerIds: [], uIds: [uId] }
  const { data } = await harness.call('POST /api/backoffice/players/find', { token, body })
  expect(data).toMatchObject([{ playerId, uId }])
})

test('finds every account with a CPF, and none for an unknown CPF', async () => {
  const { token } = await harness.operatorWith('cpf@house.example', ['players.read'])
  const [one, two] = [
    await harness.player('one-cpf@players.example'),
    await harness.player('two-cpf@players.example'),
  ]
  await harness.deps.db.begin((tx) =>
    recordKyc(tx, [
      { playerId: one.playerId, name: 'Bia Lima', cpf: '15350946056' },
      { playerId: two.playerId, name: 'Bia Lima', cpf: '15350946056' },
    ]),
  )
  const find = async (...cpfs: string[]) => {
    const body = { emails: [], playerIds: [], cpfs }
    const { data } = await harness.call('POST /api/backoffice/players/find', { token, body })
    return (data as unknown as { playerId: number }[]).map(({ playerId }) => playerId)
  }
  expect(await find('15350946056')).toEqual([one.playerId, two.playerId])
  expect(await find('39053344705')).toEqual([])
  const { data } = await harness.call('GET /api/backoffice/audit', { token: harness.rootToken })
  expect((data as { items: unknown[] }).items.slice(0, 4)).toMatchObject([
    { action: 'players.searched', details: { asked: 1, found: 0 } },
    { action: 'player.looked_up', subject: `player:${two.playerId}` },
    { action: 'player.looked_up', subject: `player:${one.playerId}` },
    { action: 'players.searched', details: { asked: 1, found: 2 } },
  ])
})

test('pages through the audit chain by subject, operator and action', async () => {
  const { token, operatorId } = await harness.operatorWith('searcher@house.example', [
    'players.read',
    'audit.read',
  ])
  const { playerId } = await harness.player('searched@players.example')
  const body = { emails: [], playerIds: [playerId] }
  for (let times = 0; times < 52; times += 1)
    await harness.call('POST /api/backoffice/players/find', { token, body })
  const search = async (query: string) => {
    const { data } = await harness.call(`GET /api/backoffice/audit?${query}`, { token })
    return data as { items: { id: number; action: string; subject: string }[]; nextCursor: string | null }
  }
  const first = await search(`subject=player:${playerId}`)
  expect(first.items).toHaveLength(50)
  expect(new Set(first.items.map(({ subject }) => subject))).toEqual(new Set([`player:${playerId}`]))
  const rest = await search(`subject=player:${playerId}&cursor=${first.nextCursor}`)
  expect(rest.items.map(({ action }) => action)).toEqual(['player.looked_up', 'player.looked_up'])
  expect(rest.nextCursor).toBeNull()
  expect((await search(`subject=player:${playerId}&operatorId=${operatorId + 1}`)).items).toEqual([])
  const searched = await search(`operatorId=${operatorId}&action=players.searched`)
  expect(new Set(searched.items.map(({ subject }) => subject))).toEqual(new Set(['players']))
  expect((await search('action=operator.created')).items.length).toBeGreaterThan(0)
  const wrong = await harness.call(`GET /api/backoffice/audit?action='; drop`, { token })
  expect(wrong.code).toBe('bad_request')
})
