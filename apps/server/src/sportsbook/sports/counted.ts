import { oddChance } from '@palpite/odds/football'
import {
  type Counts,
  handicapMarkets,
  pricedPair,
  resultMarket,
  teamTotalMarkets,
  totalMarkets,
} from '@palpite/odds/models'
import type { Period, Sport } from '@palpite/odds'
import { FAIR, type FairMarket } from './adapter.ts'

const LINES = { ...FAIR, grain: 'half' } as const

/** A chance this near to certain is no market. */
const MIN_CHANCE = 0.005

/**
 * The markets on what both sides count in one part of a match: its result, handicaps, totals, totals of each side. Which
 * of two wins it has a name of its own in baseball.
 */
export function countedMarkets(
  sport: Sport,
  period: Period,
  counts: Counts,
  pair: 'draw_no_bet' | 'moneyline' = 'draw_no_bet',
): FairMarket[] {
  const at = (name: string) => ({ type: `${sport}.${name}`, period })
  const result = resultMarket(at('1x2'), counts, FAIR)
  const [home = 0, draw = 0, away = 0] = result.outcomes.map(({ chance }) => chance)
  const chance = home / (home + away)
  if (!(Math.min(chance, 1 - chance) >= MIN_CHANCE)) return []
  return [
    result,
    { ...pricedPair(at(pair), ['home', 'away', chance], FAIR), refunded: draw },
    ...handicapMarkets(at('handicap'), counts, LINES),
    ...totalMarkets(at('total'), counts, LINES),
    ...teamTotalMarkets(at('team_total'), counts, LINES),
    pricedPair(at('odd_even'), ['odd', 'even', oddChance(counts)], FAIR),
  ]
}
