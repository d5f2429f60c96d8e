import { VOID } from '@palpite/odds'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { present } from '../../platform/errors.ts'
import type { FeedMessage } from '../updates/messages.ts'
import { type Harness, openHarness } from '../testing/harness.ts'
import { openMarketPreview } from './settle-market.ts'
import { readFixtureMarkets } from './read-waiting.ts'
import { confirmed, ended, type Feed, FEEDS, openTwoFeeds, result } from '../testing/two-feeds.ts'

let harness: Harness
let two: Awaited<ReturnType<typeof openTwoFeeds>>
beforeAll(async () => {
  harness = await openHarness()
  two = await openTwoFeeds(harness)
})
afterAll(() => harness.close())

const addEvent: typeof two.addEvent = (...given) => two.addEvent(...given)
const backer: typeof two.backer = (...given) => two.backer(...given)
const settled: typeof two.settled = (...given) => two.settled(...given)
const bothSay: typeof two.bothSay = (...given) => two.bothSay(...given)
const waitingOf: typeof two.waitingOf = (...given) => two.waitingOf(...given)
const differences: typeof two.differences = (...given) => two.differences(...given)

const nothingPaid = [9000, 9000]

describe('windows whose bets are void', () => {
  const RESULT_MARKET = { type: 'football.1x2', period: 'full', lineQuarters: null, side: null } as const
  /** All bets before now, or, without an end, all. */
  const voided = (key: string, until: Date | null, reason = 'feed 5'): FeedMessage => ({
    kind: 'bet_cancel',
    key,
    markets: [RESULT_MARKET],
    from: null,
    until,
    reason,
  })
  const stands = (key: string, until: Date | null): FeedMessage => ({
    kind: 'rollback_cancel',
    key,
    markets: [RESULT_MARKET],
    from: null,
    until,
  })
  /** The current time by the clock bets are placed by. */
  const now = async () => {
    const [row] = await harness.deps.db<{ at: Date }[]>`select clock_timestamp() as at`
    return new Date(present(row, 'the time').at.getTime() + 1)
  }

  test('of one feed alone hold the bets placed in them, on both fixtures, and no others', async () => {
    const { uof, odds_api: api } = await addEvent()
    const inside = [await backer(uof, 'home'), await backer(api, 'home')]
    const until = await now()
    await harness.deps.db`select pg_sleep(0.01)`
    const after = [await backer(uof, 'home'), await backer(api, 'home')]
    const before = await differences()
    await harness.receive([voided(uof.key, until), ended(uof.key, 2, 1)], 'uof')
    await harness.receive([ended(api.key, 2, 1)], 'odds_api')
    expect(await settled([...inside, ...after])).toEqual([...nothingPaid, 11_000, 11_000])
    expect(await differences()).toBe(before + 1)
    const window = { type: 'football.1x2', feed: 'uof', from: null, until, bets: 1, stakeCents: 1000 }
    expect(await waitingOf(uof, api)).toMatchObject([
      { reason: 'feeds_differ', title: `Casa ${uof.key} x Fora ${uof.key}`, windows: [window] },
      { reason: 'feeds_differ', windows: [window] },
    ])
    for (const reported of [uof, api]) {
      const markets = await readFixtureMarkets(harness.deps.db, reported.fixtureId)
      expect(markets.find(({ type }) => type === 'football.1x2')).toMatchObject({
        why: 'feeds_differ',
        holdsAll: false,
        windows: [{ feed: 'uof', from: null, until: expect.any(String) as string }],
        outcomes: [{ proposed: { won: 1 }, otherwise: { won: 1 } }, {}, {}],
      })
      // Agreed results wait for nobody: the current result is the starting point of a correction.
      expect(markets.find(({ type }) => type === 'football.total')).toMatchObject({
        why: null,
        windows: [],
        outcomes: [{ proposed: { won: 1 } }, { proposed: { won: 0 } }],
      })
    }
    await harness.receive([voided(api.key, until)], 'odds_api')
    expect(await settled([...inside, ...after])).toEqual([10_000, 10_000, 11_000, 11_000])
    expect(await waitingOf(uof, api)).toEqual([])
    expect(await harness.verify()).toEqual([])
  })

  test('that overlap hold what they do not share', async () => {
    const { uof, odds_api: api } = await addEvent()
    const both = async () => [await backer(uof, 'home'), await backer(api, 'home')]
    const ends: Date[] = []
    const backers = await both()
    for (let at = 0; at < 2; at += 1) {
      ends.push(await now())
      await harness.deps.db`select pg_sleep(0.01)`
      backers.push(...(await both()))
    }
    const [early, late] = [present(ends[0], 'the first end'), present(ends[1], 'the second end')]
    await harness.receive([voided(uof.key, late), ended(uof.key, 2, 1)], 'uof')
    await harness.receive([voided(api.key, early), ended(api.key, 2, 1)], 'odds_api')
    expect(await settled(backers)).toEqual([10_000, 10_000, ...nothingPaid, 11_000, 11_000])
  })

  test('that are rolled back pay both by the result', async () => {
    const { uof, odds_api: api } = await addEvent()
    const both = [await backer(uof, 'home'), await backer(api, 'home')]
    await harness.receive([voided(uof.key, null), ended(uof.key, 2, 1)], 'uof')
    await harness.receive([ended(api.key, 2, 1)], 'odds_api')
    expect(await settled(both)).toEqual(nothingPaid)
    await harness.receive([stands(uof.key, null)], 'uof')
    expect(await settled(both)).toEqual([11_000, 11_000])
  })

  test('for wrong prices concern only their own feed', async () => {
    const { uof, odds_api: api } = await addEvent()
    const both = [await backer(uof, 'home'), await backer(api, 'home')]
    await harness.receive([voided(uof.key, null, 'feed 12'), ended(uof.key, 2, 1)], 'uof')
    await harness.receive([ended(api.key, 2, 1)], 'odds_api')
    expect(await settled(both)).toEqual([10_000, 11_000])
  })

  test('for wrong prices reported again about the event are compared with the other feed', async () => {
    const { uof, odds_api: api } = await addEvent()
    const both = [await backer(uof, 'home'), await backer(api, 'home')]
    await harness.receive([voided(uof.key, null, 'feed 12')], 'uof')
    await harness.receive([voided(uof.key, null), ended(uof.key, 2, 1)], 'uof')
    await harness.receive([ended(api.key, 2, 1)], 'odds_api')
    expect(await settled(both)).toEqual(nothingPaid)
    await harness.receive([stands(uof.key, null)], 'uof')
    expect(await settled(both)).toEqual([11_000, 11_000])
  })

  test('are no difference if the other feed refunds every stake', async () => {
    const { uof, odds_api: api } = await addEvent()
    const both = [await backer(uof, 'home'), await backer(api, 'home')]
    await harness.receive([voided(uof.key, null)], 'uof')
    await harness.receive([confirmed(api.key, { home: VOID, draw: VOID, away: VOID })], 'odds_api')
    expect(await settled(both)).toEqual([10_000, 10_000])
  })

  test('wait for two operators: their result pays the other fixture, and the window’s stakes are refunded', async () => {
    const { uof, odds_api: api } = await addEvent()
    const both = [await backer(uof, 'home'), await backer(api, 'home')]
    await harness.receive([voided(uof.key, null), ended(uof.key, 2, 1)], 'uof')
    await harness.receive([ended(api.key, 2, 1)], 'odds_api')
    expect(await settled(both)).toEqual(nothingPaid)
    const marketId = present(api.outcomes.get('home'), 'the home team').marketId
    // The preview covers both fixtures, and includes the refund by one feed whatever the result.
    const preview = await openMarketPreview(harness.deps)({ marketId, results: result('home') })
    expect(preview.ok && preview.value).toMatchObject({
      bets: 2,
      changed: 2,
      paidCents: 3000,
      takenBackCents: 0,
      items: [{ returnCents: 2000 }, { returnCents: 1000 }],
    })
    expect(await bothSay(marketId, result('home'))).toEqual(['waits', 'settled'])
    expect(await settled(both)).toEqual([10_000, 11_000])
    expect(await waitingOf(uof, api)).toEqual([])
    expect(await harness.verify()).toEqual([])
  })

  const word = fc.record({
    feed: fc.constantFrom<Feed>(...FEEDS),
    says: fc.constantFrom('void' as const, 'stands' as const, 'result' as const),
  })

  test('whatever two feeds report about a window, in any order, none of its bets is paid or refunded while they contradict each other', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(word, fc.constant('settle' as const)), { minLength: 2, maxLength: 9 }),
        async (steps) => {
          const reported = await addEvent()
          const inside = [await backer(reported.uof, 'home'), await backer(reported.odds_api, 'home')]
          const until = await now()
          await harness.deps.db`select pg_sleep(0.01)`
          const after = [await backer(reported.uof, 'home'), await backer(reported.odds_api, 'home')]
          const isVoid = { uof: false, odds_api: false }
          const isResolved = { uof: false, odds_api: false }
          const last = { uof: 9000, odds_api: 9000 }
          for (const each of [...steps, 'settle' as const]) {
            if (each !== 'settle') {
              const { key } = reported[each.feed]
              const messages = {
                void: voided(key, until),
                stands: stands(key, until),
                result: ended(key, 2, 1),
              }
              await harness.receive([messages[each.says]], each.feed)
              if (each.says === 'result') isResolved[each.feed] = true
              else isVoid[each.feed] = each.says === 'void'
              continue
            }
            const differs =
              (isVoid.uof && !isVoid.odds_api && isResolved.odds_api) ||
              (isVoid.odds_api && !isVoid.uof && isResolved.uof)
            for (const feed of FEEDS) {
              const stakeBack = isVoid[feed] ? 10_000 : 9000
              if (!differs) last[feed] = isResolved[feed] && !isVoid[feed] ? 11_000 : stakeBack
            }
            const paid = FEEDS.map((feed) => (isResolved[feed] ? 11_000 : 9000))
            expect(await settled([...inside, ...after])).toEqual([last.uof, last.odds_api, ...paid])
          }
          expect(await harness.verify()).toEqual([])
        },
      ),
      { numRuns: 25 },
    )
  })
})
