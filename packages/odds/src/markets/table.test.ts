import { describe, expect, test } from 'vitest'
import { checkMarket } from './check-market.ts'
import { marketFromFeed } from './feed-market.ts'
import type { MarketRef } from './market-type.ts'
import { resolveMarket } from './resolve.ts'
import type { MatchState, Period } from './state.ts'
import { MARKET_TYPES, marketType } from './table.ts'

const HALVES = ['full', 'half1', 'half2'] as const
const quarters = ['quarter1', 'quarter2', 'quarter3', 'quarter4'] as const
const numbered = (name: 'set' | 'frame' | 'inning', count: number): Period[] =>
  Array.from({ length: count }, (_, place): Period => `${name}${place + 1}`)

/** Required markets and their periods. */
const OFFERED: readonly (readonly [string, readonly Period[]])[] = [
  ...[
    '1x2',
    'double_chance',
    'draw_no_bet',
    'asian_handicap',
    'european_handicap',
    'total',
    'team_total',
  ].map((name) => [`football.${name}`, HALVES] as const),
  ...['both_score', 'exact_goals', 'odd_even'].map((name) => [`football.${name}`, HALVES] as const),
  ...['corners', 'cards'].flatMap((stat) =>
    ['1x2', 'handicap', 'total', 'team_total', 'odd_even'].map(
      (name) => [`football.${stat}_${name}`, HALVES] as const,
    ),
  ),
  ...['basketball', 'american_football'].flatMap((sport) => [
    ...['1x2', 'draw_no_bet', 'handicap', 'total', 'team_total', 'odd_even'].map(
      (name) => [`${sport}.${name}`, [...HALVES, ...quarters]] as const,
    ),
    [`${sport}.moneyline`, ['half1', 'half2', ...quarters]] as const,
    ...['winner', 'handicap', 'total', 'team_total', 'odd_even'].map(
      (name) => [`${sport}.${name}`, ['all']] as const,
    ),
  ]),
  ...['1x2', 'moneyline', 'handicap', 'total', 'team_total', 'odd_even'].map(
    (name) => [`baseball.${name}`, ['first5', ...numbered('inning', 9)]] as const,
  ),
  ['cricket.handicap', ['full']],
  ...['team_total', 'odd_even', 'wickets_total'].map(
    (name) => [`cricket.${name}`, ['full', ...numbered('inning', 4)]] as const,
  ),
  ...['tennis', 'volleyball', 'badminton', 'table_tennis'].map(
    (sport) => [`${sport}.team_total`, ['full', 'set1', 'set2', 'set3']] as const,
  ),
  ...['frame_winner', 'frame_handicap', 'frame_total', 'frame_odd_even'].map(
    (name) => [`snooker.${name}`, numbered('frame', 35)] as const,
  ),
]

const refOf = (id: string, period: Period): MarketRef => {
  const type = marketType(id)
  return {
    type: id,
    period,
    ...(type?.line ? { lineQuarters: type.line === 'whole' ? 4 : 6 } : {}),
    ...(type?.needsSide ? { side: 'home' as const } : {}),
  }
}

describe('the table of market types is complete', () => {
  test.each(OFFERED)('%s is offered for %j', (id, periods) => {
    for (const period of periods)
      expect([period, checkMarket(refOf(id, period))]).toEqual([period, undefined])
  })

  test("a period market is not decided by the whole match's count", () => {
    const decided = MARKET_TYPES.filter((type) => !type.isMatchWinner).flatMap((type) => {
      const whole = { home: 9, away: 9, over: true }
      const state: MatchState = {
        sport: type.sport,
        ending: 'running',
        counts: { [`${type.stat}.all`]: whole, [`${type.stat}.full`]: whole },
      }
      const periods = (Object.keys(type.periods) as Period[]).filter((one) => one !== 'all' && one !== 'full')
      return periods.filter((period) => resolveMarket(refOf(type.id, period), state).size > 0)
    })
    expect(decided).toEqual([])
  })

  test('a level quarter refunds both sides of its moneyline', () => {
    const state: MatchState = {
      sport: 'basketball',
      ending: 'running',
      winner: 'home',
      counts: { 'points.quarter2': { home: 20, away: 20, over: true } },
    }
    const market = resolveMarket({ type: 'basketball.moneyline', period: 'quarter2' }, state)
    expect([...market.values()].map(({ refunded }) => refunded)).toEqual([1, 1])
  })

  test.each([
    ['football', 85, {}, { type: 'football.double_chance', period: 'half2' }],
    [
      'football',
      88,
      { hcp: '-0.25' },
      { type: 'football.asian_handicap', period: 'half2', lineQuarters: -1 },
    ],
    [
      'football',
      92,
      { total: '0.5' },
      { type: 'football.team_total', period: 'half2', side: 'away', lineQuarters: 2 },
    ],
    ['football', 95, {}, { type: 'football.both_score', period: 'half2' }],
    ['football', 136, {}, { type: 'football.cards_1x2', period: 'full' }],
    [
      'football',
      176,
      { hcp: '1.5' },
      { type: 'football.corners_handicap', period: 'half1', lineQuarters: 6 },
    ],
    [
      'football',
      178,
      { total: '2.5' },
      { type: 'football.corners_team_total', period: 'half1', side: 'home', lineQuarters: 10 },
    ],
    ['basketball', 11, {}, { type: 'basketball.draw_no_bet', period: 'full' }],
    ['basketball', 94, {}, { type: 'basketball.odd_even', period: 'half2' }],
    ['snooker', 502, { framenr: '3' }, { type: 'snooker.frame_odd_even', period: 'frame3' }],
  ] as const)('%s %d with %j of the feed is %j', (sport, id, specifiers, expected) => {
    expect(marketFromFeed(sport, id, specifiers)).toEqual(expected)
  })
})
