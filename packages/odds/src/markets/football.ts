import type { MarketType } from './market-type.ts'
import * as rules from './rules.ts'

/** Football markets: 90 minutes and stoppage time unless the name says otherwise. */
export const FOOTBALL_MARKETS: readonly MarketType[] = [
  {
    id: 'football.1x2',
    sport: 'football',
    stat: 'goals',
    periods: { full: 1, half1: 60, half2: 83 },
    outcomes: ['home', 'draw', 'away'],
    uofOutcomes: ['1', '2', '3'],
    rule: rules.threeWay,
  },
  {
    id: 'football.total',
    sport: 'football',
    stat: 'goals',
    periods: { full: 18, half1: 68, half2: 90 },
    line: 'quarter',
    outcomes: ['over', 'under'],
    uofOutcomes: ['12', '13'],
    rule: rules.total,
  },
]
