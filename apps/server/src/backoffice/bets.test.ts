import { afterAll, beforeAll, expect, test } from 'vitest'
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
