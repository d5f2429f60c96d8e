import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { makeTransfers } from '../ledger/index.ts'
import { present } from '../platform/errors.ts'
import { addMatch, feedReceiver, requestFor } from '../sportsbook/testing/harness.ts'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
beforeAll(async () => {
  harness = await openBackofficeHarness()
})
afterAll(() => harness.close())

test('an operator with the permission limits a player’s stakes on bets, audited with before and after', async () => {
  const { token } = await harness.operatorWith('bounds@house.example', ['players.bound', 'bets.review'])
  const bound = (factorBps: number) =>
    harness.call('POST /api/backoffice/players/4711/stakeFactor', {
      token,
      body: { factorBps, reason: 'takes prices that are wrong' },
    })
  expect((await bound(10_001)).code).toBe('bad_request')
  expect(await bound(2500)).toMatchObject({ http: 200, data: null })
  expect(await bound(10_000)).toMatchObject({ http: 200, data: null })
  const audit = await harness.call('GET /api/backoffice/audit', { token: harness.rootToken })
  const { items } = audit.data as { items: { action: string }[] }
  expect(items.filter(({ action }) => action === 'player.stake_factor_set')).toMatchObject([
    { subject: 'player:4711', details: { beforeBps: 2500, afterBps: 10_000 } },
    { subject: 'player:4711', details: { beforeBps: 10_000, afterBps: 2500 } },
  ])
  expect(await harness.call('GET /api/backoffice/bets/marks', { token })).toMatchObject({
    data: { items: [], nextCursor: null },
  })
  expect(await harness.call('GET /api/backoffice/bets/worst', { token })).toMatchObject({
    data: { book: { costCents: 0 }, matches: [] },
  })
  const review = await harness.call('POST /api/backoffice/bets/marks/1/review', {
    token,
    body: { status: 'closed', reason: 'a known customer' },
  })
  expect(review.code).toBe('not_found')
})

test('an operator with the permission freezes a market’s prices, audited; an unknown market is not found', async () => {
  const { token } = await harness.operatorWith('prices@house.example', ['prices.keep'])
  await harness.deps.db`
    with competition as (
      insert into sportsbook_competition (sport, name, simulated) values ('football', 'Copa dos preços', false) returning id
    ), fixture as (
      insert into sportsbook_fixture (feed, feed_key, competition_id, starts_at, season)
      select 'importer', 'kept', id, now(), '2026' from competition returning id
    )
    insert into sportsbook_market (fixture_id, type, period, status) select id, 'football.1x2', 'full', 'open' from fixture`
  const [market] = await harness.deps.db<{ id: number }[]>`select id from sportsbook_market`
  const keep = (isKept: boolean, marketId = market?.id) =>
    harness.call(`POST /api/backoffice/markets/${marketId}/keepPrices`, {
      token,
      body: { isKept, reason: 'the price of a promotion' },
    })
  expect((await keep(true, 999_999)).code).toBe('not_found')
  expect(await keep(true)).toMatchObject({ http: 200, data: null })
  expect(await harness.deps.db`select is_kept from sportsbook_market`).toMatchObject([{ is_kept: true }])
  expect((await keep(false)).http).toBe(200)
  const audit = await harness.call('GET /api/backoffice/audit', { token: harness.rootToken })
  const { items } = audit.data as { items: { action: string }[] }
  expect(items.filter(({ action }) => action.startsWith('market.'))).toMatchObject([
    { action: 'market.prices_follow' },
    { action: 'market.prices_kept', subject: `market:${market?.id}` },
  ])
})

test('finds the few open flags beside many closed ones, by kind and state, newest first', async () => {
  const { token } = await harness.operatorWith('flags@house.example', ['bets.review'])
  await harness.deps.db.begin(async (tx) => {
    await tx`
      insert into sportsbook_bet (player_id, request_id, unit_stake_cents, folds, stake_cents, cash_cents, bonus_cents,
             potential_return_cents, accept, max_stake_cents, signature, placed_at)
      select 4712, 'flag-' || n, 100, '[1]', 100, 100, 0, 200, 'any', 100, 'of a test', now() from generate_series(1, 8) n`
    await tx`
      insert into sportsbook_bet_mark (bet_id, kind, player_id, status, reviewed_by, reviewed_at, reason)
      select id, case when n % 2 = 0 then 'big' else 'correlated' end, 4712, case when n < 4 then 'open' else 'closed' end,
             case when n < 4 then null else 1 end, case when n < 4 then null else now() end,
             case when n < 4 then null else 'a known customer' end
        from (select id, row_number() over (order by id) as n from sportsbook_bet where player_id = 4712) as bet
       order by n`
  })
  const found = async (query: string) => {
    const { data } = await harness.call(`GET /api/backoffice/bets/marks?${query}`, { token })
    return (data as { items: { kind: string; status: string; id: number }[] }).items
  }
  expect((await found('status=open')).map(({ kind }) => kind)).toEqual(['correlated', 'big', 'correlated'])
  expect((await found('status=open&kind=big')).map(({ kind }) => kind)).toEqual(['big'])
  expect(await found('status=seen')).toEqual([])
  const all = (await found('')).map(({ id }) => id)
  expect(all).toHaveLength(8)
  expect(all).toEqual(all.toSorted((one, other) => other - one))
})

test('a trader accepts and refuses bets above their limits, audited; not while maintenance keeps bets closed', async () => {
  const { deps, call } = harness
  const { token } = await harness.operatorWith('trader@house.example', ['bets.review'])
  const [value, approved] = [
    {
      maxLossCents: { beforeStart: 10_000, inPlay: 10_000 },
      betReferrals: { maxLossCents: 100_000, seconds: 120 },
    },
    { by: harness.secondId, at: new Date() },
  ]
  await ownerOf(deps.db)`
    insert into platform_setting (module, version, value, base_version, proposed_by, approved_by, approved_at, in_force_from)
    values ('sportsbook', 1, ${JSON.stringify(value)}::jsonb, 0, ${harness.rootId}, ${approved.by}, ${approved.at},
            ${approved.at})`
  const { sportsbook } = harness
  await expect.poll(() => sportsbook.readSettings()).toMatchObject(value)
  const asked = async (playerId: number) => {
    const { outcomes } = await addMatch({ deps, receive: feedReceiver(deps) })
    const to = { playerId, kind: 'cash' } as const
    await makeTransfers(deps, [{ key: `opening:${playerId}`, from: 'opening', to, cents: 60_000 }])
    const request = requestFor(playerId, outcomes['home'], { stakeCents: 50_000 })
    expect(await sportsbook.referrals.refer(request)).toMatchObject({ ok: true, value: { bet: null } })
    const { data } = await call('GET /api/backoffice/bets/referrals?status=waiting', { token })
    const { items } = data as { items: { id: number; playerId: number; legs: object[] }[] }
    return present(
      items.find((item) => item.playerId === playerId),
      'the referral',
    )
  }
  const act = (id: number, what: 'accept' | 'refuse', body: object = {}) =>
    call(`POST /api/backoffice/bets/referrals/${id}/${what}`, { token, body })

  const one = await asked(8001)
  expect(one).toMatchObject({ stakeCents: 50_000, maxStakeCents: 10_000, legs: [{ code: 'home' }] })
  const begun = await call('POST /api/backoffice/maintenance', {
    token: harness.rootToken,
    body: {
      requestId: 'maintenance-of-bets-1',
      scope: 'bets',
      startsAt: null,
      expectedEnd: new Date(Date.now() + 600_000).toISOString(),
      reason: 'the feed is being changed',
    },
  })
  expect(begun.http).toBe(200)
  expect((await act(one.id, 'accept')).code).toBe('under_maintenance')
  await call(`POST /api/backoffice/maintenance/${String(begun.data?.['maintenanceId'])}/end`, {
    token: harness.rootToken,
    body: { reason: 'the feed is back again' },
  })
  await expect.poll(async () => (await act(one.id, 'accept')).data).toMatchObject({ status: 'accepted' })
  expect((await act(one.id, 'accept')).code).toBe('referral_over')

  const other = await asked(8002)
  expect((await act(other.id, 'refuse', { reason: 'short' })).code).toBe('bad_request')
  expect((await act(other.id, 'refuse', { reason: 'too much on one match' })).http).toBe(200)
  const { data } = await call('GET /api/backoffice/bets/referrals', { token })
  expect(data).toMatchObject({
    items: [
      { id: other.id, status: 'refused', reason: 'too much on one match' },
      { id: one.id, status: 'accepted' },
    ],
  })
  const audit = await call('GET /api/backoffice/audit', { token: harness.rootToken })
  const { items } = audit.data as { items: { action: string }[] }
  expect(items.filter(({ action }) => action.startsWith('bet_referral.'))).toMatchObject([
    { action: 'bet_referral.refused', subject: 'player:8002', details: { referralId: other.id } },
    { action: 'bet_referral.accepted', subject: 'player:8001', details: { referralId: one.id } },
  ])
})
