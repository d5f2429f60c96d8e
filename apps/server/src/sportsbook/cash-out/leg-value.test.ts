import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { present } from '../../platform/errors.ts'
import type { Offer } from '../sports/adapter.ts'
import {
  openBettors,
  addMatch,
  nextRequest,
  openHarness,
  plainOffers,
  play,
  playWith,
  type Harness,
} from '../testing/harness.ts'
import { setCashOutRule } from './watch-rules.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness({ betDelayMs: 0 })
})
afterAll(() => harness.close())

const offerFor = async (playerId: number, betId: number) =>
  (await harness.sportsbook.cashOuts.offers(playerId, [betId]))[0]

describe('a bet that can no longer be won in full', () => {
  /** R$ 100 on under two and a quarter at 2.06, two goals later in the last minute. */
  async function underWithTwoGoals() {
    const total = present(plainOffers[1], 'the total')
    const at = (over: number, under: number): Offer[] => [
      {
        ...total,
        outcomes: [
          { code: 'over', priceMilli: over },
          { code: 'under', priceMilli: under },
        ],
      },
    ]
    const match = await addMatch(harness, 3_600_000, at(1800, 2060))
    const playerId = await harness.newPlayer(10_000)
    const betId = await openBettors(harness).placed(playerId, match.outcomes['under'], {
      stakeCents: 10_000,
    })
    await harness.deps.db`update sportsbook_feed set alive_at = now()`
    await harness.receive([
      {
        ...playWith(match.key, 3, { score: [1, 1], halfTime: [1, 0] }),
        clock: { period: 'half2', minute: 92 },
      },
      { kind: 'odds', key: match.key, offers: at(12_000, 1030) },
    ])
    return { ...match, playerId, betId }
  }

  test('is cashed out for no more than its half win', async () => {
    const { playerId, betId } = await underWithTwoGoals()
    const offer = present(await offerFor(playerId, betId), 'an offer')
    // 96.2 % of R$ 153.00, less five percent.
    expect(offer).toMatchObject({ fairCents: 14_716, offerCents: 13_980 })
    const request = { playerId, requestId: nextRequest(), quoteId: offer.quoteId, unitCents: undefined }
    const answer = await harness.sportsbook.cashOuts.accept({ ...request, minShareBps: 10_000 })
    expect(answer).toMatchObject({ value: { paidCents: 13_980 } })
    expect(await harness.cash(playerId)).toBe(13_980)
    expect(await harness.verify()).toEqual([])
  })

  test('is not cashed out automatically at a trigger it cannot reach', async () => {
    const { playerId, betId, key } = await underWithTwoGoals()
    const atOnce = { betDelayMs: 0, sportBetDelaysMs: {}, marketBetDelaysMs: {} }
    await setCashOutRule(harness.deps, atOnce, { playerId, betId, kind: 'sell', levelCents: 15_301 })
    expect(await harness.sportsbook.watchRules()).toBe(0)
    await harness.receive([play(key, -1, 1, 1)])
    await harness.sportsbook.settle()
    expect(await harness.cash(playerId)).toBe(15_300)
    expect(await harness.verify()).toEqual([])
  })
})

describe('a bet that may be refunded, on a match without a model', () => {
  const offer = (type: string, line: number | null, prices: Readonly<Record<string, number>>): Offer => ({
    type: `football.${type}`,
    period: 'full',
    lineQuarters: line,
    side: null,
    outcomes: Object.entries(prices).map(([code, priceMilli]) => ({ code, priceMilli })),
  })
  const drawNoBet = offer('draw_no_bet', null, { home: 1100, away: 8000 })
  const result = offer('1x2', null, { home: 1200, draw: 6000, away: 15_000 })
  const total = offer('total', 8, { over: 1150, under: 5500 })
  const half = (line: number, over: number, under: number) => offer('total', line, { over, under })

  test.each([
    {
      what: 'its stake, if no other price implies the chance of a draw',
      market: drawNoBet,
      beside: [],
      cents: 950,
    },
    // A draw is a sixth at most: 1/6 and 5/6 × 2 × 90.0 %, less five percent.
    { what: 'more, if the result market does', market: drawNoBet, beside: [result], cents: 1583 },
    {
      what: 'its stake, if no line implies the chance of two goals',
      market: total,
      beside: [],
      cents: 950,
    },
    // Two goals have at most the chance 1/1.05 + 1/4 − 1.
    {
      what: 'more, if the lines on either side do',
      market: total,
      beside: [half(6, 1050, 9000), half(10, 1300, 4000)],
      cents: 1486,
    },
  ])('is cashed out for $what', async ({ market, beside, cents }) => {
    const [first] = market.outcomes
    const code = present(first, 'an outcome').code
    const offered = { ...market, outcomes: market.outcomes.map((one) => ({ ...one, priceMilli: 2000 })) }
    const match = await addMatch(harness, 3_600_000, [offered])
    const playerId = await harness.newPlayer(1000)
    const outcomeId = match.outcomes[market.lineQuarters === null ? code : `${code}:${market.lineQuarters}`]
    const betId = await openBettors(harness).placed(playerId, outcomeId)
    await harness.receive([{ kind: 'odds', key: match.key, offers: [market, ...beside] }])
    expect(await offerFor(playerId, betId)).toMatchObject({ offerCents: cents })
  })
})
