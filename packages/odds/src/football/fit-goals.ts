import { lineShares, resultChances } from '../counts/shares.ts'
import {
  gridCounts,
  lowScoreFactor,
  scoreGrid,
  type ExpectedGoals,
  type LowScoreFactor,
} from './score-grid.ts'

/** A match's market view: fair chances of home, draw and away, and of more than 2.5 goals if known. */
export type MarketView = {
  readonly home: number
  readonly draw: number
  readonly away: number
  readonly over25?: number
  /** The low-score correction used if the total is unknown; zero by default. */
  readonly rho?: number
  /** Another form of the low-score correction than Dixon and Coles': for others' fits. */
  readonly factor?: LowScoreFactor
}

const STEPS = 60
const NUDGE = 1e-6

/**
 * Expected goals (and rho, if the total is known) whose grid matches the market. Chances without margin. Damped Newton
 * steps on the logarithms of the means. `undefined` if no grid matches: invalid or contradictory chances. Source:
 * docs/maths/football.md §2.
 */
export const fitGoals = (view: MarketView): ExpectedGoals | undefined => {
  const chances = [view.home, view.draw, view.away, view.over25 ?? 0.5]
  if (!chances.every((chance) => chance > 0 && chance < 1)) return undefined
  if (Math.abs(view.home + view.draw + view.away - 1) > 1e-3) return undefined
  let point = startingPoint(view)
  let miss = misses(view, point)
  for (let step = 0; step < STEPS && size(miss) > 1e-24; step += 1) {
    const move = solveLinear(slopes(view, point, miss), miss)
    if (!move) return undefined
    const next = dampedStep(view, { point, miss, move })
    if (!next) break
    ;({ point, miss } = next)
  }
  return size(miss) < 1e-10 ? expectedAt(view, point) : undefined
}

type Numbers = readonly number[]

const size = (values: Numbers): number => values.reduce((sum, value) => sum + value * value, 0)

const expectedAt = (view: MarketView, [home = 0, away = 0, rho]: Numbers): ExpectedGoals => ({
  home: Math.exp(home),
  away: Math.exp(away),
  rho: rho ?? view.rho ?? 0,
})

const startingPoint = (view: MarketView): Numbers => {
  const tilt = (view.home - view.away) * 0.8
  const means = [Math.log(1.35) + tilt, Math.log(1.35) - tilt]
  return view.over25 === undefined ? means : [...means, -0.05]
}

/** The grid's residuals from the market, one per fitted quantity. */
const misses = (view: MarketView, point: Numbers): Numbers => {
  const expected = expectedAt(view, point)
  if (expected.home > 15 || expected.away > 15) return point.map(() => Number.POSITIVE_INFINITY)
  const counts = gridCounts(scoreGrid(expected, view.factor ?? lowScoreFactor))
  const results = resultChances(counts)
  const missed = [results.home - view.home, results.away - view.away]
  return view.over25 === undefined
    ? missed
    : [...missed, lineShares(counts.totals, counts.totalFrom, 10).won - view.over25]
}

/** The Jacobian by columns. */
const slopes = (view: MarketView, point: Numbers, miss: Numbers): number[][] =>
  miss.map((_, row) =>
    point.map((_value, column) => {
      const nudged = misses(
        view,
        point.map((value, place) => (place === column ? value + NUDGE : value)),
      )
      return ((nudged[row] ?? 0) - (miss[row] ?? 0)) / NUDGE
    }),
  )

/** Gaussian elimination with pivoting for two or three unknowns. */
const solveLinear = (matrix: readonly Numbers[], right: Numbers): Numbers | undefined => {
  const rows = matrix.map((row, place) => [...row, right[place] ?? 0])
  for (let pivot = 0; pivot < rows.length; pivot += 1) {
    const best = rows.reduce(
      (found, row, place) =>
        place > pivot && Math.abs(row[pivot] ?? 0) > Math.abs(rows[found]?.[pivot] ?? 0) ? place : found,
      pivot,
    )
    const chosen = rows[best]
    const lead = chosen?.[pivot]
    if (!chosen || !lead) return undefined
    rows[best] = rows[pivot] ?? []
    rows[pivot] = chosen.map((value) => value / lead)
    eliminate(rows, pivot)
  }
  return rows.map((row) => row.at(-1) ?? 0)
}

const eliminate = (rows: number[][], pivot: number): void => {
  const lead = rows[pivot] ?? []
  for (const [place, row] of rows.entries()) {
    if (place === pivot) continue
    const times = row[pivot] ?? 0
    rows[place] = row.map((value, column) => value - times * (lead[column] ?? 0))
  }
}

type Step = { readonly point: Numbers; readonly miss: Numbers; readonly move: Numbers }

/** The longest of 1, ½, ¼ … of the step that reduces the residual. */
const dampedStep = (view: MarketView, { point, miss, move }: Step): Omit<Step, 'move'> | undefined => {
  for (let scale = 1; scale > 1e-6; scale /= 2) {
    const next = point.map((value, place) => value - scale * (move[place] ?? 0))
    const nextMiss = misses(view, next)
    if (size(nextMiss) < size(miss)) return { point: next, miss: nextMiss }
  }
  return undefined
}
