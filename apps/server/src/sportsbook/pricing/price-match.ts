import {
  type Expected,
  isInPlay,
  matchStatuses,
  type Offer,
  type Pair,
  periodCode,
} from '../catalogue/index.ts'
import {
  DEFAULT_MARGINS,
  footballPrices,
  type FootballClock,
  type PricedMarket,
} from '@palpite/odds/football'
import type { SportsbookSettings } from '../settings.ts'

/** What the prices of a match depend on. */
export type MatchState = {
  expected: Expected
  matchStatus: number
  minute: number | null
  score: Pair | null
  halfTime: Pair | null
}

/** The market types on offer so far. */
const OFFERED = ['football.1x2', 'football.total']

const nil: Pair = { home: 0, away: 0 }

/**
 * The markets to offer on a match in this state, with the house's margins. Red cards are left out on purpose:
 * neither feed says which team they went to.
 */
export function priceMatch(state: MatchState, settings: SportsbookSettings): Offer[] {
  const { expected, score, halfTime } = state
  const prices = footballPrices(
    { expected, clock: clockOf(state), score: score ?? nil, ...(halfTime ? { halfTime } : {}) },
    { margins: marginsOf(state, settings), shape: settings.marginShape, markets: OFFERED },
  )
  const kept = [
    ...prices.filter(({ market }) => market.lineQuarters === undefined),
    ...mostEven(prices, 'full', settings.maxLines.match),
    ...mostEven(prices, 'half1', settings.maxLines.half),
  ]
  return kept.flatMap(offerOf)
}

function marginsOf({ matchStatus }: MatchState, { marginsBps }: SportsbookSettings) {
  const extra = isInPlay(matchStatus) ? marginsBps.inPlayExtra : 0
  return {
    ...DEFAULT_MARGINS,
    matchResult: marginsBps.matchResult + extra,
    totals: marginsBps.totals + extra,
  }
}

function clockOf({ matchStatus, minute }: MatchState): FootballClock {
  if (matchStatus === matchStatuses.notOpen) return { phase: 'before', minute: 0 }
  if (matchStatus === matchStatuses.midfield) return { phase: 'break', minute: 45 }
  // The minute shown is the one being played: so many minutes less one are over.
  const played = Math.max(0, (minute ?? 1) - 1)
  return { phase: matchStatus === matchStatuses.firstHalf ? 'half1' : 'half2', minute: played }
}

/** The lines whose outcomes are closest to even chances. */
function mostEven(markets: readonly PricedMarket[], period: string, max: number): PricedMarket[] {
  const unevenness = ({ outcomes }: PricedMarket) => Math.abs((outcomes[0]?.chance ?? 0) - 0.5)
  return markets
    .filter(({ market }) => market.lineQuarters !== undefined && market.period === period)
    .toSorted((one, other) => unevenness(one) - unevenness(other))
    .slice(0, max)
}

/**
 * Nothing for a period that the specification has no code for, nor for a market that is decided in
 * all but name: an outcome has no price above 1.00 left.
 */
function offerOf({ market, outcomes }: PricedMarket): Offer[] {
  const period = periodCode(market.period)
  const priced = outcomes.flatMap(({ outcome, priceMilli }) =>
    priceMilli === undefined ? [] : [{ code: outcome, priceMilli }],
  )
  if (period === undefined || priced.length < outcomes.length) return []
  return [{ type: market.type, period, lineQuarters: market.lineQuarters ?? null, outcomes: priced }]
}
