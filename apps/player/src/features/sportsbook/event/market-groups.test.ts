import { describe, expect, test } from 'vitest'
import type { Market } from '../../../shared/fixture.ts'
import {
  mainLineFirst,
  type MarketGroup,
  marketGroups,
  type Offered,
  openIdsOf,
  splitEnded,
} from './market-groups.ts'

type Given = Partial<Pick<Market, 'lineQuarters' | 'status' | 'period' | 'type'>>

const market = (given: Given): Market => ({
  marketId: JSON.stringify(given),
  type: 'football.total',
  period: 'full',
  periodCode: 1,
  lineQuarters: null,
  side: null,
  status: 'open',
  outcomes: [],
  ...given,
})

const linesOf = (markets: readonly Market[]) => markets.map(({ lineQuarters }) => lineQuarters)

describe('the markets of a match', () => {
  test('are grouped by type and period, the whole match before its halves', () => {
    const groups = marketGroups([
      market({ period: 'half1' }),
      market({ type: 'football.1x2' }),
      market({ lineQuarters: 10 }),
      market({ lineQuarters: 6 }),
    ])
    expect(groups.map(({ key }) => key)).toEqual([
      'football.1x2:full',
      'football.total:full',
      'football.total:half1',
    ])
    expect(linesOf(groups[1]?.markets ?? [])).toEqual([6, 10])
  })

  test('hide a line that left the offer while others are open', () => {
    const groups = marketGroups([
      market({ lineQuarters: 6, status: 'suspended' }),
      market({ lineQuarters: 10 }),
    ])
    expect(linesOf(groups[0]?.markets ?? [])).toEqual([10])
  })

  test('all stay, locked, while all are suspended', () => {
    const groups = marketGroups([
      market({ lineQuarters: 6, status: 'suspended' }),
      market({ lineQuarters: 10, status: 'suspended' }),
    ])
    expect(linesOf(groups[0]?.markets ?? [])).toEqual([6, 10])
  })

  test('keep the last offered ones, locked, while a goal suspends all, though it decides one', () => {
    const open = [market({ lineQuarters: 6 }), market({ lineQuarters: 10 })]
    const stopped = [
      ...open.map((each) => ({ ...each, status: 'suspended' as const })),
      market({ lineQuarters: 2, status: 'settled' }),
      market({ lineQuarters: 14, status: 'suspended' }),
    ]
    const ids = new Set(openIdsOf(open))
    const offered = { last: ids, ever: ids }
    expect(linesOf(marketGroups(stopped, offered)[0]?.markets ?? [])).toEqual([6, 10])
  })
})

describe('closed markets', () => {
  const ended = (markets: readonly Market[], offered?: Offered) =>
    marketGroups(markets, offered)
      .filter(({ isEnded }) => isEnded)
      .map(({ type }) => type)
  const settled = market({ type: 'football.both_score', status: 'settled' })
  const locked = market({ type: 'football.half_time_full_time', status: 'suspended' })

  test('include settled cards, and locked ones while others are open', () => {
    expect(ended([market({}), settled, locked])).toEqual([locked.type, settled.type].toSorted())
  })

  test('exclude one that was open on this page and is briefly locked', () => {
    const ever = new Set([locked.marketId])
    expect(ended([market({}), locked], { last: new Set(), ever })).toEqual([])
  })

  test('are separated only when betting resumes: a goal that suspends everything moves nothing', () => {
    const stopped = market({ status: 'suspended' })
    const last = new Set([stopped.marketId, settled.marketId])
    expect(ended([stopped, settled], { last, ever: last })).toEqual([])
    expect(ended([{ ...stopped, status: 'settled' }, settled])).toEqual(['football.total', settled.type])
  })

  test('include exact scores already passed, separate from possible ones', () => {
    const codes = ['0-0', '1-1', '2-2', '3-3', 'home_other']
    const outcomes = codes.map((code, at) => ({
      outcomeId: code,
      code,
      name: null,
      priceMilli: 2000,
      status: at < 3 ? ('closed' as const) : ('open' as const),
      result: null,
    }))
    const [group] = marketGroups([{ ...market({ type: 'football.correct_score' }), outcomes }])
    const { shown, ended: gone } = splitEnded(group as MarketGroup)
    const codesOf = (of: MarketGroup | null) =>
      of?.markets.flatMap((each) => each.outcomes.map(({ code }) => code))
    expect(codesOf(shown)).toEqual(['3-3', 'home_other'])
    expect(codesOf(gone)).toEqual(['0-0', '1-1', '2-2'])
  })

  test('never include one of two or three outcomes: they keep their places', () => {
    const [group] = marketGroups([market({})])
    expect(splitEnded(group as MarketGroup)).toEqual({ shown: group, ended: null })
  })
})

describe('the leading line', () => {
  const line = (
    lineQuarters: number,
    prices: readonly [number, number],
    status: Market['status'] = 'open',
  ) => ({
    ...market({ lineQuarters, status }),
    outcomes: prices.map((priceMilli, at) => ({
      outcomeId: `${lineQuarters}:${at}`,
      code: at === 0 ? 'over' : 'under',
      name: null,
      priceMilli,
      status: 'open' as const,
      result: null,
    })),
  })
  const firstOf = (markets: readonly Market[]) =>
    linesOf(mainLineFirst(marketGroups(markets)[0] as MarketGroup).markets)

  test('is two and a half goals, and the nearest halves follow it', () => {
    const even = [1900, 1900] as const
    expect(firstOf([2, 7, 8, 10, 14].map((quarters) => line(quarters, even)))).toEqual([10, 14, 2, 8, 7])
    expect(firstOf([line(6, [1300, 3300]), line(10, [2100, 1700]), line(14, [1900, 1900])])).toEqual([
      10, 6, 14,
    ])
  })

  test('stays first while it is open, however prices move', () => {
    const before = [line(14, [1900, 1900]), line(18, [2400, 1500])]
    const moved = [line(14, [3100, 1300]), line(18, [1900, 1900])]
    const lead = mainLineFirst(marketGroups(before)[0] as MarketGroup).markets[0]?.marketId
    const nowFirst = (markets: readonly Market[]) =>
      mainLineFirst(marketGroups(markets)[0] as MarketGroup, lead).markets[0]?.lineQuarters
    expect(nowFirst(moved)).toBe(14)
    expect(nowFirst(moved.slice(1))).toBe(18)
    const stopped = moved.map((each) => ({ ...each, status: 'suspended' as const })).toReversed()
    expect(nowFirst(stopped)).toBe(14)
  })

  test('is the most even one if that is decided', () => {
    expect(firstOf([line(14, [1300, 3300]), line(18, [1950, 1850]), line(22, [4000, 1200])])).toEqual([
      18, 14, 22,
    ])
  })
})
