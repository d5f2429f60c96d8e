import { afterAll, beforeAll, expect, test } from 'vitest'
import { present } from '../platform/errors.ts'
import type { FixtureMessage } from '../sportsbook/index.ts'
import { openTestExchange } from './testing/exchange.ts'
import { plainOffers, openHarness, type Harness, codeOf, parlayFor } from '../sportsbook/testing/harness.ts'
import { sampleFixture } from '../sportsbook/testing/sport-samples.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

/** The answers to a parlay on these legs, and to a request for its maximum stake; no bet is placed. */
async function answersTo(legs: readonly (number | undefined)[]) {
  const playerId = await harness.newPlayer(5000)
  const parlay = parlayFor(playerId, legs)
  const answers = [await harness.sportsbook.placeBet(parlay), await harness.sportsbook.maxStake(parlay)]
  return { answers, cash: await harness.cash(playerId) }
}

const related = (outcomeId: number | undefined) => {
  const answer = { ok: false, refusal: { code: 'legs_related', detail: { outcomeId: String(outcomeId) } } }
  return { answers: [answer, answer], cash: 5000 }
}

test('refuses legs of one race in two markets, or of one match from two feeds, naming the leg', async () => {
  const exchange = openTestExchange(harness.deps)
  const runners = [10, 20, 30].map((id) => ({ id }))
  await exchange.receive({ id: '1.901', runners, prices: { 10: 2, 20: 3, 30: 6 } })
  await exchange.receive({
    id: '1.902',
    marketType: 'PLACE',
    numberOfWinners: 2,
    runners,
    prices: { 10: 1.5, 20: 1.8, 30: 2.5 },
  })
  await exchange.stop()
  const [win, placed] = [await exchange.outcomes('market:1.901'), await exchange.outcomes('market:1.902')]
  for (const name of ['Horse 10', 'Horse 20']) {
    const place = placed.get(name)?.id
    expect(await answersTo([win.get('Horse 10')?.id, place])).toMatchObject(related(place))
  }

  const match = sampleFixture('football', { key: 'one:match', competition: 'Copa', model: null })
  const others = {
    uof: match,
    // With another league name, an hour later, and sides swapped.
    odds_api: {
      ...match,
      competition: 'Copa do Mundo',
      startsAt: new Date(match.startsAt.getTime() + 3_600_000),
      participants: match.participants.toReversed(),
    },
  }
  const one = await homeOf('uof', others.uof)
  const other = await homeOf('odds_api', others.odds_api)
  expect(await answersTo([one, other])).toMatchObject(related(other))
})

test('the same two sides a day later are another match', async () => {
  const match = sampleFixture('football', { key: 'two:first', competition: 'Copa', model: null })
  const later = { ...match, key: 'two:second', startsAt: new Date(match.startsAt.getTime() + 24 * 3_600_000) }
  const legs = [await homeOf('uof', match), await homeOf('odds_api', later)]
  const playerId = await harness.newPlayer(5000)
  expect(codeOf(await harness.sportsbook.placeBet(parlayFor(playerId, legs)))).toBe('placed')
})

/** The home team of a match at 2.00, offered by this feed. */
async function homeOf(feed: 'uof' | 'odds_api', match: FixtureMessage): Promise<number> {
  const odds = { kind: 'odds' as const, key: match.key, offers: [...plainOffers] }
  const ids = await harness.receive([match, odds], feed)
  const [row] = await harness.deps.db<{ id: number }[]>`
    select outcome.id from sportsbook_outcome outcome join sportsbook_market market on market.id = outcome.market_id
     where market.fixture_id = ${present(ids.get(match.key), 'the match')} and outcome.outcome_code = 'home'`
  return present(row, 'the home team').id
}
