import type { MarketType } from './market-type.ts'
import * as rules from './rules.ts'
import { handicap, oddEven, pair, result, sideTotal, total } from './shapes.ts'

const football = { sport: 'football', stat: 'goals' } as const
const corners = { sport: 'football', stat: 'corners' } as const
const cards = { sport: 'football', stat: 'cards' } as const

/** Every score up to three goals a side; the rest is `other`, by its result. Halves have scores up to two, and one `other`. */
const MATCH_SCORES: readonly string[] = [...scoresUpTo(3), 'other_home', 'other_draw', 'other_away']
const HALF_SCORES: readonly string[] = [...scoresUpTo(2), 'other']

function scoresUpTo(most: number): string[] {
  const counts = Array.from({ length: most + 1 }, (_, goals) => goals)
  return counts.flatMap((home) => counts.map((away) => `${home}-${away}`))
}

const SIDES = ['home', 'draw', 'away'] as const
const HALF_TIME_FULL_TIME = SIDES.flatMap((first) => SIDES.map((second) => `${first}/${second}`))

/** Football: 90 minutes and stoppage time unless the name says otherwise. Corners and cards by the same algebra. */
export const FOOTBALL_MARKETS: readonly MarketType[] = [
  result({ ...football, name: '1x2', periods: { full: 1, half1: 60, half2: 83 } }),
  {
    ...football,
    id: 'football.double_chance',
    periods: { full: 10, half1: 63, half2: undefined },
    outcomes: ['home_draw', 'home_away', 'draw_away'],
    uofOutcomes: ['9', '10', '11'],
    rule: rules.doubleChance,
  },
  pair({ ...football, name: 'draw_no_bet', periods: { full: 11, half1: 64, half2: undefined } }),
  handicap(
    { ...football, name: 'asian_handicap', periods: { full: 16, half1: 66, half2: undefined } },
    'quarter',
  ),
  {
    ...football,
    id: 'football.european_handicap',
    periods: { full: 14, half1: undefined, half2: undefined },
    line: 'whole',
    outcomes: SIDES,
    uofOutcomes: ['1711', '1712', '1713'],
    rule: rules.handicapThreeWay,
  },
  total({ ...football, name: 'total', periods: { full: 18, half1: 68, half2: 90 } }, 'quarter'),
  sideTotal(
    {
      ...football,
      name: 'team_total',
      periods: { full: 19, half1: undefined, half2: undefined },
      awayPeriods: { full: 20 },
    },
    'quarter',
  ),
  {
    ...football,
    id: 'football.both_score',
    periods: { full: 29, half1: undefined, half2: undefined },
    outcomes: ['yes', 'no'],
    uofOutcomes: ['74', '76'],
    rule: rules.bothScore,
  },
  {
    ...football,
    id: 'football.exact_goals',
    periods: { full: 21, half1: undefined, half2: undefined },
    outcomes: ['0', '1', '2', '3', '4', '5', '6+'],
    rule: rules.exactTotal,
  },
  {
    ...football,
    id: 'football.correct_score',
    periods: { full: undefined },
    outcomes: MATCH_SCORES,
    rule: rules.correctScore,
  },
  {
    ...football,
    id: 'football.half_correct_score',
    periods: { half1: undefined, half2: undefined },
    outcomes: HALF_SCORES,
    rule: rules.correctScore,
  },
  {
    ...football,
    id: 'football.half_time_full_time',
    periods: { full: 47 },
    outcomes: HALF_TIME_FULL_TIME,
    uofOutcomes: ['418', '420', '422', '424', '426', '428', '430', '432', '434'],
    rule: rules.halfTimeFullTime,
  },
  oddEven({ ...football, name: 'odd_even', periods: { full: 26, half1: undefined, half2: undefined } }),
  {
    ...football,
    id: 'football.highest_half',
    periods: { full: 52 },
    outcomes: ['half1', 'equal', 'half2'],
    rule: rules.highestHalf,
  },
  {
    ...football,
    id: 'football.to_qualify',
    periods: { all: 406 },
    outcomes: ['home', 'away'],
    rule: rules.qualifies,
  },
  result({ ...corners, name: 'corners_1x2', periods: { full: 162, half1: undefined, half2: undefined } }),
  handicap({ ...corners, name: 'corners_handicap', periods: { full: 165, half1: undefined } }, 'quarter'),
  total(
    { ...corners, name: 'corners_total', periods: { full: 166, half1: 177, half2: undefined } },
    'quarter',
  ),
  sideTotal(
    { ...corners, name: 'corners_team_total', periods: { full: undefined, half1: undefined } },
    'quarter',
  ),
  oddEven({ ...corners, name: 'corners_odd_even', periods: { full: undefined } }),
  result({ ...cards, name: 'cards_1x2', periods: { full: undefined, half1: undefined } }),
  handicap({ ...cards, name: 'cards_handicap', periods: { full: undefined, half1: undefined } }, 'quarter'),
  total(
    { ...cards, name: 'cards_total', periods: { full: 139, half1: undefined, half2: undefined } },
    'quarter',
  ),
  sideTotal(
    { ...cards, name: 'cards_team_total', periods: { full: undefined, half1: undefined } },
    'quarter',
  ),
]
