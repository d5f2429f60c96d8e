import { GOAL_PROFILE, remainingShares, type FootballClock } from './profile.ts'
import { scoreGrid, type ExpectedGoals, type ScoreGrid } from './score-grid.ts'

export type Score = { readonly home: number; readonly away: number }

/** The inputs of a match's prices. Expected goals are those of the whole match at its start. */
export type FootballState = {
  readonly expected: ExpectedGoals
  readonly clock: FootballClock
  readonly score: Score
  /** The half-time score, once known. */
  readonly halfTime?: Score
  readonly redCards?: Score
}

/** The grid of final scores, and the same goals by half; undefined for a finished half. */
export type MatchGrids = {
  readonly full: ScoreGrid
  readonly half1?: ScoreGrid
  readonly half2: ScoreGrid
  /** The share of the remaining goals that falls in the first half. */
  readonly half1Share: number
}

/**
 * A sent-off side scores two thirds as often and its opponent five fourths.
 * Source: Vecer, Kopriva, Ichiba (2009), Estimating the Effect of the Red Card in Soccer.
 */
const RED_CARD = { own: 2 / 3, other: 5 / 4 } as const

const redFactor = (own: number, other: number): number => RED_CARD.own ** own * RED_CARD.other ** other

/**
 * The grid of final scores from now, and both halves' grids from the same goals: given the final score each remaining
 * goal falls in the first half by chance, so halves never contradict the match. Source: docs/maths/football.md §4.
 */
export const matchGrids = (state: FootballState): MatchGrids => {
  const shares = remainingShares(state.clock, GOAL_PROFILE)
  const left = shares.half1 + shares.half2
  const reds = state.redCards ?? { home: 0, away: 0 }
  const isLevelAtNil = state.score.home === 0 && state.score.away === 0
  const toCome = scoreGrid({
    home: state.expected.home * left * redFactor(reds.home, reds.away),
    away: state.expected.away * left * redFactor(reds.away, reds.home),
    // The correction concerns matches that stay at 0–0, 1–0, 0–1, 1–1: it fades with the remaining time.
    rho: isLevelAtNil ? state.expected.rho * left : 0,
  })
  const half1Share = left > 0 ? shares.half1 / left : 0
  const half1 = state.clock.phase === 'before' || state.clock.phase === 'half1'
  const beforeHalf2 = half1 ? state.score : (state.halfTime ?? state.score)
  const half2From = { home: state.score.home - beforeHalf2.home, away: state.score.away - beforeHalf2.away }
  return {
    full: startingAt(toCome, state.score),
    ...(half1 ? { half1: startingAt(thinned(toCome, half1Share), state.score) } : {}),
    half2: startingAt(thinned(toCome, 1 - half1Share), half2From),
    half1Share,
  }
}

const startingAt = (grid: ScoreGrid, from: Score): ScoreGrid => ({
  ...grid,
  homeFrom: from.home,
  awayFrom: from.away,
})

/** The chance that `kept` of `all` goals fall in a part of the match, independently. Row `all` has all + 1 entries. */
export const binomialRows = (share: number, size: number): Float64Array[] => {
  const rows: Float64Array[] = [Float64Array.of(1)]
  for (let all = 1; all < size; all += 1) {
    const last = rows[all - 1] ?? Float64Array.of(1)
    const row = new Float64Array(all + 1)
    for (let kept = 0; kept <= all; kept += 1) {
      row[kept] = (last[kept] ?? 0) * (1 - share) + (kept > 0 ? (last[kept - 1] ?? 0) * share : 0)
    }
    rows.push(row)
  }
  return rows
}

/** The grid of the goals in a part of the match: one axis after the other. */
const thinned = (grid: ScoreGrid, share: number): ScoreGrid => {
  if (share >= 1) return grid
  const rows = binomialRows(share, grid.size)
  return { ...grid, cells: thinAway(thinHome(grid.cells, grid.size, rows), grid.size, rows) }
}

const thinHome = (cells: Float64Array, size: number, rows: readonly Float64Array[]): Float64Array => {
  const kept = new Float64Array(cells.length)
  for (const [all, row] of rows.entries()) {
    for (const [part, chance] of row.entries()) {
      for (let j = 0; j < size; j += 1) {
        kept[part * size + j] = (kept[part * size + j] ?? 0) + (cells[all * size + j] ?? 0) * chance
      }
    }
  }
  return kept
}

const thinAway = (cells: Float64Array, size: number, rows: readonly Float64Array[]): Float64Array => {
  const kept = new Float64Array(cells.length)
  for (let i = 0; i < size; i += 1) {
    for (const [all, row] of rows.entries()) {
      const cell = cells[i * size + all] ?? 0
      for (const [part, chance] of row.entries())
        kept[i * size + part] = (kept[i * size + part] ?? 0) + cell * chance
    }
  }
  return kept
}
