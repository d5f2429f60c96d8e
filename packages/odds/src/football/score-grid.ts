import type { Counts } from '../counts/counts.ts'

/** Goals expected of each side, and rho, the Dixon–Coles correction of low scores. */
export type ExpectedGoals = { readonly home: number; readonly away: number; readonly rho: number }

/**
 * Chance of each final score. `cells[i * size + j]` is the chance of `homeFrom + i` goals to `awayFrom + j`.
 * Sums to 1.
 */
export type ScoreGrid = {
  readonly size: number
  readonly cells: Float64Array
  readonly homeFrom: number
  readonly awayFrom: number
}

/** Bounds: the fewest goals a side that a grid holds, and the most expected goals a side that it accepts. */
const MIN_SIZE = 16
const GREATEST_EXPECTED = 40

const checkExpected = (goals: number): void => {
  if (!(goals >= 0 && goals <= GREATEST_EXPECTED)) throw new Error(`expected goals out of range: ${goals}`)
}

/** Poisson chances of 0 … size - 1. */
const poisson = (mean: number, size: number): Float64Array => {
  const chances = new Float64Array(size)
  let chance = Math.exp(-mean)
  for (let count = 0; count < size; count += 1) {
    chances[count] = chance
    chance = (chance * mean) / (count + 1)
  }
  return chances
}

/** Enough counts that the rest is far below a price's last digit. */
const sizeFor = (mean: number): number => Math.max(MIN_SIZE, Math.ceil(mean + 8 * Math.sqrt(mean) + 6))

/**
 * The grid of scores from here on: independent Poisson counts with the Dixon–Coles factor on 0–0, 1–0, 0–1 and 1–1.
 * A rho outside the range that keeps every cell positive is moved to its edge.
 * Asserts: expected goals 0 to 40 a side.
 * Source: docs/maths/football.md §1.
 */
export const scoreGrid = (expected: ExpectedGoals, factor: LowScoreFactor = lowScoreFactor): ScoreGrid => {
  checkExpected(expected.home)
  checkExpected(expected.away)
  const size = Math.max(sizeFor(expected.home), sizeFor(expected.away))
  const home = poisson(expected.home, size)
  const away = poisson(expected.away, size)
  const cells = new Float64Array(size * size)
  for (let i = 0; i < size; i += 1) {
    for (let j = 0; j < size; j += 1) cells[i * size + j] = (home[i] ?? 0) * (away[j] ?? 0)
  }
  for (const [i, j] of LOW_SCORES) {
    const place = i * size + j
    cells[place] = (cells[place] ?? 0) * factor(expected, i, j)
  }
  const whole = cells.reduce((sum, chance) => sum + chance, 0)
  return { size, cells: cells.map((chance) => chance / whole), homeFrom: 0, awayFrom: 0 }
}

/** The factor of a low score relative to independent Poisson counts. */
export type LowScoreFactor = (expected: ExpectedGoals, home: number, away: number) => number

const LOW_SCORES = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
] as const

/** rho limited so that no cell is negative. */
const safeRho = ({ home, away, rho }: ExpectedGoals): number => {
  const min = Math.max(-1 / Math.max(home, 1e-9), -1 / Math.max(away, 1e-9))
  const max = Math.min(1 / Math.max(home * away, 1e-9), 1)
  return Math.min(Math.max(rho, min), max)
}

/** Dixon and Coles (1997): low scores are not independent; draws are more frequent than Poisson says when rho < 0. */
export const lowScoreFactor: LowScoreFactor = (expected, home, away) => {
  if (expected.rho === 0 || home > 1 || away > 1) return 1
  const rho = safeRho(expected)
  if (home === 0 && away === 0) return 1 - expected.home * expected.away * rho
  if (home === 0) return 1 + expected.home * rho
  return away === 0 ? 1 + expected.away * rho : 1 - rho
}

/** Sums the grid once, so that markets on totals or differences read few numbers. */
export const gridCounts = ({ size, cells, homeFrom, awayFrom }: ScoreGrid): Counts => {
  const totals = new Float64Array(2 * size - 1)
  const differences = new Float64Array(2 * size - 1)
  const home = new Float64Array(size)
  const away = new Float64Array(size)
  for (let i = 0; i < size; i += 1) {
    for (let j = 0; j < size; j += 1) {
      const chance = cells[i * size + j] ?? 0
      totals[i + j] = (totals[i + j] ?? 0) + chance
      differences[i - j + size - 1] = (differences[i - j + size - 1] ?? 0) + chance
      home[i] = (home[i] ?? 0) + chance
      away[j] = (away[j] ?? 0) + chance
    }
  }
  const differenceFrom = homeFrom - awayFrom - size + 1
  return {
    totals,
    totalFrom: homeFrom + awayFrom,
    differences,
    differenceFrom,
    home,
    homeFrom,
    away,
    awayFrom,
  }
}
