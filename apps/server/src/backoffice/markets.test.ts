import { permissions } from '@palpite/contract/backoffice'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { disableOperator } from '../identity/index.ts'
import { makeTransfers, readBalances, verifyLedger } from '../ledger/index.ts'
import { present } from '../platform/errors.ts'
import { policyOf } from '../protection/index.ts'
import { openSportsbook, sportsbookClearing } from '../sportsbook/index.ts'
import { openTestExchange } from '../feeds/testing/exchange.ts'
import { feedReceiver, plainOffers, play, requestFor } from '../sportsbook/testing/harness.ts'
import { sampleFixture } from '../sportsbook/testing/sport-samples.ts'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
let sportsbook: ReturnType<typeof openSportsbook>
let exchange: ReturnType<typeof openTestExchange>
let one: { operatorId: number; token: string }
let two: { operatorId: number; token: string }
beforeAll(async () => {
  harness = await openBackofficeHarness()
  sportsbook = openSportsbook(harness.deps, { policy: policyOf(harness.deps.config) })
  exchange = openTestExchange(harness.deps)
  one = await harness.operatorWith('one@house.example', ['markets.settle'])
  two = await harness.operatorWith('two@house.example', ['markets.settle'], harness.secondId)
})
afterAll(async () => {
  await exchange.stop()
  await harness.close()
})

const cashOf = async (playerId: number) =>
  present((await readBalances(harness.deps.db, [playerId])).get(playerId), 'balances').cashCents

let players = 7000
/** A player with R$ 100 who bets R$ 10 on a horse. */
async function backs(key: string, name: string): Promise<number> {
  return betsOn(present((await exchange.outcomes(key)).get(name), name).id)
}

/** A player with R$ 100 who bets R$ 10 on this outcome. */
async function betsOn(id: number): Promise<number> {
  const playerId = (players += 1)
  const to = { playerId, kind: 'cash' } as const
  await makeTransfers(harness.deps, [{ key: `opening:${playerId}`, from: 'opening', to, cents: 10_000 }])
  const placed = await sportsbook.placeBet({ ...requestFor(playerId, id), accept: 'any' })
  if (!placed.ok) throw new Error(placed.refusal.code)
  return playerId
}

const reason = 'the stewards say who was third'
let calls = 0
const settle = async (
  { token }: { token: string },
  marketId: number,
  results: object[] | null,
  own: object = {},
) => {
  calls += 1
  const requestId = `request-${calls}-of-a-market`
  const body = { requestId, results, reason, ...own }
  const { data, code } = await harness.call(`POST /api/backoffice/markets/${marketId}/settle`, {
    token,
    body,
  })
  return data?.['state'] ?? code
}

const won = (code: string) => ({ code, won: 1, refunded: 0, of: 1 })
const half = (code: string) => ({ code, won: 1, refunded: 0, of: 2 })
const lost = (code: string) => ({ code, won: 0, refunded: 0, of: 1 })

/** A race of five with three places in which four are placed: the third place is unresolved. */
async function unresolvedRace(id: string) {
  const key = `market:${id}`
  const horses = [1, 2, 3, 4, 5]
  const places = { id, marketType: 'PLACE', numberOfWinners: 3 } as const
  const prices = Object.fromEntries(horses.map((horse) => [horse, 2]))
  await exchange.receive({ ...places, runners: horses.map((horse) => ({ id: horse })), prices })
  const backers: number[] = []
  for (const horse of horses) backers.push(await backs(key, `Horse ${horse}`))
  const runners = horses.map((horse) => ({
    id: horse,
    status: horse === 5 ? ('LOSER' as const) : ('WINNER' as const),
  }))
  const close = () => exchange.receive({ ...places, status: 'CLOSED', runners })
  await close()
  const { marketId } = present((await exchange.outcomes(key)).get('Horse 1'), 'a horse')
  const cash = async () => {
    await sportsbook.settle()
    return Promise.all(backers.map(cashOf))
  }
  return { key, marketId, cash, places, runners }
}

test('a dead heat for a place that the feed leaves open is paid as two independent operators decide', async () => {
  const { key, marketId, cash } = await unresolvedRace('1.101')
  expect(await cash()).toEqual([9000, 9000, 9000, 9000, 9000])
  const waiting = async () => {
    const { data } = await harness.call('GET /api/backoffice/markets/waiting', { token: one.token })
    return (data?.['items'] ?? []) as { marketId: number }[]
  }
  expect(await waiting()).toMatchObject([
    {
      marketId,
      feed: 'betfair',
      feedKey: key,
      type: 'racing.place',
      why: 'dead_heat',
      outcomes: [
        { code: '1', name: 'Horse 1', proposed: { won: 3, refunded: 0, of: 4 }, bets: 1 },
        {},
        {},
        {},
        { code: '5', name: 'Horse 5', proposed: { won: 0, refunded: 0, of: 1 }, bets: 1 },
      ],
      words: [],
    },
  ])
  const results = [won('1'), won('2'), half('3'), half('4'), lost('5')]
  const first = { requestId: 'the-first-word-of-two' }
  expect(await settle(one, marketId, results, first)).toBe('waits')
  expect(await settle(one, marketId, results, first)).toBe('waits')
  expect(await settle(one, marketId, results.with(2, won('3')), first)).toBe('request_mismatch')
  expect(await settle(one, marketId, results)).toBe('needs_another')
  // The creator of the first operator cannot be the second; nor can an operator with another result.
  expect(await settle({ token: harness.rootToken }, marketId, results)).toBe('waits')
  expect(await settle(two, marketId, results.with(2, won('3')))).toBe('waits')
  expect(await cash()).toEqual([9000, 9000, 9000, 9000, 9000])
  expect(await waiting()).toMatchObject([{ words: [{ operatorId: one.operatorId, reason }, {}, {}] }])
  expect(await settle(two, marketId, results.toReversed(), { requestId: 'the-second-word-of-two' })).toBe(
    'settled',
  )
  expect(await settle(two, marketId, results, { requestId: 'the-second-word-of-two' })).toBe('settled')
  expect(await cash()).toEqual([11_000, 11_000, 10_000, 10_000, 9000])
  expect(await waiting()).toEqual([])
  const audit = await harness.call('GET /api/backoffice/audit', { token: harness.rootToken })
  const { items } = audit.data as { items: { action: string }[] }
  const said = items.filter(({ action }) => action === 'market.settled')
  expect(said).toHaveLength(4)
  expect(said[0]).toMatchObject({ subject: `market:${marketId}`, details: { state: 'settled', reason } })
  expect(await verifyLedger(harness.deps.db, sportsbookClearing())).toEqual([])
})

test('a result by operators overrides the feed until two of them reopen the market', async () => {
  const { key, marketId, cash, places, runners } = await unresolvedRace('1.102')
  const results = [won('1'), won('2'), half('3'), half('4'), lost('5')]
  for (const operator of [one, two]) await settle(operator, marketId, results)
  const paid = [11_000, 11_000, 10_000, 10_000, 9000]
  expect(await cash()).toEqual(paid)
  const finished = runners.map((runner) => ({
    ...runner,
    status: runner.id > 3 ? ('LOSER' as const) : runner.status,
  }))
  await exchange.receive({ ...places, status: 'CLOSED', runners: finished })
  expect(await cash()).toEqual(paid)
  expect((await exchange.refusals(key)).at(-1)).toBe('settlement_differs')
  expect(await settle(one, marketId, null)).toBe('waits')
  expect(await cash()).toEqual(paid)
  expect(await settle(two, marketId, null)).toBe('settled')
  expect(await cash()).toEqual([9000, 9000, 9000, 9000, 9000])
  // Votes from before the reopening no longer count: one operator alone settles nothing.
  expect(await settle({ token: harness.rootToken }, marketId, results)).toBe('waits')
  expect(await settle(one, marketId, [...results.slice(0, 3), lost('4'), lost('5')])).toBe('waits')
  // Reopened, the feed can settle it again.
  await exchange.receive({ ...places, status: 'CLOSED', runners: finished })
  expect(await cash()).toEqual([11_000, 11_000, 11_000, 9000, 9000])
  expect(await verifyLedger(harness.deps.db, sportsbookClearing())).toEqual([])
})

test('a market is settled only whole, once it takes no bets, and by operators who are not disabled', async () => {
  const { marketId } = await unresolvedRace('1.103')
  const results = [won('1'), won('2'), won('3'), lost('4'), lost('5')]
  expect(await settle(one, marketId, results.slice(1))).toBe('not_possible')
  expect(await settle(one, marketId, [...results.slice(1), lost('9')])).toBe('not_possible')
  expect(await settle(one, marketId, [...results.slice(1), lost('5')])).toBe('not_possible')
  expect(await settle(one, marketId, results.with(0, { code: '1', won: 2, refunded: 0, of: 1 }))).toBe(
    'bad_request',
  )
  expect(await settle(one, marketId, results, { reason: 'short' })).toBe('bad_request')
  expect(await settle(one, marketId, null)).toBe('not_possible')
  expect(await settle(one, 999_999, results)).toBe('not_found')
  await exchange.receive({ id: '1.104', runners: [{ id: 1 }, { id: 2 }], prices: { 1: 2, 2: 2 } })
  const open = present((await exchange.outcomes('market:1.104')).get('Horse 1'), 'a horse')
  expect(await settle(one, open.marketId, [won('1'), lost('2')])).toBe('not_possible')
  const gone = await harness.operatorWith('gone@house.example', ['markets.settle'])
  expect(await settle(gone, marketId, results)).toBe('waits')
  const by = { operatorId: harness.rootId, sessionId: 0, permissions: new Set(permissions) }
  expect(await disableOperator(harness.operators, by, gone.operatorId)).toMatchObject({ ok: true })
  expect(await settle(one, marketId, results)).toBe('waits')
  expect(await settle(two, marketId, results)).toBe('settled')
})

test('a match with different results from two feeds is shown with both, and two operators settle it on both fixtures', async () => {
  const receive = feedReceiver(harness.deps)
  const reader = await harness.operatorWith('differ@house.example', ['feeds.read'])
  const key = 'event:told-twice'
  const match = sampleFixture('football', {
    key,
    competition: 'Copa',
    model: null,
    participants: [{ name: 'Casa' }, { name: 'Fora' }],
    startsAt: new Date(Date.now() + 3_600_000),
  })
  const playerIds: number[] = []
  const marketIds = new Map<string, number>()
  for (const feed of ['uof', 'odds_api'] as const) {
    const imported = await receive([match, { kind: 'odds', key, offers: [...plainOffers] }], feed)
    const [home] = await harness.deps.db<{ id: number; marketId: number }[]>`
      select outcome.id, outcome.market_id as "marketId"
        from sportsbook_outcome outcome join sportsbook_market market on market.id = outcome.market_id
       where market.fixture_id = ${present(imported.get(key), 'the match')}
         and market.type = 'football.1x2' and outcome.outcome_code = 'home'`
    const { id, marketId } = present(home, 'the home side')
    marketIds.set(feed, marketId)
    playerIds.push(await betsOn(id))
  }
  const cash = async () => {
    await sportsbook.settle()
    return Promise.all(playerIds.map(cashOf))
  }
  await receive([play(key, -1, 2, 1)], 'uof')
  await receive([play(key, -1, 1, 2)], 'odds_api')
  expect(await cash()).toEqual([9000, 9000])
  const waiting = async () => {
    const { data } = await harness.call('GET /api/backoffice/feeds/waiting', { token: reader.token })
    return (data as unknown as { feed: 'uof' | 'odds_api'; feedKey: string }[]).filter(
      ({ feedKey }) => feedKey === key,
    )
  }
  const scores = { uof: { homeScore: 2, awayScore: 1 }, odds_api: { homeScore: 1, awayScore: 2 } }
  const [first, second] = await waiting()
  expect(new Set([first?.feed, second?.feed])).toEqual(new Set(['uof', 'odds_api']))
  for (const fixture of [first, second]) {
    const feed = present(fixture, 'a fixture that waits').feed
    const other = feed === 'uof' ? 'odds_api' : 'uof'
    expect(fixture).toMatchObject({
      reason: 'feeds_differ',
      told: [
        { feed, ...scores[feed] },
        { feed: other, ...scores[other] },
      ],
    })
  }
  const marketId = present(marketIds.get('uof'), 'a market')
  const { data } = await harness.call('GET /api/backoffice/markets/waiting', { token: one.token })
  const listed = (data?.['items'] ?? []) as { marketId: number }[]
  expect(listed.find((row) => row.marketId === marketId)).toMatchObject({ why: 'feeds_differ' })
  const results = [won('home'), lost('draw'), lost('away')]
  expect(await settle(one, marketId, results)).toBe('waits')
  expect(await cash()).toEqual([9000, 9000])
  expect(await settle(two, marketId, results)).toBe('settled')
  const paid = await cash()
  expect(paid[0]).toBe(paid[1])
  expect(paid[0]).toBeGreaterThan(10_000)
  // Both report three goals, so the totals markets needed no decision.
  expect(await waiting()).toEqual([])
})

test('bets placed after a goal reported too late are listed with what either decision pays, and voided by two', async () => {
  const reader = await harness.operatorWith('late-reader@house.example', ['feeds.read'])
  const receive = feedReceiver(harness.deps)
  const key = 'event:late'
  const match = sampleFixture('football', { key, competition: 'Copa', model: null })
  const ids = await receive([match, { kind: 'odds', key, offers: [...plainOffers] }], 'uof')
  const [home] = await harness.deps.db<{ id: number }[]>`
    select outcome.id from sportsbook_outcome outcome join sportsbook_market market on market.id = outcome.market_id
     where market.fixture_id = ${present(ids.get(key), 'the match')}
       and market.type = 'football.1x2' and outcome.outcome_code = 'home'`
  const playerId = await betsOn(present(home, 'the home side').id)
  const cash = async () => {
    await sportsbook.settle()
    return cashOf(playerId)
  }
  await receive([{ ...play(key, 3, 1, 0), seenAt: new Date(Date.now() - 300_000) }], 'uof')
  await receive([play(key, -1, 1, 0)], 'uof')
  expect(await cash()).toBe(9000)
  type Listed = { feedKey: string; reason: string; late: { windowId: number; words: object[] }[] }
  const waiting = async () => {
    const { data } = await harness.call('GET /api/backoffice/feeds/waiting', { token: reader.token })
    return (data as unknown as Listed[]).filter(({ feedKey }) => feedKey === key)
  }
  const [listed] = await waiting()
  expect(listed).toMatchObject({ reason: 'reported_late', late: [{ bets: 1, stakeCents: 1000, words: [] }] })
  const path = `lateWindows/${present(listed?.late[0], 'a late window').windowId}`
  const preview = (token: string) => harness.call(`GET /api/backoffice/${path}/preview`, { token })
  expect((await preview(reader.token)).code).toBe('forbidden')
  expect((await preview(one.token)).data).toMatchObject({
    ifVoid: { changed: 1, paidCents: 1000 },
    ifStands: { changed: 1, paidCents: 2000 },
  })
  const decide = async ({ token }: { token: string }, requestId: string, own: object = {}) => {
    const body = { requestId, isVoid: true, reason: 'the provider says it was late', ...own }
    const { data, code } = await harness.call(`POST /api/backoffice/${path}/decide`, { token, body })
    return data?.['state'] ?? code
  }
  const [first, second] = ['late-decision-request-1', 'late-decision-request-2']
  expect(await decide(reader, first)).toBe('forbidden')
  expect([await decide(one, first), await decide(one, first)]).toEqual(['waits', 'waits'])
  expect(await decide(one, first, { isVoid: false })).toBe('request_mismatch')
  expect((await waiting())[0]?.late[0]?.words).toMatchObject([{ operatorId: one.operatorId, isVoid: true }])
  expect([await decide(two, second), await decide(two, second)]).toEqual(['decided', 'decided'])
  expect(await cash()).toBe(10_000)
  expect(await waiting()).toEqual([])
  const acts = await harness.deps.db`
    select action from platform_audit where action = 'late_bets.voided' order by id`
  expect(acts).toHaveLength(2)
})
