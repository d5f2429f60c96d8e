import type { PublicEvents } from '@palpite/contract'
import { describe, expect, test } from 'vitest'
import type { Fixture, Market } from './fixture.ts'
import { mergePrices, newerFixture } from './live-prices.ts'

type Prices = PublicEvents['prices']

const total = (marketId: string, lineQuarters: number, status: Market['status'] = 'open'): Market => ({
  marketId,
  type: 'total',
  period: 'full' as const,
  periodCode: 1,
  lineQuarters,
  side: null,
  status,
  outcomes: [
    { outcomeId: `${marketId}1`, code: 'over', name: null, priceMilli: 1900, status: 'open', result: null },
    { outcomeId: `${marketId}2`, code: 'under', name: null, priceMilli: 1950, status: 'open', result: null },
  ],
})

const fixture: Fixture = {
  fixtureId: '5',
  sport: 'football',
  competition: 'Série A',
  simulated: false,
  isOutright: false,
  title: null,
  participants: [
    { place: 1, name: 'Bahia', isWithdrawn: false },
    { place: 2, name: 'Vasco', isWithdrawn: false },
  ],
  home: 'Bahia',
  away: 'Vasco',
  startsAt: '2026-11-20T12:00:00.000Z',
  isDayOnly: false,
  matchStatus: 1,
  clock: { period: 'half1', minute: 10 },
  homeScore: 0,
  awayScore: 0,
  state: null,
  version: 4,
  marketCount: 2,
  markets: [total('10', 6), total('20', 10)],
}

const push = (fields: Partial<Prices>): Prices => ({
  fixtureId: '5',
  scope: 'whole',
  since: 4,
  version: 5,
  isStopped: false,
  matchStatus: 1,
  clock: { period: 'half1', minute: 11 },
  homeScore: 1,
  awayScore: 0,
  state: { family: 'football', score: [1, 0], halfTime: null, corners: [3, 1], cards: null },
  marketCount: 2,
  markets: [],
  ...fields,
})

const repriced: Prices['markets'][number] = {
  marketId: '20',
  status: 'open',
  outcomes: [
    ['201', 2100, 'open'],
    ['202', 1750, 'open'],
  ],
}

describe('a push about a whole match', () => {
  test('updates its prices, the score and the clock, and keeps the rest', () => {
    const { fixture: merged, hasGap } = mergePrices(fixture, push({ markets: [repriced] }))
    expect(hasGap).toBe(false)
    expect(merged).toMatchObject({
      version: 5,
      clock: { minute: 11 },
      homeScore: 1,
      state: { corners: [3, 1] },
    })
    expect(merged.markets[0]).toBe(fixture.markets[0])
    expect(merged.markets[1]?.outcomes.map(({ priceMilli }) => priceMilli)).toEqual([2100, 1750])
    expect(merged.competition).toBe('Série A')
  })

  test.each([3, 4])('of version %i is stale and changes nothing', (version) => {
    const stale = push({ since: version - 1, version, markets: [repriced] })
    expect(mergePrices(fixture, stale)).toEqual({ fixture, hasGap: false })
  })

  test('that starts after the held version shows a gap, and is not applied', () => {
    const ahead = push({ since: 6, version: 7, markets: [repriced] })
    expect(mergePrices(fixture, ahead)).toEqual({ fixture, hasGap: true })
  })

  test('that starts before the held version and ends after it is applied', () => {
    const { fixture: merged, hasGap } = mergePrices(fixture, push({ since: 2, version: 5 }))
    expect([merged.version, hasGap]).toEqual([5, false])
  })

  test('adds a new market where the server would show it', () => {
    const about = {
      type: 'total',
      period: 'full' as const,
      periodCode: 1,
      lineQuarters: 8,
      side: null,
      codes: ['over', 'under'],
    }
    const added = {
      marketId: '30',
      status: 'open' as const,
      outcomes: [
        ['301', 2000, 'open'],
        ['302', 1850, 'open'],
      ] as Prices['markets'][number]['outcomes'],
      about,
    }
    const { fixture: merged } = mergePrices(fixture, push({ markets: [added] }))
    expect(merged.markets.map(({ marketId }) => marketId)).toEqual(['10', '20', '30'])
    expect(merged.markets[2]?.outcomes[1]).toEqual({
      outcomeId: '302',
      code: 'under',
      name: null,
      priceMilli: 1850,
      status: 'open',
      result: null,
    })
    const { about: _, ...unknown } = added
    expect(mergePrices(fixture, push({ markets: [unknown] })).hasGap).toBe(true)
  })

  test('names the teams of a new market', () => {
    const about = {
      type: 'result',
      period: 'full' as const,
      periodCode: 1,
      lineQuarters: null,
      side: null,
      codes: ['home', 'draw', 'away'],
    }
    const outcomes: Prices['markets'][number]['outcomes'] = [
      ['1', 2000, 'open'],
      ['2', 3000, 'open'],
      ['3', 4000, 'open'],
    ]
    const { fixture: merged } = mergePrices(
      fixture,
      push({ markets: [{ marketId: '40', status: 'open', outcomes, about }] }),
    )
    const added = merged.markets.find(({ marketId }) => marketId === '40')
    expect(added?.outcomes.map(({ name }) => name)).toEqual(['Bahia', null, 'Vasco'])
  })

  test('closes a market with its result', () => {
    const closed: Prices['markets'][number] = {
      marketId: '10',
      status: 'settled',
      outcomes: [
        ['101', 1900, 'closed', 10],
        ['102', 1950, 'closed', 20],
      ],
    }
    const { fixture: merged } = mergePrices(fixture, push({ markets: [closed] }))
    expect(merged.markets[0]).toMatchObject({ status: 'settled' })
    expect(merged.markets[0]?.outcomes.map(({ status, result }) => [status, result])).toEqual([
      ['closed', 10],
      ['closed', 20],
    ])
  })

  test('of a stop locks every open line at once, and the next prices reopen them', () => {
    const stopped = mergePrices(fixture, push({ isStopped: true })).fixture
    expect(stopped.markets.map(({ status }) => status)).toEqual(['suspended', 'suspended'])
    expect(stopped.markets[0]?.outcomes.map(({ status }) => status)).toEqual(['suspended', 'suspended'])
    const again = mergePrices(stopped, push({ since: 5, version: 6, markets: [repriced] })).fixture
    expect(again.markets.map(({ status }) => status)).toEqual(['suspended', 'open'])
    expect(again.markets[1]?.outcomes.map(({ status }) => status)).toEqual(['open', 'open'])
  })

  test('of a stop with a line named since locks every other line', () => {
    const { fixture: merged } = mergePrices(fixture, push({ isStopped: true, markets: [repriced] }))
    expect(merged.markets.map(({ status }) => status)).toEqual(['suspended', 'open'])
  })
})

describe('a push for lists', () => {
  test('brings all main markets, so it applies to any held version', () => {
    const about = {
      type: 'total',
      period: 'full' as const,
      periodCode: 1,
      lineQuarters: 14,
      side: null,
      codes: ['over', 'under'],
    }
    const main = push({
      scope: 'main',
      since: 90,
      version: 91,
      markets: [{ ...repriced, marketId: '50', about }],
    })
    const { fixture: merged, hasGap } = mergePrices(fixture, main)
    expect(hasGap).toBe(false)
    expect(merged.version).toBe(91)
    expect(merged.markets.map(({ marketId }) => marketId)).toEqual(['50'])
  })

  test('is ignored when it is stale', () => {
    expect(mergePrices(fixture, push({ scope: 'main', version: 4 })).fixture).toBe(fixture)
  })
})

test('an answer older than the push does not revert it; one about another match counts', () => {
  const pushed = { ...fixture, version: 9 }
  expect(newerFixture(pushed, fixture)).toBe(pushed)
  expect(newerFixture(fixture, pushed)).toBe(pushed)
  const other = { ...fixture, fixtureId: '6' }
  expect(newerFixture(pushed, other)).toBe(other)
  expect(newerFixture(undefined, fixture)).toBe(fixture)
})
