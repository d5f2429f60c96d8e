import type { MarketType } from './market-type.ts'
import * as rules from './rules.ts'
import { handicap, matchWinner, numbered, oddEven, pair, result, sideTotal, total } from './shapes.ts'
import type { Sport } from '../sports.ts'

/** Sports in quarters with overtime: match markets include it, those named `regular` do not. */
const quarterSport = (sport: Sport): readonly MarketType[] => {
  const points = { sport, stat: 'points' } as const
  const quarters = (feedId?: number) => numbered('quarter', 4, feedId)
  return [
    matchWinner({ ...points, name: 'winner', periods: { all: 219 } }),
    result({ ...points, name: '1x2', periods: { full: 1, half1: 60, half2: 83, ...quarters(235) } }),
    pair({ ...points, name: 'draw_no_bet', periods: { full: 11, half1: 64, half2: 86, ...quarters(302) } }),
    // The winner of a half or quarter in two ways; the feed's name is draw no bet.
    pair({ ...points, name: 'moneyline', periods: { half1: undefined, half2: undefined, ...quarters() } }),
    handicap(
      {
        ...points,
        name: 'handicap',
        periods: { all: 223, full: 16, half1: 66, half2: 88, ...quarters(303) },
      },
      'half',
    ),
    total(
      { ...points, name: 'total', periods: { all: 225, full: 18, half1: 68, half2: 90, ...quarters(236) } },
      'half',
    ),
    sideTotal(
      {
        ...points,
        name: 'team_total',
        periods: { all: 227, full: 19, half1: 69, half2: 91, ...quarters() },
        awayPeriods: { all: 228, full: 20, half1: 70, half2: 92 },
      },
      'half',
    ),
    oddEven({
      ...points,
      name: 'odd_even',
      periods: { all: undefined, full: 26, half1: 74, half2: 94, ...quarters() },
    }),
  ]
}

const runs = { sport: 'baseball', stat: 'runs' } as const
const innings = (feedId?: number) => numbered('inning', 9, feedId)

/** Baseball: the match markets count extra innings and need the full distance; the first five innings stand alone. */
const BASEBALL: readonly MarketType[] = [
  matchWinner({ ...runs, name: 'winner', periods: { all: 251 } }),
  result({ ...runs, name: '1x2', periods: { full: 1, first5: 274, ...innings(287) } }),
  pair({ ...runs, name: 'moneyline', periods: { first5: undefined, ...innings() } }),
  handicap({ ...runs, name: 'handicap', periods: { all: 256, first5: undefined, ...innings() } }, 'half'),
  total({ ...runs, name: 'total', periods: { all: 258, first5: 276, ...innings(288) } }, 'half'),
  sideTotal(
    { ...runs, name: 'team_total', periods: { all: undefined, first5: undefined, ...innings() } },
    'half',
  ),
  oddEven({ ...runs, name: 'odd_even', periods: { all: undefined, first5: undefined, ...innings() } }),
]

const cricketRuns = { sport: 'cricket', stat: 'runs' } as const
/** Two innings of ten. */
const MAX_WICKETS = 20
const matchAndInnings = { full: undefined, ...numbered('inning', 4) }

/** Cricket: a tie with a super over is won there; innings totals are the batting side's. */
const CRICKET: readonly MarketType[] = [
  matchWinner({ ...cricketRuns, name: 'winner', periods: { all: 340 } }),
  {
    ...cricketRuns,
    id: 'cricket.1x2',
    periods: { full: 1 },
    outcomes: ['home', 'draw', 'away'],
    uofOutcomes: ['1', '2', '3'],
    rule: rules.officialResult,
  },
  handicap({ ...cricketRuns, name: 'handicap', periods: { full: 16 } }, 'half'),
  total({ ...cricketRuns, name: 'total', periods: { full: 18, ...numbered('inning', 4, 605) } }, 'half'),
  sideTotal({ ...cricketRuns, name: 'team_total', periods: matchAndInnings }, 'half'),
  sideTotal(
    {
      sport: 'cricket',
      stat: 'wickets',
      name: 'wickets_total',
      periods: matchAndInnings,
      max: MAX_WICKETS,
    },
    'half_only',
  ),
  oddEven({ ...cricketRuns, name: 'odd_even', periods: matchAndInnings }),
]

/** Basketball, American football, baseball and cricket. */
export const TEAM_SPORT_MARKETS: readonly MarketType[] = [
  ...quarterSport('basketball'),
  ...quarterSport('american_football'),
  ...BASEBALL,
  ...CRICKET,
]
