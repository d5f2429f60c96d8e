import { MARKET_TYPES, type Period, SPORTS } from '@palpite/odds'
import { expect, test } from 'vitest'
import { groupsOf, topicsOf } from './topics.ts'

const groupsOfSport = (sport: string) =>
  MARKET_TYPES.filter((type) => type.sport === sport).flatMap(({ id, periods }) =>
    (Object.keys(periods) as Period[]).map((period) => ({ type: id, period })),
  )

test.each(SPORTS.filter((sport) => sport !== 'racing'))(
  'every market of %s stands under one tab',
  (sport) => {
    const groups = groupsOfSport(sport)
    const tabs = topicsOf(groups).filter((topic) => topic !== 'all')
    expect(tabs.flatMap((topic) => groupsOf(groups, topic))).toHaveLength(groups.length)
  },
)

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

test('one topic alone has no tab beside it', () => {
  expect(topicsOf([{ type: 'racing.win', period: 'full' }])).toEqual(['main'])
})
