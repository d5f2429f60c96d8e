import { afterAll, beforeAll, expect, test } from 'vitest'
import { sportsbookSettings } from '../../settings.ts'
import { openHarness, type Harness } from '../../testing/harness.ts'
import { codeOf, requestFor } from '../../testing/requests.ts'
import { openIntake } from '../intake/open-intake.ts'
import { keepHealth } from '../producers/keep-health.ts'
import { readOddsApiIncoming } from './read-incoming.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

/** A game in a day, at the same price with two bookmakers. */
const poll = (home: number) => {
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
  return JSON.stringify([
    {
      id: '88ec7352b864871886a86b3bcb559179',
      sport_key: 'soccer_brazil_campeonato',
      sport_title: 'Série A',
      commence_time: new Date(Date.now() + 86_400_000).toISOString(),
      home_team: 'Bahia',
      away_team: 'Santos',
      bookmakers: [book('a'), book('b')],
    },
  ])
}

test('a poll prices its games with the margin of the house, and a price not polled again in time is locked', async () => {
  const intake = openIntake(harness.deps, { feed: 'odds_api', share: 1 })
  const hear = async (home: number) => {
    await intake.receive(readOddsApiIncoming(poll(home), sportsbookSettings))
    await intake.drained()
  }
  const outcomes = () => harness.deps.db<{ id: number; code: string; price: number }[]>`
    select outcome.id, outcome_code as code, price_milli as price
      from sportsbook_outcome outcome
      join sportsbook_market market on market.id = outcome.market_id
     where market.type = 'football.1x2' order by outcome.id`
  await hear(2)
  const before = await outcomes()
  const margin = before.reduce((sum, { price }) => sum + 1000 / price, 0)
  expect(margin).toBeGreaterThanOrEqual(1.06 - 1e-9)
  await hear(1.8)
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
  await hear(1.9)
  expect(await place()).toBe('placed')
})
