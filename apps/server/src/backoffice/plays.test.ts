import { afterAll, beforeAll, expect, test } from 'vitest'
import { gameCodes } from '@palpite/contract'
import { countReturns, openGames } from '../games/index.ts'
import { requestOf } from '../games/testing/harness.ts'
import { makeTransfers } from '../ledger/index.ts'
import { publicIds } from '../platform/public-ids.ts'
import { policyOf } from '../protection/index.ts'
import { openSportsbook } from '../sportsbook/index.ts'
import { addMatch, feedReceiver, type Match, parlayFor, requestFor } from '../sportsbook/testing/harness.ts'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
let token: string
let one: number
let other: number
let match: Match
let second: Match

beforeAll(async () => {
  harness = await openBackofficeHarness()
  const { deps } = harness
  token = (await harness.operatorWith('plays@house.example', ['bets.read', 'rounds.read'])).token
  one = (await harness.player('one@players.example')).playerId
  other = (await harness.player('other@players.example')).playerId
  const opened = [one, other].map((playerId) => ({
    key: `test:${playerId}`,
    from: 'opening' as const,
    to: { playerId, kind: 'cash' as const },
    cents: 100_000,
  }))
  await makeTransfers(deps, opened)
  const receive = feedReceiver(deps)
  match = await addMatch({ deps, receive })
  second = await addMatch({ deps, receive })
  const policy = policyOf(deps.config)
  const { placeBet } = openSportsbook(deps, { policy, settings: { catalogueAgeMs: 0 } })
  for (const request of [
    requestFor(one, match.outcomes['home'], { stakeCents: 1000 }),
    requestFor(other, match.outcomes['home'], { stakeCents: 2500 }),
    parlayFor(one, [match.outcomes['home'], second.outcomes['home']]),
  ])
    if (!(await placeBet(request)).ok) throw new Error('a bet was refused')
  const { playRounds } = openGames(deps, { policy })
  const played = await playRounds([requestOf(one), requestOf(other, { stakeCents: 40 })])
  if (played.some(({ ok }) => !ok)) throw new Error('a round was refused')
})
afterAll(() => harness.close())

type Item = { id: number; playerId: number; stakeCents: number; betId: string; roundId: string }
const list = async (of: 'bets' | 'rounds', query = '') => {
  const { data } = await harness.call(`GET /api/backoffice/${of}?${query}`, { token })
  return data as { items: Item[]; nextCursor: string | null }
}
const stakes = async (of: 'bets' | 'rounds', query: string) =>
  (await list(of, query)).items.map(({ playerId, stakeCents }) => [playerId, stakeCents])

test('lists bets of all players, newest first, and finds them by their properties', async () => {
  const all = await list('bets')
  expect(all).toMatchObject({
    items: [
      { playerId: one, kind: 'parlay', legs: 2, stakeCents: 1000, status: 'open', returnCents: null },
      { playerId: other, kind: 'single', legs: 1, stakeCents: 2500, sport: 'football' },
      { playerId: one, kind: 'single', stakeCents: 1000, potentialReturnCents: 2000 },
    ],
    nextCursor: null,
  })
  const [parlay] = all.items
  expect(await stakes('bets', `playerId=${other}`)).toEqual([[other, 2500]])
  const shown = publicIds(harness.deps.config, 'player').show(other)
  expect(await stakes('bets', `playerId=${shown}`)).toEqual([[other, 2500]])
  expect(await stakes('bets', `fixtureId=${second.fixtureId}`)).toEqual([[one, 1000]])
  expect(await stakes('bets', `fixtureId=${match.fixtureId}&playerId=${other}`)).toEqual([[other, 2500]])
  expect(await stakes('bets', 'fromCents=1001')).toEqual([[other, 2500]])
  expect(await stakes('bets', 'untilCents=999')).toEqual([])
  expect(await stakes('bets', 'status=won')).toEqual([])
  expect(await stakes('bets', 'sport=tennis')).toEqual([])
  expect(await stakes('bets', `id=${parlay?.betId}`)).toEqual([[one, 1000]])
  expect(await stakes('bets', `id=${parlay?.id}`)).toEqual([[one, 1000]])
  const yesterday = new Date(Date.now() - 86_400_000).toISOString()
  expect(await stakes('bets', `until=${yesterday}`)).toEqual([])
  expect(await stakes('bets', `from=${yesterday}`)).toHaveLength(3)
})

test('shows a bet with its legs and whether its receipt is valid, and audits the view', async () => {
  const [parlay] = (await list('bets')).items
  const shown = await harness.call(`GET /api/backoffice/bets/${parlay?.betId}`, { token })
  expect(shown).toMatchObject({
    http: 200,
    data: {
      id: parlay?.id,
      playerId: one,
      isReceiptRight: true,
      bet: { betId: parlay?.betId, legs: [{}, {}] },
    },
  })
  expect((await harness.call('GET /api/backoffice/bets/999999999', { token })).code).toBe('not_found')
  const audit = await harness.call(`GET /api/backoffice/audit?subject=bet:${parlay?.id}`, {
    token: harness.rootToken,
  })
  expect(audit.data).toMatchObject({ items: [{ action: 'bet.looked_at' }] })
  await list('bets', `playerId=${one}`)
  // A made-up cursor is audited too.
  await list('bets', `playerId=${other}&cursor=4102444800000000.0`)
  const views = await harness.call('GET /api/backoffice/audit?action=player.bets_looked_at', {
    token: harness.rootToken,
  })
  expect(views.data?.['items']).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ subject: `player:${one}` }),
      expect.objectContaining({ subject: `player:${other}` }),
    ]),
  )
})

test('lists and finds rounds of all players, and shows no operator a seed that is still secret', async () => {
  const all = await list('rounds')
  expect(new Set(all.items.map(({ playerId }) => playerId))).toEqual(new Set([one, other]))
  expect(await stakes('rounds', `playerId=${other}`)).toEqual([[other, 40]])
  expect(await stakes('rounds', 'fromCents=40')).toEqual([[other, 40]])
  expect(await stakes('rounds', 'game=mines')).toEqual([])
  expect(await stakes('rounds', 'status=open')).toEqual([])
  expect(await stakes('rounds', 'sharedRoundId=1')).toEqual([])
  const round = all.items.find(({ playerId }) => playerId === other)
  expect(await stakes('rounds', `id=${round?.roundId}`)).toEqual([[other, 40]])
  const shown = await harness.call(`GET /api/backoffice/rounds/${round?.id}`, { token })
  expect(shown).toMatchObject({
    http: 200,
    data: {
      playerId: other,
      round: { roundId: round?.roundId, seeds: { serverSeed: null } },
    },
  })
  const nobodys = publicIds(harness.deps.config, 'round').show(999_999_999)
  expect((await harness.call(`GET /api/backoffice/rounds/${nobodys}`, { token })).code).toBe('not_found')
})

test('a player’s bets and those on a match come page by page, each once, also of bets long ago', async () => {
  const { db } = harness.deps
  const many = 990_001
  await db`
    insert into sportsbook_bet (player_id, request_id, unit_stake_cents, folds, stake_cents, cash_cents, bonus_cents,
           potential_return_cents, accept, max_stake_cents, signature, placed_at)
    select ${many}, 'many-' || n, n, '[1]', n, n, 0, 2 * n, 'any', 1000, 'of a test', now() - interval '400 days'
      from generate_series(1, 120) n`
  await db`
    insert into sportsbook_leg (bet_id, player_id, place, fixture_id, outcome_id, is_banker, requested_price_milli,
           price_milli, price_version, exposed_stake_cents, exposed_return_cents)
    select id, player_id, 1, ${second.fixtureId}, ${second.outcomes['home'] ?? 0}, false, 2000, 2000, 1, 0, 0
      from sportsbook_bet where player_id = ${many}`
  const all = async (query: string) => {
    const found: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await list('bets', `${query}${cursor === '' ? '' : `&cursor=${cursor}`}`)
      found.push(
        ...page.items.filter(({ playerId }) => playerId === many).map(({ stakeCents }) => stakeCents),
      )
      cursor = page.nextCursor
    }
    return found
  }
  const newestFirst = Array.from({ length: 120 }, (_, at) => 120 - at)
  expect(await all(`playerId=${many}`)).toEqual(newestFirst)
  expect(await all(`fixtureId=${second.fixtureId}`)).toEqual(newestFirst)
  expect(await all(`playerId=${many}&fixtureId=${second.fixtureId}&fromCents=100`)).toEqual(
    newestFirst.slice(0, 21),
  )
  const yesterday = new Date(Date.now() - 86_400_000).toISOString()
  expect(await all(`playerId=${many}&from=${yesterday}`)).toEqual([])
  expect(await all(`playerId=${many}&until=${yesterday}`)).toEqual(newestFirst)
})

test('no list reads the whole table: every filter has an index', async () => {
  await harness.deps.db.begin(async (tx) => {
    // With few rows the planner prefers to read the whole table; without that option an index must be possible.
    await tx`set local enable_seqscan = off`
    const planned = await Promise.all([
      tx<{ plan: string }[]>`explain (format text)
        select id from sportsbook_bet where placed_at >= now() - interval '1 hour' and placed_at <= now()`,
      tx<{ plan: string }[]>`explain (format text)
        select id from games_round where created_at >= now() - interval '1 hour' and created_at <= now()`,
    ])
    const texts = planned.map((rows) => rows.map((row) => Object.values(row).join('')).join('\n'))
    expect(texts).toEqual([
      expect.stringContaining('sportsbook_bet_by_placed'),
      expect.stringContaining('games_round_by_moment'),
    ])
  })
})

test('shows games with their limits and their actual payout beside the pay table', async () => {
  await countReturns(harness.deps.db)
  const { http, data } = await harness.call('GET /api/backoffice/games', { token })
  expect(http).toBe(200)
  const games = data?.['games'] as { game: string; returns: object[] }[]
  expect(games.map(({ game }) => game)).toEqual([...gameCodes])
  expect(games.find(({ game }) => game === 'dice')).toMatchObject({
    isOpen: true,
    publishedBps: 9899,
    returns: [
      { period: 'day', rounds: 2, stakedCents: 50, state: 'usual' },
      { period: 'week', rounds: 2 },
      { period: 'all', rounds: 2 },
    ],
  })
})

test('finds rounds with a large payout, refunded ones and stuck ones, page by page', async () => {
  const { db } = harness.deps
  const abnormal = async (query: string) => {
    const { data } = await harness.call(`GET /api/backoffice/games/abnormalRounds?${query}`, { token })
    return data as { items: { id: number; status: string }[]; nextCursor: string | null }
  }
  expect(await abnormal('kind=large')).toEqual({ items: [], nextCursor: null })
  // Rounds inserted directly, because no test plays until it wins R$ 10,000.
  await db`
    insert into games_round (player_id, id, request_id, game, status, stake_cents, bonus_stake_cents, payout_cents,
                             seed_pair_id, nonce, rules_version, choice, state, multiplier_e4, cash_cents, bonus_cents,
                             balance_version, created_at, closed_at)
    select ${one}, 900000 + n, 'abnormal-' || n, case when n > 52 then 'mines' else 'dice' end,
           case n when 52 then 'refunded' when 53 then 'open' else 'won' end, 1000, 0,
           case when n < 52 then 1000000 else 0 end, (select min(id) from games_seed_pair), 0, 2,
           case when n > 52 then '{"mineCount": 3}'::jsonb else '{"direction": "over", "targetHundredths": 5050}' end,
           case when n = 53 then null else '{"resultHundredths": 1}'::jsonb end, 0, 0, 0, 0,
           now() - interval '3 days', case when n = 53 then null else now() - n * interval '1 minute' end
      from generate_series(1, 53) as n`
  const first = await abnormal('kind=large')
  expect(first.items.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, at) => 900_001 + at))
  const second = await abnormal(`kind=large&cursor=${first.nextCursor}`)
  expect(second).toMatchObject({ items: [{ id: 900_051 }], nextCursor: null })
  expect(await abnormal('kind=refunded')).toMatchObject({ items: [{ id: 900_052, status: 'refunded' }] })
  expect(await abnormal('kind=stuck')).toMatchObject({ items: [{ id: 900_053, status: 'open' }] })
})

test('a round is replayed from its seeds when it is viewed', async () => {
  const [round] = (await list('rounds', `playerId=${other}`)).items
  const shown = await harness.call(`GET /api/backoffice/rounds/${round?.id}`, { token })
  expect(shown.data).toMatchObject({ isProven: true })
  // The row was edited past the rules, so no seed reproduces it.
  const wrong = await harness.call('GET /api/backoffice/rounds/900001', { token })
  expect(wrong.data).toMatchObject({ isProven: false })
})
