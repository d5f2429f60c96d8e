import { describe, expect, test } from 'vitest'
import { marketFromFeed, outcomeFromFeed } from './feed-market.ts'
import { MARKET_TYPES, marketType } from './table.ts'

describe('markets of a Unified Odds Feed', () => {
  test.each([
    ['football', 1, {}, { type: 'football.1x2', period: 'full' }],
    ['football', 60, {}, { type: 'football.1x2', period: 'half1' }],
    ['football', 18, { total: '2.25' }, { type: 'football.total', period: 'full', lineQuarters: 9 }],
    ['football', 16, { hcp: '-0.75' }, { type: 'football.asian_handicap', period: 'full', lineQuarters: -3 }],
    [
      'football',
      14,
      { hcp: '0:1' },
      { type: 'football.european_handicap', period: 'full', lineQuarters: -4 },
    ],
    [
      'football',
      20,
      { total: '1.5' },
      { type: 'football.team_total', period: 'full', lineQuarters: 6, side: 'away' },
    ],
    [
      'football',
      177,
      { total: '4.5' },
      { type: 'football.corners_total', period: 'half1', lineQuarters: 18 },
    ],
    [
      'basketball',
      236,
      { total: '55.5', quarternr: '3' },
      { type: 'basketball.total', period: 'quarter3', lineQuarters: 222 },
    ],
    ['tennis', 202, { setnr: '2' }, { type: 'tennis.set_winner', period: 'set2' }],
    ['badminton', 245, { gamenr: '1' }, { type: 'badminton.set_winner', period: 'set1' }],
    ['baseball', 287, { inningnr: '4' }, { type: 'baseball.1x2', period: 'inning4' }],
    ['football', 18, { total: '2.3' }, undefined],
    ['football', 18, {}, undefined],
    ['football', 16, {}, undefined],
    ['football', 16, { hcp: '' }, undefined],
    ['football', 16, { hcp: '0' }, { type: 'football.asian_handicap', period: 'full', lineQuarters: 0 }],
    ['football', 99_999, {}, undefined],
    ['tennis', 202, { setnr: '9' }, undefined],
    ['tennis', 202, {}, undefined],
  ] as const)('%s %d with %j is %j', (sport, id, specifiers, expected) => {
    expect(marketFromFeed(sport, id, specifiers)).toStrictEqual(expected)
  })

  test('no feed id of a sport means two markets', () => {
    const named = MARKET_TYPES.flatMap(({ id, sport, periods, awayPeriods = {} }) => [
      ...Object.values(periods).map((feedId) => ({ key: `${sport} ${feedId}`, feedId, means: `${id} home` })),
      ...Object.values(awayPeriods).map((feedId) => ({
        key: `${sport} ${feedId}`,
        feedId,
        means: `${id} away`,
      })),
    ]).filter(({ feedId }) => feedId !== undefined)
    const owners = new Map<string, Set<string>>()
    for (const { key, means } of named) owners.set(key, (owners.get(key) ?? new Set()).add(means))
    expect([...owners].filter(([, all]) => all.size > 1)).toEqual([])
    expect(owners.size).toBeGreaterThan(60)
  })

  test('feed outcome ids map to our outcomes', () => {
    const total = marketType('football.total')
    const result = marketType('football.1x2')
    expect(total && ['12', '13', '99'].map((id) => outcomeFromFeed(total, id))).toEqual([
      'over',
      'under',
      undefined,
    ])
    expect(result && outcomeFromFeed(result, '2')).toBe('draw')
    const scores = marketType('football.correct_score')
    expect(scores && outcomeFromFeed(scores, '1')).toBeUndefined()
  })
})
