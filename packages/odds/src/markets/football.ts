import type { FeedIds, MarketType } from './market-type.ts'
import * as rules from './rules.ts'
import { handicap, oddEven, pair, result, sideTotal, total } from './shapes.ts'

const football = { sport: 'football', stat: 'goals' } as const
const corners = { sport: 'football', stat: 'corners' } as const
const cards = { sport: 'football', stat: 'cards' } as const

/** Every score up to three goals a side; the rest is `other`, by its result. Halves have scores up to two, and one `other`. */
const MATCH_SCORES: readonly string[] = [...scoresUpTo(3), 'other_home', 'other_draw', 'other_away']
const HALF_SCORES: readonly string[] = [...scoresUpTo(2), 'other']

function scoresUpTo(max: number): string[] {
  const counts = Array.from({ length: max + 1 }, (_, goals) => goals)
  return counts.flatMap((home) => counts.map((away) => `${home}-${away}`))
}

const SIDES = ['home', 'draw', 'away'] as const
const HALF_TIME_FULL_TIME = SIDES.flatMap((first) => SIDES.map((second) => `${first}/${second}`))

/** Football: 90 minutes and stoppage time unless the name says otherwise. Corners and cards use the same rules. */
export const FOOTBALL_MARKETS: readonly MarketType[] = [
  result({ ...football, name: '1x2', periods: { full: 1, half1: 60, half2: 83 } }),
  {
    ...football,
    id: 'football.double_chance',
    periods: { full: 10, half1: 63, half2: 85 },
    outcomes: ['home_draw', 'home_away', 'draw_away'],
    uofOutcomes: ['9', '10', '11'],
    rule: rules.doubleChance,
  },
  pair({ ...football, name: 'draw_no_bet', periods: { full: 11, half1: 64, half2: 86 } }),
  handicap({ ...football, name: 'asian_handicap', periods: { full: 16, half1: 66, half2: 88 } }, 'quarter'),
  {
    ...football,
    id: 'football.european_handicap',
    periods: { full: 14, half1: 65, half2: 87 },
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
      periods: { full: 19, half1: 69, half2: 91 },
      awayPeriods: { full: 20, half1: 70, half2: 92 },
    },
    'quarter',
  ),
  {
    ...football,
    id: 'football.both_score',
    periods: { full: 29, half1: 75, half2: 95 },
    outcomes: ['yes', 'no'],
    uofOutcomes: ['74', '76'],
    rule: rules.bothScore,
  },
  {
    ...football,
    id: 'football.exact_goals',
    // The feed groups half goals differently (0, 1, 2, 3+), so its ids are not these markets.
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
  oddEven({ ...football, name: 'odd_even', periods: { full: 26, half1: 74, half2: 94 } }),
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
  ...countMarkets(corners, {
    result: { full: 162 },
    handicap: { full: 165, half1: 176 },
    total: { full: 166, half1: 177 },
    home: { half1: 178 },
    away: { half1: 179 },
  }),
  ...countMarkets(cards, { result: { full: 136 }, handicap: {}, total: { full: 139 }, home: {}, away: {} }),
]

/** The feed's ids for markets on other counts, as far as known. */
type CountIds = Readonly<Record<'result' | 'handicap' | 'total' | 'home' | 'away', FeedIds>>

/** The same five markets on another count, for match and halves. */
function countMarkets(
  count: { readonly sport: 'football'; readonly stat: 'corners' | 'cards' },
  ids: CountIds,
): readonly MarketType[] {
  const named = (name: string, known: FeedIds) => ({
    ...count,
    name: `${count.stat}_${name}`,
    periods: { full: undefined, half1: undefined, half2: undefined, ...known },
  })
  return [
    result(named('1x2', ids.result)),
    handicap(named('handicap', ids.handicap), 'quarter'),
    total(named('total', ids.total), 'quarter'),
    sideTotal({ ...named('team_total', ids.home), awayPeriods: ids.away }, 'quarter'),
    oddEven(named('odd_even', {})),
  ]
}
