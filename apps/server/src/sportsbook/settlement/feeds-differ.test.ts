import { VOID } from '@palpite/odds'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { present } from '../../platform/errors.ts'
import type { FeedMessage } from '../updates/messages.ts'
import { findBuilder } from '../betting/builders.ts'
import { addPricedMatch, type Harness, openHarness, parlayFor, requestFor } from '../testing/harness.ts'
import { sportsbookSettings } from '../settings.ts'
import { sampleFixture } from '../testing/sport-samples.ts'
import {
  awayWon,
  confirmed,
  ended,
  type Feed,
  FEEDS,
  homeWon,
  openTwoFeeds,
  result,
  type Reported,
} from '../testing/two-feeds.ts'
import { readWaitingMarkets } from './read-waiting.ts'

let harness: Harness
let two: Awaited<ReturnType<typeof openTwoFeeds>>
beforeAll(async () => {
  harness = await openHarness()
  two = await openTwoFeeds(harness)
})
afterAll(() => harness.close())

const addEvent: typeof two.addEvent = (...given) => two.addEvent(...given)
const addReported: typeof two.addReported = (...given) => two.addReported(...given)
const backer: typeof two.backer = (...given) => two.backer(...given)
const settled: typeof two.settled = (...given) => two.settled(...given)
const bothSay: typeof two.bothSay = (...given) => two.bothSay(...given)
const waitingOf: typeof two.waitingOf = (...given) => two.waitingOf(...given)
const differences: typeof two.differences = (...given) => two.differences(...given)

const cancelled = (key: string): FeedMessage => ({
  kind: 'play',
  key,
  matchStatus: -10,
  clock: null,
  state: null,
})

const nothingPaid = [9000, 9000]

describe('two feeds of one event', () => {
  test('with one result both fixtures are paid', async () => {
    const { uof, odds_api: api } = await addEvent()
    const both = [await backer(uof, 'home'), await backer(api, 'home')]
    await harness.receive([ended(uof.key, 2, 1)], 'uof')
    await harness.receive([ended(api.key, 2, 1)], 'odds_api')
    expect(await settled(both)).toEqual([11_000, 11_000])
    expect(await waitingOf(uof, api)).toEqual([])
  })

  test('with two scores nobody is paid, both are shown, until one is corrected; it is one alarm', async () => {
    const { uof, odds_api: api } = await addEvent()
    const both = [await backer(uof, 'home'), await backer(api, 'home')]
    const before = await differences()
    await harness.receive([ended(uof.key, 2, 1)], 'uof')
    await harness.receive([ended(api.key, 1, 1)], 'odds_api')
    expect(await settled(both)).toEqual(nothingPaid)
    const [first, second] = await waitingOf(uof, api)
    expect(first).toMatchObject({
      fixtureId: uof.fixtureId,
      reason: 'feeds_differ',
      markets: 2,
      told: [
        { feed: 'uof', homeScore: 2, awayScore: 1, winner: 'home' },
        { feed: 'odds_api', homeScore: 1, awayScore: 1, winner: 'draw' },
      ],
    })
    expect(second).toMatchObject({ fixtureId: api.fixtureId, reason: 'feeds_differ' })
    expect(await settled(both)).toEqual(nothingPaid)
    expect(await differences()).toBe(before + 1)
    await harness.receive([ended(api.key, 2, 1)], 'odds_api')
    expect(await settled(both)).toEqual([11_000, 11_000])
    expect(await waitingOf(uof, api)).toEqual([])
    expect(await harness.verify()).toEqual([])
  })

  test('nobody is paid if one was cancelled and the other played', async () => {
    const { uof, odds_api: api } = await addEvent()
    const both = [await backer(uof, 'home'), await backer(api, 'home')]
    await harness.receive([cancelled(api.key)], 'odds_api')
    await harness.receive([ended(uof.key, 2, 1)], 'uof')
    expect(await settled(both)).toEqual(nothingPaid)
  })

  test('with swapped sides are compared by participant', async () => {
    const same = await addEvent({ isSwapped: true })
    const onWinner = [await backer(same.uof, 'home'), await backer(same.odds_api, 'away')]
    await harness.receive([ended(same.uof.key, 2, 1)], 'uof')
    await harness.receive([ended(same.odds_api.key, 1, 2)], 'odds_api')
    expect(await settled(onWinner)).toEqual([11_000, 13_000])
    const other = await addEvent({ isSwapped: true })
    const both = [await backer(other.uof, 'home'), await backer(other.odds_api, 'home')]
    await harness.receive([ended(other.uof.key, 2, 1)], 'uof')
    await harness.receive([ended(other.odds_api.key, 2, 1)], 'odds_api')
    expect(await settled(both)).toEqual(nothingPaid)
    expect(await bothSay(other.uof.outcomes.get('home')?.marketId, result('home'))).toEqual([
      'waits',
      'settled',
    ])
    expect(await settled(both)).toEqual([11_000, 9000])
  })

  test('with two confirmed results of one market nobody is paid on it; other markets are', async () => {
    const { uof, odds_api: api } = await addEvent()
    const both = [await backer(uof, 'home'), await backer(api, 'away')]
    const over = [await backer(uof, 'over'), await backer(api, 'over')]
    await harness.receive([ended(uof.key, 2, 1), confirmed(uof.key, homeWon)], 'uof')
    await harness.receive([ended(api.key, 2, 1), confirmed(api.key, awayWon)], 'odds_api')
    expect(await settled(both)).toEqual(nothingPaid)
    expect(await settled(over)).toEqual([10_900, 10_900])
    expect(await waitingOf(uof)).toMatchObject([{ reason: 'feeds_differ', markets: 1 }])
  })
})

test('bets paid before another feed differed stay paid; the other fixture waits, and so do parlays on either', async () => {
  const { uof, odds_api: api } = await addEvent()
  const third = await addEvent()
  const both = [await backer(uof, 'home'), await backer(api, 'away')]
  const parlays: { playerId: number }[] = []
  for (const [reported, code] of [
    [uof, 'home'],
    [api, 'away'],
  ] as const) {
    const playerId = await harness.newPlayer(10_000)
    const legs = [reported.outcomes.get(code)?.id, third.uof.outcomes.get('home')?.id]
    expect((await harness.sportsbook.placeBet(parlayFor(playerId, legs))).ok).toBe(true)
    parlays.push({ playerId })
  }
  const before = await differences()
  await harness.receive([ended(uof.key, 2, 1)], 'uof')
  expect(await settled(both)).toEqual([11_000, 9000])
  await harness.receive([ended(api.key, 0, 1)], 'odds_api')
  expect(await settled(both)).toEqual([11_000, 9000])
  await harness.receive([ended(third.uof.key, 1, 0)], 'uof')
  expect(await settled(parlays)).toEqual(nothingPaid)
  expect(await differences()).toBe(before + 1)
  expect(await harness.verify()).toEqual([])

  // A decision covers the event: it reverses what the first fixture paid by the wrong result.
  expect(await bothSay(api.outcomes.get('home')?.marketId, result('away'))).toEqual(['waits', 'settled'])
  expect(await settled(both)).toEqual([9000, 13_000])
  expect(await settled(parlays)).toEqual([9000, 17_000])
  expect(await harness.verify()).toEqual([])
})

test('operators see each feed’s result of a market; their decision on one covers the event, and the rest waits', async () => {
  const { uof, odds_api: api } = await addEvent()
  const both = [await backer(uof, 'home'), await backer(api, 'home')]
  const over = [await backer(uof, 'over'), await backer(api, 'over')]
  await harness.receive([ended(uof.key, 2, 1)], 'uof')
  await harness.receive([ended(api.key, 1, 1)], 'odds_api')
  expect(await settled([...both, ...over])).toEqual([...nothingPaid, ...nothingPaid])
  const { marketId } = present(uof.outcomes.get('home'), 'the home team')
  const rows = await readWaitingMarkets(harness.deps.db, { afterId: marketId - 1, max: 1 })
  const [home, draw] = [
    { code: 'home', proposed: { won: 1 }, otherwise: { won: 0 }, bets: 1 },
    { code: 'draw', proposed: { won: 0 }, otherwise: { won: 1 }, bets: 0 },
  ]
  expect(rows).toMatchObject([{ marketId, why: 'feeds_differ', outcomes: [home, draw, {}], words: [] }])
  expect(await bothSay(marketId, result('home'))).toEqual(['waits', 'settled'])
  expect(await settled(both)).toEqual([11_000, 11_000])
  expect(await settled(over)).toEqual(nothingPaid)
  expect(await waitingOf(uof, api)).toMatchObject([{ markets: 1 }, { markets: 1 }])
  expect(await harness.verify()).toEqual([])
})

test('a bet with a contested result gets no cash-out offer', async () => {
  const { uof, odds_api: api } = await addEvent()
  const third = await addEvent()
  const playerId = await harness.newPlayer(10_000)
  const legs = [uof.outcomes.get('home')?.id, third.uof.outcomes.get('home')?.id]
  const placed = await harness.sportsbook.placeBet(parlayFor(playerId, legs))
  const betId = placed.ok ? Number(placed.value.betId) : 0
  const isOffered = async () => (await harness.sportsbook.cashOuts.offers(playerId, [betId])).length > 0
  await harness.receive([ended(uof.key, 2, 1)], 'uof')
  await harness.receive([ended(api.key, 1, 1)], 'odds_api')
  await harness.sportsbook.settle()
  expect(await isOffered()).toBe(false)
})

test('a bet builder waits with its selections, however recently it was created', async () => {
  const match = await addPricedMatch(harness)
  const number = match.key.replace('match:', '')
  const participants = [{ name: `Casa ${number}` }, { name: `Fora ${number}` }]
  const startsAt = new Date(Date.now() + 3_600_000)
  const reported = { key: `uof:${match.key}`, competition: 'Copa', model: null, participants, startsAt }
  await addReported('uof', sampleFixture('football', reported))
  const playerId = await harness.newPlayer(10_000)
  const outcomeIds = ['1x2 home', 'total over 2.5'].map((name) => present(match.outcomes[name], name))
  const found = await findBuilder(harness.deps.db, sportsbookSettings, { playerId, outcomeIds })
  const outcomeId = found.ok ? found.value : undefined
  const selections = outcomeIds.toSorted((one, other) => one - other)
  const asked = requestFor(playerId, outcomeId, { accept: 'any' })
  const legs = asked.legs.map((leg) => ({ ...leg, selections }))
  expect(await harness.sportsbook.placeBet({ ...asked, legs })).toMatchObject({ ok: true })
  await harness.receive([ended(match.key, 2, 1)])
  await harness.receive([ended(reported.key, 1, 2)], 'uof')
  expect(await settled([{ playerId }])).toEqual([9000])
  await harness.receive([ended(reported.key, 2, 1)], 'uof')
  expect(await settled([{ playerId }])).not.toEqual([9000])
  expect(await harness.verify()).toEqual([])
})

test('two matches of the same sides on one day are each compared only with the nearest of another feed', async () => {
  const early = await addEvent()
  const [home, away] = ['Casa', 'Fora'].map((side) => ({ name: `${side} ${early.uof.key}` }))
  const late = async (feed: Feed, hours: number) =>
    addReported(
      feed,
      sampleFixture('football', {
        key: `${early.uof.key}:late`,
        competition: 'Copa',
        model: null,
        participants: [present(home, 'home'), present(away, 'away')],
        startsAt: new Date(Date.now() + hours * 3_600_000),
      }),
    )
  const [lateUof, lateApi] = [await late('uof', 7), await late('odds_api', 8)]
  const reported = [early.uof, early.odds_api, lateUof, lateApi]
  const backers = []
  for (const one of reported) backers.push(await backer(one, 'home'))
  await harness.receive([ended(early.uof.key, 2, 1), ended(lateUof.key, 0, 1)], 'uof')
  await harness.receive([ended(early.odds_api.key, 2, 1), ended(lateApi.key, 0, 1)], 'odds_api')
  expect(await settled(backers)).toEqual([11_000, 11_000, 9000, 9000])
  expect(await waitingOf(...reported)).toEqual([])
})

type Said = 'home' | 'away' | 'void'

const said = fc.constantFrom<Said>('home', 'away', 'void')
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ feed: fc.constantFrom<Feed>(...FEEDS), isAgain: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant('settle' as const) },
)

const messageOf: Record<Said, (key: string) => FeedMessage> = {
  home: (key) => ended(key, 2, 1),
  away: (key) => ended(key, 0, 1),
  void: cancelled,
}

test('whatever two feeds report, in any order and number, nobody is paid on contradicting results', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ uof: said, odds_api: said }),
      fc.array(step, { minLength: 1, maxLength: 8 }),
      fc.constantFrom<readonly Feed[]>(FEEDS, FEEDS.toReversed()),
      async (results, steps, last) => {
        const reported = await addEvent()
        const both = [await backer(reported.uof, 'home'), await backer(reported.odds_api, 'home')]
        const heard: Feed[] = []
        const say = async (feed: Feed) => {
          await harness.receive([messageOf[results[feed]](reported[feed].key)], feed)
          heard.push(feed)
        }
        /** The feed paid before the other reported. */
        let first: Feed | undefined
        for (const each of [...steps, ...last.map((feed) => ({ feed, isAgain: false })), 'settle' as const]) {
          if (each !== 'settle') {
            if (each.isAgain || !heard.includes(each.feed)) await say(each.feed)
            continue
          }
          if (heard.length > 0 && new Set(heard).size === 1) first ??= heard[0]
          const cash = await settled(both)
          const isContested = new Set(heard).size === 2 && results.uof !== results.odds_api
          const paid = FEEDS.map((feed) => {
            if (!heard.includes(feed) || (isContested && feed !== first)) return 9000
            return { home: 11_000, away: 9000, void: 10_000 }[results[feed]]
          })
          expect(cash).toEqual(paid)
        }
        expect(await harness.verify()).toEqual([])
        const isContested = results.uof !== results.odds_api
        expect((await waitingOf(reported.uof, reported.odds_api)).length > 0).toBe(isContested)
      },
    ),
    { numRuns: 25 },
  )
})

test('a market both refund in part is no difference', async () => {
  const { uof, odds_api: api } = await addEvent()
  const both = [await backer(uof, 'home'), await backer(api, 'home')]
  const refunded = { home: VOID, draw: VOID, away: VOID }
  await harness.receive([confirmed(uof.key, refunded)], 'uof')
  await harness.receive([confirmed(api.key, refunded)], 'odds_api')
  expect(await settled(both)).toEqual([10_000, 10_000])
})

test('if two feeds report while two servers settle, one may be paid before the other reports, never both', async () => {
  const other = await addEvent()
  const found: { backers: { playerId: number }[]; reported: Record<Feed, Reported> }[] = []
  for (let at = 0; at < 12; at += 1) {
    const reported = await addEvent()
    const backers = [await backer(reported.uof, 'home'), await backer(reported.odds_api, 'away')]
    const playerId = await harness.newPlayer(10_000)
    const legs = [reported.odds_api.outcomes.get('away')?.id, other.uof.outcomes.get('home')?.id]
    expect((await harness.sportsbook.placeBet(parlayFor(playerId, legs))).ok).toBe(true)
    found.push({ backers: [...backers, { playerId }], reported })
  }
  const settle = () => harness.sportsbook.settle()
  await harness.receive([ended(other.uof.key, 1, 0)], 'uof')
  const reports = found.flatMap(({ reported }, at) => {
    const says = [
      () => harness.receive([ended(reported.uof.key, 2, 1)], 'uof'),
      () => harness.receive([ended(reported.odds_api.key, 0, 1)], 'odds_api'),
    ]
    return at % 2 === 0 ? says : says.toReversed()
  })
  await Promise.all(reports.flatMap((say) => [say(), settle(), settle()]))
  await settle()
  for (const { backers, reported } of found) {
    const [home, away, parlay] = await Promise.all(backers.map(({ playerId }) => harness.cash(playerId)))
    const byUof = home === 11_000
    const byOther = away === 13_000 || parlay === 17_000
    expect([byUof, byOther]).not.toEqual([true, true])
    expect(await waitingOf(reported.uof, reported.odds_api)).not.toEqual([])
  }
  expect(await harness.verify()).toEqual([])
})
