import { MARKET_TYPES, type Period, SPORTS } from '@palpite/odds'
import { expect, test } from 'vitest'
import { groupsOf, startsFolded, topicsOf } from './topics.ts'

const groupsOfSport = (sport: string) =>
  MARKET_TYPES.filter((type) => type.sport === sport).flatMap(({ id, periods }) =>
    (Object.keys(periods) as Period[]).map((period) => ({ type: id, period, side: null })),
  )

test.each(SPORTS.filter((sport) => sport !== 'racing'))(
  'every market of %s stands under one tab, and those that most look for under the first one too',
  (sport) => {
    const groups = groupsOfSport(sport)
    const tabs = topicsOf(groups).filter((topic) => topic !== 'all')
    const [first = 'main', ...others] = tabs
    const main = groupsOf(groups, first)
    const rest = others.flatMap((topic) => groupsOf(groups, topic))
    expect(new Set(main).size).toBe(main.length)
    expect(new Set(rest).size).toBe(rest.length)
    expect(new Set([...main, ...rest]).size).toBe(groups.length)
    expect(main[0]?.type).toMatch(/\.(?:winner|1x2)$/)
  },
)

const mainOf = (sport: string) =>
  groupsOf(groupsOfSport(sport), 'main').map(({ type, period }) => `${type.split('.')[1]} ${period}`)

test('Principais of football has result, goals, both teams to score, double chance, handicap, draw no bet, and exact scores', () => {
  expect(mainOf('football').slice(0, 8)).toEqual([
    '1x2 full',
    'total full',
    'both_score full',
    'double_chance full',
    'asian_handicap full',
    'draw_no_bet full',
    'correct_score full',
    'half_time_full_time full',
  ])
})

test.each([
  { sport: 'basketball', first: ['winner all', '1x2 full', 'total all', 'handicap all', 'draw_no_bet full'] },
  {
    sport: 'tennis',
    first: [
      'winner full',
      'total full',
      'handicap full',
      'set_handicap full',
      'total_sets full',
      'correct_score full',
    ],
  },
  { sport: 'baseball', first: ['winner all', '1x2 full', 'total all', 'handicap all'] },
  { sport: 'snooker', first: ['winner full', 'total full', 'handicap full', 'correct_score full'] },
  { sport: 'boxing', first: ['winner full', '1x2 full', 'total_rounds full', 'method full'] },
])('Principais of $sport is in the same order', ({ sport, first }) => {
  expect(mainOf(sport).slice(0, first.length)).toEqual(first)
})

test('half-time/full-time starts folded under Principais only', () => {
  const group = { type: 'football.half_time_full_time' }
  expect([startsFolded(group, 'main'), startsFolded(group, 'all')]).toEqual([true, false])
  expect(startsFolded({ type: 'football.1x2' }, 'main')).toBe(false)
})

test('football has tabs of goals, halves, corners and cards; tennis of its sets', () => {
  expect(topicsOf(groupsOfSport('football'))).toEqual([
    'main',
    'totals',
    'handicap',
    'half1',
    'half2',
    'corners',
    'cards',
    'all',
  ])
  expect(topicsOf(groupsOfSport('tennis'))).toEqual(['main', 'totals', 'handicap', 'periods', 'all'])
})

test('a single topic has no second tab', () => {
  expect(topicsOf([{ type: 'racing.win', period: 'full', side: null }])).toEqual(['main'])
})
