import { existsSync, readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sportsbookSettings } from '../../sportsbook/index.ts'
import { openHarness, type Harness, codeOf, requestFor } from '../../sportsbook/testing/harness.ts'
import { openIntake } from '../intake/open-intake.ts'
import { keepHealth } from '../intake/producers.ts'
import { openOddsPoll } from './poll-odds.ts'
import { readOddsApiIncoming } from './read-games.ts'

/** Recorded messages, read in place if present. */
const RECORDED = new URL('../../../../../../shared/feeds/odds-api-v4/nba_games_live.json', import.meta.url)

let answer: { status: number; text: string; left: string }
const asked: string[] = []
/** The megabytes of an answer that names no length. */
let flood = { megabytes: 0, sent: 0 }
const account = createServer((request, response) => {
  asked.push(request.url ?? '')
  if (flood.megabytes > 0) return sendFlood(response)
  response.writeHead(answer.status, { 'x-requests-remaining': answer.left }).end(answer.text)
})

function* floodParts(): Generator<string> {
  while (flood.sent < flood.megabytes) {
    flood.sent += 1
    yield ' '.repeat(1_000_000)
  }
  yield '[]'
}

function sendFlood(response: ServerResponse): void {
  response.writeHead(200, { 'x-requests-remaining': '470' })
  pipeline(Readable.from(floodParts(), { highWaterMark: 1 }), response, () => undefined) // the reader may leave before the end
}

let harness: Harness
beforeAll(async () => {
  await new Promise<void>((resolve) => account.listen(0, '127.0.0.1', resolve))
  const { port } = account.address() as AddressInfo
  harness = await openHarness(
    {},
    {
      ODDS_API_URL: `http://127.0.0.1:${port}/`,
      ODDS_API_KEY: 'a key',
      ODDS_API_SPORTS: 'soccer_brazil_campeonato,basketball_nba',
    },
  )
})
afterAll(async () => {
  await harness.close()
  account.close()
})

/** A game tomorrow, at the same price with two bookmakers. */
const pollText = (home: number) => JSON.stringify([gameAt(home)])
const gameAt = (home: number | null, own: object = {}) => {
  const book = (key: string) => ({
    key,
    markets: [
      {
        key: 'h2h',
        last_update: new Date().toISOString(),
        outcomes: [
          { name: 'Bahia', price: home },
          { name: 'Santos', price: 4 },
          { name: 'Draw', price: 3.4 },
        ],
      },
    ],
  })
  return {
    id: '11ec7352b864871886a86b3bcb559179',
    sport_key: 'soccer_brazil_campeonato',
    sport_title: 'Série A',
    commence_time: new Date(Date.now() + 86_400_000).toISOString(),
    home_team: 'Bahia',
    away_team: 'Santos',
    bookmakers: [book('a'), book('b')],
    ...own,
  }
}

test('a poll prices its games with the house margin, and locks a price not polled again in time', async () => {
  const intake = openIntake(harness.deps, { feed: 'odds_api', share: 1 })
  const receive = async (home: number) => {
    await intake.receive(readOddsApiIncoming(pollText(home), sportsbookSettings))
    await intake.drained()
  }
  const outcomes = () => harness.deps.db<{ id: number; code: string; price: number }[]>`
    select outcome.id, outcome_code as code, price_milli as price
      from sportsbook_outcome outcome
      join sportsbook_market market on market.id = outcome.market_id
     where market.type = 'football.1x2' order by outcome.id`
  await receive(2)
  const before = await outcomes()
  const margin = before.reduce((sum, { price }) => sum + 1000 / price, 0)
  expect(margin).toBeGreaterThanOrEqual(1.06 - 1e-9)
  await receive(1.8)
  const [home] = await outcomes()
  expect(home?.price).toBeLessThan(before[0]?.price ?? 0)
  const place = async () => {
    const playerId = await harness.newPlayer(10_000)
    return codeOf(await harness.sportsbook.placeBet(requestFor(playerId, home?.id, { accept: 'any' })))
  }
  expect(await place()).toBe('placed')
  const feed = { name: 'odds_api' as const, staleSeconds: 900, recoveryWindowMinutes: 0, recover: undefined }
  await harness.deps.db`update sportsbook_feed_event set heard_at = now() - interval '901 seconds'`
  expect(await keepHealth(harness.deps, feed, 20)).toBe(1)
  expect(await place()).toBe('market_closed')
  await receive(1.9)
  expect(await place()).toBe('placed')
  // An unreadable game takes no bets, however recent its poll.
  await intake.receive(
    readOddsApiIncoming(pollText(1.9).replace('"home_team":"Bahia"', '"home_team":7'), sportsbookSettings),
  )
  await intake.drained()
  expect(await place()).toBe('market_closed')
  await receive(2.1)
  expect(await place()).toBe('placed')
})

test('an unreadable game alone is omitted from its poll; the others are priced and open', async () => {
  const intake = openIntake(harness.deps, { feed: 'odds_api', share: 1 })
  const ids = ['1', '2', '3', '4'].map((digit) => digit.repeat(32))
  const [whole, teamless, priceless, timeless] = ids
  const withoutTime = (game: ReturnType<typeof gameAt>) => ({
    ...game,
    bookmakers: game.bookmakers.map((book) => ({
      ...book,
      markets: book.markets.map((market) => ({ ...market, last_update: undefined })),
    })),
  })
  const poll = [
    gameAt(2, { id: teamless, home_team: null }),
    gameAt(null, { id: priceless }),
    withoutTime(gameAt(2, { id: timeless })),
    gameAt(2, { id: whole }),
  ]
  await intake.receive(readOddsApiIncoming(JSON.stringify(poll), sportsbookSettings))
  await intake.drained()
  const taken = await harness.deps.db<{ key: string; homeId: number }[]>`
    select fixture.feed_key as key, min(outcome.id) as "homeId"
      from sportsbook_fixture fixture
      join sportsbook_market market on market.fixture_id = fixture.id and market.type = 'football.1x2'
      join sportsbook_outcome outcome on outcome.market_id = market.id and outcome.outcome_code = 'home'
     where fixture.feed_key = any(${ids}::text[]) group by 1`
  expect(taken.map(({ key }) => key)).toEqual([whole])
  const playerId = await harness.newPlayer(10_000)
  const placed = await harness.sportsbook.placeBet(requestFor(playerId, taken[0]?.homeId, { accept: 'any' }))
  expect([codeOf(placed), await harness.cash(playerId)]).toEqual(['placed', 9000])
  const refused = await harness.deps.db<{ key: string; reason: string; detail: string }[]>`
    select feed_key as key, reason, detail from sportsbook_feed_refused
     where feed_key = any(${ids}::text[]) order by feed_key`
  expect(refused).toEqual([
    { key: teamless, reason: 'field_missing', detail: 'home_team' },
    { key: priceless, reason: 'field_missing', detail: 'bookmakers.0.markets.0.outcomes.0.price' },
    { key: timeless, reason: 'field_missing', detail: 'bookmakers.0.markets.0.last_update' },
  ])
  await intake.stop()
})

test('a game whose teams swap sides takes no bets: prices would apply to the wrong side', async () => {
  const intake = openIntake(harness.deps, { feed: 'odds_api', share: 1 })
  const id = '5'.repeat(32)
  const receive = async (own: object = {}) => {
    await intake.receive(readOddsApiIncoming(JSON.stringify([gameAt(2, { id, ...own })]), sportsbookSettings))
    await intake.drained()
  }
  const prices = () => harness.deps.db<{ id: number; price: number }[]>`
    select outcome.id, outcome.price_milli as price
      from sportsbook_outcome outcome
      join sportsbook_market market on market.id = outcome.market_id and market.type = 'football.1x2'
      join sportsbook_fixture fixture on fixture.id = market.fixture_id and fixture.feed_key = ${id}
     order by outcome.id`
  await receive()
  const before = await prices()
  const place = async () => {
    const playerId = await harness.newPlayer(10_000)
    return codeOf(await harness.sportsbook.placeBet(requestFor(playerId, before[0]?.id, { accept: 'any' })))
  }
  expect(await place()).toBe('placed')
  await receive({ home_team: 'Santos', away_team: 'Bahia' })
  expect([await place(), await prices()]).toEqual(['market_closed', before])
  await receive()
  expect(await place()).toBe('placed')
  await intake.stop()
})

describe('the account', () => {
  const due = () => harness.deps.db`update sportsbook_feed set next_poll_at = now() where name = 'odds_api'`
  const polling = async () => {
    const [row] = await harness.deps.db<{ seconds: number; left: number; failures: number }[]>`
      select extract(epoch from next_poll_at - clock_timestamp())::float8 as seconds, quota_left as left,
             poll_failures as failures
        from sportsbook_feed where name = 'odds_api'`
    return row
  }

  test('is polled sport by sport when due, by one server, and its prices are applied', async () => {
    const { poll, stop } = openOddsPoll(harness.deps, async () => sportsbookSettings)
    answer = { status: 200, text: pollText(2.2), left: '488' }
    await due()
    const polls = await Promise.all([poll(), poll()])
    expect(polls.toSorted()).toEqual([2, undefined])
    expect(asked.map((url) => new URL(url, 'http://a').pathname)).toEqual([
      '/v4/sports/soccer_brazil_campeonato/odds',
      '/v4/sports/basketball_nba/odds',
    ])
    expect(asked[0]).toContain('apiKey=a+key')
    expect(await poll()).toBeUndefined()
    expect(await polling()).toMatchObject({ left: 488, failures: 0 })
    const [home] = await harness.deps.db<{ price: number }[]>`
      select price_milli as price from sportsbook_outcome where outcome_code = 'home' order by id limit 1`
    expect(home?.price).toBeGreaterThan(1900)
    expect(await harness.deps.metrics.text()).toContain('feed_quota_left{feed="odds_api"} 488')
    await stop()
  })

  test.runIf(existsSync(RECORDED))('reads the recorded quota headers', async () => {
    const { data } = JSON.parse(readFileSync(RECORDED, 'utf8')) as { data: { bookmakers: unknown[] }[] }
    const { poll, stop } = openOddsPoll(harness.deps, async () => sportsbookSettings)
    answer = { status: 200, text: JSON.stringify(data), left: '487' }
    await due()
    expect(await poll()).toBe(2)
    const [row] = await harness.deps.db<{ fixtures: number; outcomes: number }[]>`
      select count(distinct fixture.id)::integer as fixtures, count(*)::integer as outcomes
        from sportsbook_fixture fixture
        join sportsbook_competition competition on competition.id = fixture.competition_id and competition.name = 'NBA'
        join sportsbook_market market on market.fixture_id = fixture.id
        join sportsbook_outcome outcome on outcome.market_id = market.id`
    const priced = data.filter(({ bookmakers }) => bookmakers.length > 1).length
    expect(row?.fixtures).toBe(priced)
    expect(row?.outcomes).toBeGreaterThanOrEqual(4 * priced)
    await stop()
  })

  test('that is down or refuses us is retried later and later; nothing of its answer is applied', async () => {
    const { poll, stop } = openOddsPoll(harness.deps, async () => sportsbookSettings)
    answer = { status: 503, text: pollText(9), left: '480' }
    for (const failures of [1, 2]) {
      await due()
      expect(await poll()).toBe(0)
      expect(await polling()).toMatchObject({ failures, left: 480 })
    }
    expect((await polling())?.seconds).toBeGreaterThan(100)
    answer = { status: 401, text: '{"message":"API key is not valid"}', left: '' }
    await due()
    await poll()
    expect((await polling())?.seconds).toBeGreaterThan(3000)
    answer = { status: 200, text: '{"message":"not games"}', left: '479' }
    await due()
    await poll()
    expect(await polling()).toMatchObject({ failures: 0, left: 479 })
    await stop()
  })

  test('that has no games of a sport now is polled on, and the next prices are applied', async () => {
    const { poll, stop } = openOddsPoll(harness.deps, async () => sportsbookSettings)
    const id = '6'.repeat(32)
    for (const text of ['[]', JSON.stringify([gameAt(2, { id })])]) {
      answer = { status: 200, text, left: '478' }
      await due()
      expect(await poll()).toBe(2)
    }
    const fixtures = await harness.deps.db`select id from sportsbook_fixture where feed_key = ${id}`
    expect(fixtures).toHaveLength(1)
    await stop()
  })

  test('whose answer is too long is not read to its end, though it names no length', async () => {
    const { poll, stop } = openOddsPoll(harness.deps, async () => sportsbookSettings)
    flood = { megabytes: 60, sent: 0 }
    await due()
    expect(await poll()).toBe(0)
    expect(flood.sent).toBeLessThan(60)
    expect(await polling()).toMatchObject({ failures: 1, left: 470 })
    flood = { megabytes: 7, sent: 0 }
    await due()
    expect(await poll()).toBe(2)
    expect(await polling()).toMatchObject({ failures: 0 })
    flood = { megabytes: 0, sent: 0 }
    await stop()
  })
})
