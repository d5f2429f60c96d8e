import type { Counts } from '../counts/counts.ts'
import {
  handicapMarkets,
  resultMarket,
  teamTotalMarkets,
  totalMarkets,
  type LineOffer,
} from '../counts/line-markets.ts'
import { decidedChance, handicapShares } from '../counts/shares.ts'
import type { MarginShape } from '../margin/apply-margin.ts'
import type { Sport } from '../sports.ts'
import type { Period } from '../markets/state.ts'
import { pricedPair, type PricedMarket } from '../priced-market.ts'
import { pointsEnds, type PointsState } from './points-model.ts'
import { baseballEnds, type BaseballState } from '../innings/baseball.ts'

export type CountedOffer = { readonly marginBps: number; readonly shape?: MarginShape }

/** Basketball or American football from its state: winner, handicaps, totals and team totals, results in regular time. */
export const pointsPrices = (state: PointsState, offer: CountedOffer): readonly PricedMarket[] => {
  const { full, all } = pointsEnds(state)
  return countedPrices(state.sport, { all, ...(state.left > 0 ? { full } : {}) }, offer)
}

/** Half-innings of the regular distance. */
const REGULAR_HALVES = 18

/** Baseball from its state: the same, with extra innings counted in the match markets. */
export const baseballPrices = (state: BaseballState, offer: CountedOffer): readonly PricedMarket[] => {
  const { full, all } = baseballEnds(state)
  const open = state.halvesPlayed < REGULAR_HALVES ? { full } : {}
  return countedPrices('baseball', { all, ...open }, offer)
}

/** Regular-time markets are omitted after it (`full` absent): they are decided. */
const countedPrices = (
  sport: Sport,
  { full, all }: { readonly full?: Counts; readonly all: Counts },
  offer: CountedOffer,
): PricedMarket[] => {
  const lines: LineOffer = { marginBps: offer.marginBps, shape: offer.shape ?? 'power', grain: 'half' }
  const at = (name: string, period: Period) => ({ type: `${sport}.${name}`, period })
  const level = handicapShares(all, 0)
  const home = decidedChance(level)
  const winner = pricedPair(at('winner', 'all'), ['home', 'away', home], lines)
  const isOpen = Math.min(home, 1 - home) > 0.001
  return [
    ...(isOpen ? [{ ...winner, refunded: level.refunded }] : []),
    ...(full ? [resultMarket(at('1x2', 'full'), full, lines)] : []),
    ...handicapMarkets(at('handicap', 'all'), all, lines),
    ...totalMarkets(at('total', 'all'), all, lines),
    ...teamTotalMarkets(at('team_total', 'all'), all, lines),
  ]
}
