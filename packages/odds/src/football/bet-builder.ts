import { rungBelow } from '../ladder.ts'
import { checkMarket } from '../markets/check-market.ts'
import type { MarketRef } from '../markets/market-type.ts'
import { resolveOutcome } from '../markets/resolve.ts'
import type { MatchState, Count, CountKey } from '../markets/state.ts'
import { marketType } from '../markets/table.ts'
import type { PriceMilli } from '../price.ts'
import type { ScoreGrid } from './score-grid.ts'

/** One leg of a bet on several things in one match. */
export type BuilderLeg = { readonly market: MarketRef; readonly outcome: string }

/** The grids a builder is priced from. Goals and corners are taken as independent of each other. */
export type BuilderGrids = { readonly goals: ScoreGrid; readonly corners?: ScoreGrid }

export type BuilderRefusal =
  | 'too_few_legs'
  | 'too_many_legs'
  | 'unknown_market'
  | 'unknown_outcome'
  | 'market_not_combinable'
  | 'legs_contradict'
  | 'no_price'

export type BuilderPrice =
  | { readonly ok: true; readonly chance: number; readonly priceMilli: PriceMilli }
  | { readonly ok: false; readonly reason: BuilderRefusal }

const MAX_LEGS = 12

/**
 * Price of a bet that all legs win, from the joint grid: never the product of single prices.
 * Each cell of the grid is settled by the same rule that will settle the bet. Legs over a whole match only; a leg that
 * can be refunded by the score (draw no bet, whole and quarter lines) cannot be combined.
 * Units: margin in hundredths of a percent, applied once to the joint chance.
 * Source: docs/maths/bet-builder.md.
 */
export const builderPrice = (
  legs: readonly BuilderLeg[],
  grids: BuilderGrids,
  marginBps: number,
): BuilderPrice => {
  if (legs.length < 2) return { ok: false, reason: 'too_few_legs' }
  const chance = builderChance(legs, grids)
  if (typeof chance !== 'number') return { ok: false, reason: chance.refusal }
  if (chance < 1e-9) return { ok: false, reason: 'legs_contradict' }
  const priceMilli = rungBelow(1 / (chance * (1 + marginBps / 10_000)))
  return priceMilli === undefined ? { ok: false, reason: 'no_price' } : { ok: true, chance, priceMilli }
}

/** What happens to a builder when some of its legs are void. */
export type VoidLegTerms = 'reprice' | 'void_bet'

/**
 * The price of what is left when legs are void, from the grids the bet was priced with; `undefined` when the bet is
 * void: no leg left, or the terms say so. One leg left is priced alone.
 */
export const builderPriceWithout = (
  bet: { readonly legs: readonly BuilderLeg[]; readonly grids: BuilderGrids; readonly marginBps: number },
  voidLegs: ReadonlySet<number>,
  terms: VoidLegTerms,
): PriceMilli | undefined => {
  const left = bet.legs.filter((_, place) => !voidLegs.has(place))
  if (left.length === 0 || (terms === 'void_bet' && voidLegs.size > 0)) return undefined
  const chance = builderChance(left, bet.grids)
  return typeof chance === 'number' && chance > 0
    ? rungBelow(1 / (chance * (1 + bet.marginBps / 10_000)))
    : undefined
}

/** Chance that all legs win, or why they cannot be combined. */
export const builderChance = (
  legs: readonly BuilderLeg[],
  grids: BuilderGrids,
): number | { readonly refusal: BuilderRefusal } => {
  const refusal = checkLegs(legs, grids)
  if (refusal) return { refusal }
  const onCorners = (leg: BuilderLeg): boolean => marketType(leg.market.type)?.stat === 'corners'
  const goals = jointChance(
    grids.goals,
    'goals.full',
    legs.filter((leg) => !onCorners(leg)),
  )
  const corners = grids.corners ? jointChance(grids.corners, 'corners.full', legs.filter(onCorners)) : 1
  return goals * corners
}

const checkLegs = (legs: readonly BuilderLeg[], grids: BuilderGrids): BuilderRefusal | undefined => {
  if (legs.length > MAX_LEGS) return 'too_many_legs'
  for (const { market, outcome } of legs) {
    const type = marketType(market.type)
    if (!type || checkMarket(market)) return 'unknown_market'
    if (!type.outcomes.includes(outcome)) return 'unknown_outcome'
    const hasGrid = type.stat === 'goals' || (type.stat === 'corners' && grids.corners !== undefined)
    const canRefund =
      (type.line ? Math.abs((market.lineQuarters ?? 0) % 4) !== 2 : false) &&
      type.id !== 'football.european_handicap'
    const isWholeMatch = market.period === 'full' && !NOT_COMBINABLE.includes(type.id)
    if (type.sport !== 'football' || !hasGrid || canRefund || !isWholeMatch) return 'market_not_combinable'
  }
  return undefined
}

/** They need more than the final score, or can be refunded by it. */
const NOT_COMBINABLE = ['football.draw_no_bet', 'football.half_time_full_time', 'football.highest_half']

const jointChance = (grid: ScoreGrid, key: CountKey, legs: readonly BuilderLeg[]): number => {
  if (legs.length === 0) return 1
  let joint = 0
  for (let i = 0; i < grid.size; i += 1) {
    for (let j = 0; j < grid.size; j += 1) {
      const chance = grid.cells[i * grid.size + j] ?? 0
      if (chance < 1e-12) continue
      const state = finalState(key, { home: grid.homeFrom + i, away: grid.awayFrom + j, over: true })
      if (legs.every(({ market, outcome }) => resolveOutcome(market, outcome, state)?.won === 1))
        joint += chance
    }
  }
  return joint
}

const finalState = (key: CountKey, count: Count): MatchState => ({
  sport: 'football',
  ending: 'finished',
  counts: { [key]: count },
})
