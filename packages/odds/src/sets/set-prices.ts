import type { Counts } from '../counts/counts.ts'
import { pairCounts } from '../counts/pair-counts.ts'
import { handicapMarkets, totalMarkets, type LineOffer } from '../counts/line-markets.ts'
import type { MarginShape } from '../margin/apply-margin.ts'
import { marketType } from '../markets/table.ts'
import type { Sport } from '../sports.ts'
import type { Period } from '../markets/state.ts'
import { pricedMarket, pricedPair, type PricedMarket } from '../priced-market.ts'
import { homeMatchChance, type MatchEnds } from './set-match.ts'
import type { SetEnd } from './set-scores.ts'

export type SetPricing = {
  readonly sport: Extract<Sport, 'tennis' | 'volleyball' | 'badminton' | 'table_tennis' | 'snooker'>
  readonly ends: MatchEnds
  /** The current set and its possible endings; without it its markets are omitted. */
  readonly current?: { readonly number: number; readonly ends: readonly SetEnd[] }
  readonly marginBps: number
  readonly shape?: MarginShape
}

/** An outcome with less chance makes no market. */
const MIN_CHANCE = 0.005

/**
 * Prices of a set or frame match from its possible endings: winner, set handicaps and totals, correct score, points
 * (or games) handicaps and totals, and the same for the current set.
 */
export const setSportPrices = (pricing: SetPricing): readonly PricedMarket[] => {
  const { sport, ends } = pricing
  const offer: LineOffer = { marginBps: pricing.marginBps, shape: pricing.shape ?? 'power', grain: 'half' }
  const sets = setCounts(ends)
  const at = (name: string, period: Period = 'full') => ({ type: `${sport}.${name}`, period })
  const winner = pricedPair(at('winner'), ['home', 'away', homeMatchChance(ends)], offer)
  const inFrames = [
    ...handicapMarkets(at('handicap'), sets, offer),
    ...totalMarkets(at('total'), sets, offer),
  ]
  const inSets = [
    ...handicapMarkets(at('set_handicap'), sets, offer),
    ...totalMarkets(at('total_sets'), sets, offer),
    ...handicapMarkets(at('handicap'), ends.counts, offer),
    ...totalMarkets(at('total'), ends.counts, offer),
    ...(pricing.current ? setMarkets(sport, pricing.current, offer) : []),
  ]
  return [winner, ...(sport === 'snooker' ? inFrames : inSets), ...scoreMarket(sport, ends, offer)]
}

/** The set score as counts, so that its lines work like others. */
const setCounts = ({ sets }: MatchEnds): Counts => {
  const max = sets.reduce((all, { home, away }) => Math.max(all, home, away), 0)
  return pairCounts(sets, max)
}

const scoreMarket = (sport: Sport, { sets }: MatchEnds, offer: LineOffer): PricedMarket[] => {
  const known = marketType(`${sport}.correct_score`)?.outcomes ?? []
  const chances = sets
    .map(({ home, away, chance }): [string, number] => [`${home}-${away}`, chance])
    .filter(([score]) => known.includes(score))
  if (chances.length < Math.max(2, sets.length)) return []
  return [pricedMarket({ type: `${sport}.correct_score`, period: 'full' }, chances, offer)]
}

const setMarkets = (
  sport: Sport,
  { number, ends }: { readonly number: number; readonly ends: readonly SetEnd[] },
  offer: LineOffer,
): PricedMarket[] => {
  const period: Period = `set${number}`
  const likely = ends.filter(({ chance }) => chance > 1e-12)
  const counts = pairCounts(
    likely,
    likely.reduce((all, { home, away }) => Math.max(all, home, away), 0),
  )
  const chance = ends.reduce((sum, end) => sum + (end.home > end.away ? end.chance : 0), 0)
  if (Math.min(chance, 1 - chance) < MIN_CHANCE) return []
  return [
    pricedPair({ type: `${sport}.set_winner`, period }, ['home', 'away', chance], offer),
    ...handicapMarkets({ type: `${sport}.handicap`, period }, counts, offer),
    ...totalMarkets({ type: `${sport}.total`, period }, counts, offer),
  ]
}
