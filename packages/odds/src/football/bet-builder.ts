import { rungBelow } from '../ladder.ts'
import { checkMarket } from '../markets/check-market.ts'
import type { MarketRef } from '../markets/market-type.ts'
import { marketType } from '../markets/table.ts'
import type { PriceMilli } from '../price.ts'
import { isKindOf, type JointGrids, type LegCells, type Space, spaceOf } from './builder-spaces.ts'

/** One selection of a bet builder. */
export type BuilderLeg = { readonly market: MarketRef; readonly outcome: string }

/** A single offered on the same match. */
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
  /** `place` is the leg that caused the refusal, if any. */
  | { readonly ok: false; readonly reason: BuilderRefusal; readonly place?: number }

export const MIN_BUILDER_LEGS = 2
export const MAX_BUILDER_LEGS = 8

/** Chances below this count as impossible. */
const MIN_CHANCE = 1e-9

/**
 * The price that all legs win, from the joint grids: never the product of dependent chances, and never more than a
 * single that wins in no other case. Each cell is settled by the rule that settles the bet, so equivalent legs are
 * priced the same. Legs on goals of the match and halves, corners and cards; a leg that may be refunded by the score
 * (draw no bet, whole and quarter lines) cannot be combined. Units: margin in hundredths of a percent, applied once to
 * the joint chance. Source: docs/maths/bet-builder.md.
 */
export const builderPrice = (
  legs: readonly BuilderLeg[],
  grids: JointGrids,
  { marginBps, singles }: { readonly marginBps: number; readonly singles: readonly OfferedSingle[] },
): BuilderPrice => {
  if (legs.length < MIN_BUILDER_LEGS) return { ok: false, reason: 'too_few_legs' }
  if (legs.length > MAX_BUILDER_LEGS) return { ok: false, reason: 'too_many_legs' }
  const closed = legs.findIndex((leg) => !isCombinable(leg) || !spaceOf([leg], statOf(leg), grids))
  if (closed >= 0) return { ok: false, reason: 'market_not_combinable', place: closed }
  const names = legs.map(nameOf)
  const repeated = names.findIndex((name, place) => names.indexOf(name) < place)
  if (repeated >= 0) return { ok: false, reason: 'leg_repeated', place: repeated }
  const parts = partsOf(legs, grids)
  const chances = legs.map((_, place) => chanceOf(parts, place))
  const contradicted = chances.findIndex((chance) => chance < MIN_CHANCE)
  if (contradicted >= 0) return { ok: false, reason: 'legs_contradict', place: contradicted }
  const chance = chances.at(-1) ?? 0
  const joint = parts.every(({ space }) => space.isWhole)
    ? rungBelow(1 / (chance * (1 + marginBps / 10_000)))
    : undefined
  if (joint === undefined) return { ok: false, reason: 'no_price' }
  const max = Math.min(...coveredBy(parts, singles).map(({ priceMilli }) => priceMilli))
  return { ok: true, chance, priceMilli: joint <= max ? joint : (max as PriceMilli) }
}

/** The chance that all these combinable legs win, from the given grids. */
export const builderChance = (legs: readonly BuilderLeg[], grids: JointGrids): number =>
  chanceOf(partsOf(legs, grids), legs.length - 1)

/** Whether the match's counts decide it as won or lost. */
export const isCombinable = (leg: BuilderLeg): boolean => {
  const { market, outcome } = leg
  const type = marketType(market.type)
  if (type?.sport !== 'football' || !type.outcomes.includes(outcome) || checkMarket(market)) return false
  return isKindOf(leg) !== undefined && !CAN_REFUND.includes(type.id) && !isRefundingLine(market)
}

const CAN_REFUND: readonly string[] = ['football.draw_no_bet']

const isRefundingLine = ({ type, lineQuarters = 0 }: MarketRef): boolean =>
  Boolean(marketType(type)?.line) && type !== 'football.european_handicap' && Math.abs(lineQuarters % 4) !== 2

const nameOf = ({ market, outcome }: BuilderLeg): string =>
  [market.type, market.period, market.lineQuarters, market.side, outcome].join('/')

const statOf = ({ market }: BuilderLeg): string => marketType(market.type)?.stat ?? ''

/** The legs on one count, over that count's outcomes. */
type Part = { stat: string; space: Space; legs: { place: number; cells: LegCells }[] }

function partsOf(legs: readonly BuilderLeg[], grids: JointGrids): Part[] {
  return [...new Set(legs.map(statOf))].flatMap((stat) => {
    const own = legs.map((leg, place) => ({ leg, place })).filter(({ leg }) => statOf(leg) === stat)
    const space = spaceOf(
      own.map(({ leg }) => leg),
      stat,
      grids,
    )
    if (!space) return []
    return [{ stat, space, legs: own.map(({ leg, place }) => ({ place, cells: space.cellsOf(leg) })) }]
  })
}

/** The chance of the legs up to this one: counts of different kinds are independent. */
const chanceOf = (parts: readonly Part[], lastPlace: number): number =>
  parts.reduce((all, { space, legs }) => {
    const own = legs.filter(({ place }) => place <= lastPlace).map(({ cells }) => cells)
    if (own.length === 0) return all
    const sum = space.chances.reduce((so, chance, at) => (areWon(own, at) ? so + chance : so), 0)
    return all * sum
  }, 1)

const areWon = (legs: readonly LegCells[], at: number): boolean => legs.every((cells) => cells(at) === WON)

const WON = 2

/** The singles that return anything only where all legs win: backing the legs would be pointless. */
function coveredBy(parts: readonly Part[], singles: readonly OfferedSingle[]): OfferedSingle[] {
  const [part] = parts
  // Legs on several counts are implied by no single on one of them.
  if (!part || parts.length > 1) return []
  const { stat, space } = part
  const legs = part.legs.map(({ cells }) => cells)
  const lost = [...space.chances.keys()].filter((at) => !areWon(legs, at))
  return singles.filter((single) => {
    if (statOf(single) !== stat || !space.tells(single)) return false
    const cells = space.cellsOf(single)
    return lost.every((at) => cells(at) === 0) && space.chances.some((_, at) => cells(at) > 0)
  })
}
