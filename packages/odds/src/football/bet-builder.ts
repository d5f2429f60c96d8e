import { rungBelow } from '../ladder.ts'
import { checkMarket } from '../markets/check-market.ts'
import type { MarketRef } from '../markets/market-type.ts'
import { resolveOutcome } from '../markets/resolve.ts'
import { marketType } from '../markets/table.ts'
import type { PriceMilli } from '../price.ts'
import type { ScoreGrid } from './score-grid.ts'

/** One leg of a bet on several things in one match. */
export type BuilderLeg = { readonly market: MarketRef; readonly outcome: string }

/** What the house offers on the same match by itself. */
export type OfferedSingle = BuilderLeg & { readonly priceMilli: number }

export type BuilderRefusal =
  | 'too_few_legs'
  | 'too_many_legs'
  | 'leg_repeated'
  | 'market_not_combinable'
  | 'legs_contradict'
  | 'no_price'

export type BuilderPrice =
  | { readonly ok: true; readonly chance: number; readonly priceMilli: PriceMilli }
  /** `place` is the leg that the refusal speaks of, where it speaks of one. */
  | { readonly ok: false; readonly reason: BuilderRefusal; readonly place?: number }

export const MIN_BUILDER_LEGS = 2
export const MAX_BUILDER_LEGS = 8

/** What is less likely than this cannot happen. */
const MIN_CHANCE = 1e-9

/**
 * Price of a bet that all legs win, from the joint grid: never the product of single prices, and never more than a
 * single pays that wins in no other case. Each cell of the grid is settled by the same rule that will settle the bet,
 * so legs that say the same, in whatever words, are priced the same. Legs on goals of the whole match only; a leg that
 * can be refunded by the score (draw no bet, whole and quarter lines) cannot be combined.
 * Units: margin in hundredths of a percent, applied once to the joint chance.
 * Source: docs/maths/bet-builder.md.
 */
export const builderPrice = (
  legs: readonly BuilderLeg[],
  grid: ScoreGrid,
  { marginBps, singles }: { readonly marginBps: number; readonly singles: readonly OfferedSingle[] },
): BuilderPrice => {
  if (legs.length < MIN_BUILDER_LEGS) return { ok: false, reason: 'too_few_legs' }
  if (legs.length > MAX_BUILDER_LEGS) return { ok: false, reason: 'too_many_legs' }
  const closed = legs.findIndex((leg) => !isCombinable(leg))
  if (closed >= 0) return { ok: false, reason: 'market_not_combinable', place: closed }
  const names = legs.map(nameOf)
  const repeated = names.findIndex((name, place) => names.indexOf(name) < place)
  if (repeated >= 0) return { ok: false, reason: 'leg_repeated', place: repeated }
  const cells = legs.map((leg) => cellsOf(leg, grid))
  const chances = cells.map((_, place) => chanceOf(grid, cells.slice(0, place + 1)))
  const contradicted = chances.findIndex((chance) => chance < MIN_CHANCE)
  if (contradicted >= 0) return { ok: false, reason: 'legs_contradict', place: contradicted }
  const chance = chances.at(-1) ?? 0
  const joint = rungBelow(1 / (chance * (1 + marginBps / 10_000)))
  if (joint === undefined) return { ok: false, reason: 'no_price' }
  const harder = singles.filter((single) => isByScore(single) && isWithin(cellsOf(single, grid), cells))
  const max = Math.min(...harder.map(({ priceMilli }) => priceMilli))
  return { ok: true, chance, priceMilli: joint <= max ? joint : (max as PriceMilli) }
}

/** The chance that all these legs win. Legs on goals of the whole match. */
export const builderChance = (legs: readonly BuilderLeg[], grid: ScoreGrid): number =>
  chanceOf(
    grid,
    legs.map((leg) => cellsOf(leg, grid)),
  )

/** Whether the final score alone decides it, and it is won or lost. */
export const isCombinable = (leg: BuilderLeg): boolean =>
  isByScore(leg) && !CAN_REFUND.includes(leg.market.type) && !isRefundingLine(leg.market)

const isByScore = ({ market, outcome }: BuilderLeg): boolean => {
  const type = marketType(market.type)
  if (type?.sport !== 'football' || type.stat !== 'goals' || market.period !== 'full') return false
  return !BY_HALVES.includes(type.id) && type.outcomes.includes(outcome) && !checkMarket(market)
}

/** They need more than the final score. */
const BY_HALVES: readonly string[] = ['football.half_time_full_time', 'football.highest_half']
const CAN_REFUND: readonly string[] = ['football.draw_no_bet']

const isRefundingLine = ({ type, lineQuarters = 0 }: MarketRef): boolean =>
  Boolean(marketType(type)?.line) && type !== 'football.european_handicap' && Math.abs(lineQuarters % 4) !== 2

/** Of each final score of a grid: nothing of a stake comes back, some of it does, or it is won in full. */
type Cells = Uint8Array
const [BACK, WON] = [1, 2]

/** A match offers a few hundred outcomes, and every match the same. */
const MAX_KEPT = 20_000
const kept = new Map<string, Cells>()

const nameOf = ({ market, outcome }: BuilderLeg): string =>
  [market.type, market.lineQuarters, market.side, outcome].join('/')

const cellsOf = (leg: BuilderLeg, { size, homeFrom, awayFrom }: ScoreGrid): Cells => {
  const key = `${nameOf(leg)}/${size}/${homeFrom}/${awayFrom}`
  const known = kept.get(key)
  if (known) return known
  const cells = new Uint8Array(size * size)
  for (const at of cells.keys()) {
    const score = { home: homeFrom + Math.floor(at / size), away: awayFrom + (at % size) }
    const found = resolveOutcome(leg.market, leg.outcome, {
      sport: 'football',
      ending: 'finished',
      counts: { 'goals.full': { ...score, over: true } },
    })
    if (!found || found.won + found.refunded === 0) continue
    cells[at] = found.won === found.of ? WON : BACK
  }
  if (kept.size >= MAX_KEPT) kept.clear()
  kept.set(key, cells)
  return cells
}

const areWon = (legs: readonly Cells[], at: number): boolean => legs.every((cells) => cells[at] === WON)

const chanceOf = (grid: ScoreGrid, legs: readonly Cells[]): number =>
  grid.cells.reduce((sum, chance, at) => (areWon(legs, at) ? sum + chance : sum), 0)

/** Whether all these legs win wherever a single gives anything back: who backs the legs need not back the single. */
const isWithin = (single: Cells, legs: readonly Cells[]): boolean =>
  single.some((back) => back > 0) && single.every((back, at) => back === 0 || areWon(legs, at))
