import { teamTotalMarkets, type LineOffer } from '../counts/line-markets.ts'
import type { MarginShape } from '../margin/apply-margin.ts'
import { pricedPair, type PricedMarket } from '../priced-market.ts'
import { cricketChances, type CricketState } from './cricket.ts'

/** A chance this near to certainty is no market. */
const MIN_CHANCE = 0.005

/**
 * Prices of a T20 match from its state: the winner (a tie goes to a super over, even for both) and the batting side's
 * runs. In the chase the target bounds the runs, so only the winner is priced.
 */
export const cricketPrices = (
  state: CricketState,
  offer: { readonly marginBps: number; readonly shape?: MarginShape },
): readonly PricedMarket[] => {
  const lines: LineOffer = { marginBps: offer.marginBps, shape: offer.shape ?? 'power', grain: 'half' }
  const chances = cricketChances(state)
  const home = chances.home + chances.tie / 2
  const isOpen = Math.min(home, 1 - home) >= MIN_CHANCE
  const winner = isOpen
    ? [pricedPair({ type: 'cricket.winner', period: 'all' }, ['home', 'away', home], lines)]
    : []
  if (state.first.balls >= 120 || state.second.balls > 0) return winner
  const runs = chances.firstRuns
  const none = new Float64Array(1).fill(1)
  const counts = { totals: runs, totalFrom: 0, differences: none, differenceFrom: 0 }
  const batting = { home: runs, homeFrom: 0, away: runs, awayFrom: 0 }
  const totals = teamTotalMarkets(
    { type: 'cricket.team_total', period: 'full' },
    { ...counts, ...batting },
    lines,
  )
  return [...winner, ...totals.filter(({ market }) => market.side === state.battingFirst)]
}
