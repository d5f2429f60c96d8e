import { checkMarket } from '../markets/check-market.ts'
import type { MarketRef } from '../markets/market-type.ts'
import { resolveOutcome } from '../markets/resolve.ts'
import type { CountKey } from '../markets/state.ts'
import { marketType } from '../markets/table.ts'
import { type HalfCells, halfCells } from './half-cells.ts'
import type { MatchGrids } from './match-grids.ts'
import type { ScoreGrid } from './score-grid.ts'

type Leg = { readonly market: MarketRef; readonly outcome: string }
type Stat = 'goals' | 'corners' | 'cards'

/**
 * The distributions behind all bets of a match: goals, split by half if needed, and corners and cards, each
 * separately. Different kinds are treated as independent: docs/maths/bet-builder.md.
 */
export type JointGrids = {
  readonly goals: { readonly full: ScoreGrid } & Partial<Pick<MatchGrids, 'half2' | 'half1Share'>>
  readonly corners?: ScoreGrid | undefined
  readonly cards?: ScoreGrid | undefined
}

/** A leg's value in each cell: 0 returns nothing, 1 returns some, 2 wins. */
export type LegCells = (at: number) => number

/** Every outcome of a count with its chance. */
export type Space = {
  readonly chances: Float64Array
  /** Whether almost no probability is left out. */
  readonly isWhole: boolean
  readonly tells: (leg: Leg) => boolean
  readonly cellsOf: (leg: Leg) => LegCells
}

/** What decides a leg: the final score or count, a half's score, or both halves; undefined for other legs. */
export function isKindOf({ market: { type, period } }: Leg): 'full' | 'half' | undefined {
  const stat = marketType(type)?.stat
  if (stat === 'corners' || stat === 'cards') return period === 'full' ? 'full' : undefined
  if (stat !== 'goals') return undefined
  if (period === 'half1' || period === 'half2' || BY_HALVES.includes(type)) return 'half'
  return period === 'full' ? 'full' : undefined
}

/** They need the half-time score too. */
const BY_HALVES: readonly string[] = ['football.half_time_full_time', 'football.highest_half']

/** The outcomes of these legs' counts; undefined if the grids lack them. */
export function spaceOf(
  legs: readonly Leg[],
  stat: string,
  { goals, corners, cards }: JointGrids,
): Space | undefined {
  if (stat === 'corners') return corners && gridSpace('corners', corners)
  if (stat === 'cards') return cards && gridSpace('cards', cards)
  if (legs.every((leg) => isKindOf(leg) === 'full')) return gridSpace('goals', goals.full)
  const cells = halfCellsOf(goals)
  return cells && halfSpace(cells)
}

/** Thousands of cells, shared by every leg and every bet on the same grids. */
const halves = new WeakMap<JointGrids['goals'], HalfCells>()

function halfCellsOf(goals: JointGrids['goals']): HalfCells | undefined {
  const { full, half2, half1Share } = goals
  if (!half2 || half1Share === undefined) return undefined
  const known = halves.get(goals) ?? halfCells({ full, half2, half1Share })
  halves.set(goals, known)
  return known
}

const isOffered = ({ market, outcome }: Leg): boolean =>
  Boolean(marketType(market.type)?.outcomes.includes(outcome)) && !checkMarket(market)

function gridSpace(stat: Stat, { cells, size, homeFrom, awayFrom }: ScoreGrid): Space {
  const scores = { width: size, home: homeFrom, away: awayFrom }
  return {
    chances: cells,
    isWhole: true,
    tells: (leg) => isKindOf(leg) === 'full' && isOffered(leg),
    cellsOf: (leg) => scoreCells(leg, stat, scores),
  }
}

/** The probability left out of half cells must move no price. */
const WHOLE = 1 - 1e-6

const halfSpace = (cells: HalfCells): Space => ({
  chances: cells.chances,
  isWhole: cells.chances.reduce((sum, chance) => sum + chance, 0) > WHOLE,
  tells: (leg) => isKindOf(leg) !== undefined && isOffered(leg),
  cellsOf: (leg) => {
    const { type, period } = leg.market
    if (BY_HALVES.includes(type)) return bothCells(leg, cells)
    const part = period === 'half1' || period === 'half2' ? period : 'full'
    const own = scoreCells(leg, 'goals', { width: cells.width, ...cells.from[part] })
    const places = cells[part]
    return (at) => own(places[at] ?? 0)
  },
})

/** A match has a few hundred outcomes, the same for every match. */
const MAX_KEPT = 20_000
const MAX_KEPT_BOTH = 200
const kept = new Map<string, Uint8Array>()
const keptBoth = new Map<string, Uint8Array>()

const nameOf = ({ market, outcome }: Leg): string =>
  [market.type, market.period, market.lineQuarters, market.side, outcome].join('/')

type Score = { home: number; away: number }

const scoreAt = ({ home, away }: Score, at: number, width: number) => ({
  home: home + Math.floor(at / width),
  away: away + (at % width),
  over: true,
})

/** A leg on one score, per score. */
function scoreCells(leg: Leg, stat: Stat, { width, ...from }: Score & { width: number }): LegCells {
  const key: CountKey = `${stat}.${leg.market.period}`
  const own = keep(kept, `${nameOf(leg)}/${width}/${from.home}/${from.away}`, {
    max: MAX_KEPT,
    size: width * width,
  })
  return lazily(own, (at) => backOf(leg, { [key]: scoreAt(from, at, width) }))
}

/** A leg on both halves, per cell. */
function bothCells(leg: Leg, { key, width, from, chances, full, half1, half2 }: HalfCells): LegCells {
  const own = keep(keptBoth, `${nameOf(leg)}/${key}`, { max: MAX_KEPT_BOTH, size: chances.length })
  return lazily(own, (at) =>
    backOf(leg, {
      'goals.full': scoreAt(from.full, full[at] ?? 0, width),
      'goals.half1': scoreAt(from.half1, half1[at] ?? 0, width),
      'goals.half2': scoreAt(from.half2, half2[at] ?? 0, width),
    }),
  )
}

const NOT_ASKED = 255

/** Most singles fail the comparison after few cells: the rest is computed lazily. */
const lazily =
  (own: Uint8Array, work: (at: number) => number): LegCells =>
  (at) => {
    const known = own[at] ?? 0
    if (known !== NOT_ASKED) return known
    const found = work(at)
    own[at] = found
    return found
  }

function keep(
  all: Map<string, Uint8Array>,
  key: string,
  { max, size }: { max: number; size: number },
): Uint8Array {
  const known = all.get(key)
  if (known) return known
  const made = new Uint8Array(size).fill(NOT_ASKED)
  if (all.size >= max) all.clear()
  all.set(key, made)
  return made
}

type Counts = Parameters<typeof resolveOutcome>[2]['counts']

/** 0 returns nothing, 1 returns some, 2 wins. */
function backOf({ market, outcome }: Leg, counts: Counts): number {
  const found = resolveOutcome(market, outcome, { sport: 'football', ending: 'finished', counts })
  if (!found || found.won + found.refunded === 0) return 0
  return found.won === found.of ? 2 : 1
}
