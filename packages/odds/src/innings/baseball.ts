import type { Counts } from '../counts/counts.ts'
import { gridCounts, type ScoreGrid } from '../football/score-grid.ts'
import { crossing } from '../solve.ts'

/** Each side's expected runs in nine innings. */
export type ExpectedRuns = { readonly home: number; readonly away: number }

/** Half-innings played; home bats second. `runs` so far. */
export type BaseballState = {
  readonly expected: ExpectedRuns
  readonly runs: { readonly home: number; readonly away: number }
  /** Half-innings completed: 0 before the start, 1 after the top of the first. */
  readonly halvesPlayed: number
}

/** Runs in a half-inning, measured on 900 MLB matches of 2019 (docs/maths/baseball.md §1). */
const HALF_INNING = [0.7132, 0.1516, 0.0729, 0.0344, 0.0166, 0.0065, 0.003, 0.0013, 0.0005]
const INNINGS = 9
const SIZE = 40

const mean = (chances: readonly number[]): number =>
  chances.reduce((sum, chance, runs) => sum + chance * runs, 0)

/** Chances of the runs in a half-inning: the measured ones tilted to the expected mean. Asserts: 0.02 to 3 runs. */
export const halfInningRuns = (runsPerHalf: number): number[] => {
  const bent = (tilt: number): number[] => {
    const weighed = HALF_INNING.map((chance, runs) => chance * tilt ** runs)
    const whole = weighed.reduce((sum, chance) => sum + chance, 0)
    return weighed.map((chance) => chance / whole)
  }
  if (!(runsPerHalf > 0.02 && runsPerHalf < 3))
    throw new Error(`runs per inning out of range: ${runsPerHalf}`)
  return bent(crossing((tilt) => mean(bent(tilt)) - runsPerHalf, 0.01, 20))
}

/** The match's counts: after nine innings (or the current ones afterwards) and with extra innings. */
export type BaseballEnds = { readonly full: Counts; readonly all: Counts; readonly homeWins: number }

/**
 * Plays the remaining half-innings. Home does not bat in the ninth when leading, and stops when it takes the lead; a
 * tie goes to whole extra innings. After the top of an extra inning home still bats, and stops when it leads. Source:
 * docs/maths/baseball.md.
 */
export const baseballEnds = (state: BaseballState): BaseballEnds => {
  const { halvesPlayed, runs } = state
  if (!Number.isSafeInteger(halvesPlayed) || halvesPlayed < 0)
    throw new Error(`half-innings: ${halvesPlayed}`)
  const halves = {
    home: halfInningRuns(state.expected.home / INNINGS),
    away: halfInningRuns(state.expected.away / INNINGS),
  }
  let cells: Float64Array = new Float64Array(SIZE * SIZE)
  cells[0] = 1
  const lead = runs.home - runs.away
  for (let half = halvesPlayed; half < 2 * INNINGS; half += 1) {
    const isBottom = half % 2 === 1
    const isLast = half === 2 * INNINGS - 1
    cells = playHalf(cells, { chances: isBottom ? halves.home : halves.away, isBottom, lead, isLast })
  }
  const grid: ScoreGrid = { size: SIZE, cells, homeFrom: runs.home, awayFrom: runs.away }
  const isMidExtra = halvesPlayed >= 2 * INNINGS && halvesPlayed % 2 === 1
  const inningsOver = isMidExtra
    ? playHalf(cells, { chances: halves.home, isBottom: true, lead, isLast: true })
    : cells
  const all = { ...grid, cells: withExtraInnings(inningsOver, halves, lead) }
  return { full: gridCounts(grid), all: gridCounts(all), homeWins: leads(all) }
}

/** A separate part of the match: first half-inning, end, and runs so far. */
export type BaseballPart = Pick<BaseballState, 'expected' | 'runs' | 'halvesPlayed'> & {
  readonly until: number
}

/**
 * The final count of a part, from its remaining half-innings. The ninth inning is no such part: its second half
 * depends on the match. Asserts: half-innings left, none of the ninth.
 */
export const baseballPart = ({ expected, runs, halvesPlayed, until }: BaseballPart): Counts => {
  if (!(halvesPlayed >= 0 && halvesPlayed < until && until <= 2 * (INNINGS - 1)))
    throw new Error(`not a part of a match: half-innings ${halvesPlayed} to ${until}`)
  const home = halfInningRuns(expected.home / INNINGS)
  const away = halfInningRuns(expected.away / INNINGS)
  let cells: Float64Array = new Float64Array(SIZE * SIZE)
  cells[0] = 1
  for (let half = halvesPlayed; half < until; half += 1) {
    const isBottom = half % 2 === 1
    cells = playHalf(cells, { chances: isBottom ? home : away, isBottom, lead: 0, isLast: false })
  }
  return gridCounts({ size: SIZE, cells, homeFrom: runs.home, awayFrom: runs.away })
}

type Half = {
  readonly chances: readonly number[]
  readonly isBottom: boolean
  readonly isLast: boolean
  readonly lead: number
}

/** Plain loops: a match is eighteen times this, and iterators make it several times slower. */
const playHalf = (cells: Float64Array, { chances, isBottom, isLast, lead }: Half): Float64Array => {
  const after = new Float64Array(cells.length)
  for (let place = 0; place < cells.length; place += 1) {
    const cell = cells[place] ?? 0
    if (cell < 1e-15) continue
    const [home, away] = [Math.floor(place / SIZE), place % SIZE]
    const margin = lead + home - away
    for (let runs = 0; runs < chances.length; runs += 1) {
      const scored = isLast && isBottom ? lastHalf(margin, runs) : runs
      const to = isBottom ? cellAt(home + scored, away) : cellAt(home, away + scored)
      after[to] = (after[to] ?? 0) + cell * (chances[runs] ?? 0)
    }
  }
  return after
}

const cellAt = (home: number, away: number): number =>
  Math.min(home, SIZE - 1) * SIZE + Math.min(away, SIZE - 1)

/** Ahead: no batting. Behind or level: the run that takes the lead is the last. */
const lastHalf = (margin: number, runs: number): number => (margin > 0 ? 0 : Math.min(runs, 1 - margin))

/** In each extra inning both sides bat; the higher score wins, ties continue. */
const withExtraInnings = (
  cells: Float64Array,
  halves: { readonly home: readonly number[]; readonly away: readonly number[] },
  lead: number,
): Float64Array => {
  let after: Float64Array = cells
  for (let inning = 0; inning < 30; inning += 1) {
    const next = new Float64Array(after.length)
    let tied = 0
    for (let place = 0; place < after.length; place += 1) {
      const cell = after[place] ?? 0
      if (cell === 0) continue
      const [home, away] = [Math.floor(place / SIZE), place % SIZE]
      if (lead + home - away !== 0) next[place] = (next[place] ?? 0) + cell
      else {
        tied += cell
        extraInning(next, { home, away, cell }, halves)
      }
    }
    after = next
    if (tied < 1e-9) break
  }
  return after
}

const extraInning = (
  next: Float64Array,
  { home, away, cell }: { home: number; away: number; cell: number },
  halves: { readonly home: readonly number[]; readonly away: readonly number[] },
): void => {
  for (const [visitors, top] of halves.away.entries()) {
    for (const [hosts, bottom] of halves.home.entries()) {
      const to = cellAt(home + Math.min(hosts, visitors + 1), away + visitors)
      next[to] = (next[to] ?? 0) + cell * top * bottom
    }
  }
}

const leads = ({ cells, homeFrom, awayFrom }: ScoreGrid): number =>
  cells.reduce((sum, cell, place) => {
    const margin = homeFrom + Math.floor(place / SIZE) - awayFrom - (place % SIZE)
    return sum + (margin > 0 ? cell : margin === 0 ? cell / 2 : 0)
  }, 0)

/** Expected runs with this home win chance and total. */
export const fitBaseball = (homeChance: number, total: number): ExpectedRuns => {
  const at = (gap: number): ExpectedRuns => ({ home: total / 2 + gap, away: total / 2 - gap })
  const chance = (gap: number): number =>
    baseballEnds({ expected: at(gap), runs: { home: 0, away: 0 }, halvesPlayed: 0 }).homeWins
  const room = total / 2 - 0.5
  return at(crossing((gap) => chance(gap) - Math.min(Math.max(homeChance, 0.02), 0.98), -room, room, 1e-8))
}
