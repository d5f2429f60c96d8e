import { describe, expect, test } from 'vitest'
import type { Market } from '../../../shared/fixture.ts'
import { marketGroups, openIdsOf } from './market-groups.ts'

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
  test('stand together by type and stretch of play, the whole match before its half', () => {
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

  test('leave out a line that went out of the offer while others are open', () => {
    const groups = marketGroups([
      market({ lineQuarters: 6, status: 'suspended' }),
      market({ lineQuarters: 10 }),
    ])
    expect(linesOf(groups[0]?.markets ?? [])).toEqual([10])
  })

  test('all stay, locked, while all of them are suspended', () => {
    const groups = marketGroups([
      market({ lineQuarters: 6, status: 'suspended' }),
      market({ lineQuarters: 10, status: 'suspended' }),
    ])
    expect(linesOf(groups[0]?.markets ?? [])).toEqual([6, 10])
  })

  test('stay those that were offered last, locked, while a goal stops them all, though one is decided by it', () => {
    const open = [market({ lineQuarters: 6 }), market({ lineQuarters: 10 })]
    const stopped = [
      ...open.map((each) => ({ ...each, status: 'suspended' as const })),
      market({ lineQuarters: 2, status: 'settled' }),
      market({ lineQuarters: 14, status: 'suspended' }),
    ]
    const offered = new Set(openIdsOf(open))
    expect(linesOf(marketGroups(stopped, offered)[0]?.markets ?? [])).toEqual([6, 10])
  })
})
