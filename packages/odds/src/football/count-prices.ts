import { handicapMarkets, resultMarket, teamTotalMarkets, totalMarkets } from '../counts/line-markets.ts'
import { oddChance } from '../counts/shares.ts'
import type { MarginShape } from '../margin/apply-margin.ts'
import type { MarketRef } from '../markets/market-type.ts'
import { pricedPair, type PricedMarket } from '../priced-market.ts'
import type { FootballMargins } from './margins.ts'
import { gridCounts, type ScoreGrid } from './score-grid.ts'

type Offer = {
  readonly margins: Pick<FootballMargins, 'matchResult' | 'totals'>
  readonly shape: MarginShape
  readonly stat: 'corners' | 'cards'
}

/** Corners or cards of the whole match from their grid. */
export const countMarkets = (grid: ScoreGrid, { margins, shape, stat }: Offer): PricedMarket[] => {
  const counts = gridCounts(grid)
  const at = (name: string): MarketRef => ({ type: `football.${stat}_${name}`, period: 'full' })
  const lines = { marginBps: margins.totals, shape, grain: 'quarter' } as const
  const odd =
    stat === 'corners' ? [pricedPair(at('odd_even'), ['odd', 'even', oddChance(counts)], lines)] : []
  return [
    resultMarket(at('1x2'), counts, { marginBps: margins.matchResult, shape }),
    ...totalMarkets(at('total'), counts, lines),
    ...handicapMarkets(at('handicap'), counts, lines),
    ...teamTotalMarkets(at('team_total'), counts, lines),
    ...odd,
  ]
}
