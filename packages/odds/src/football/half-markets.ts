import { leader } from '../markets/rules.ts'
import { binomialRows, type FootballState, type MatchGrids } from './match-grids.ts'

const SIDES = ['home', 'draw', 'away'] as const
type SideOrDraw = (typeof SIDES)[number]

/** Cells below this chance move no price. */
const NEGLIGIBLE = 1e-9

/**
 * Chances of the nine half-time/full-time results from the grid of final scores: each remaining goal falls in the
 * first half with the same chance, so the sums match the half-time and full-time results.
 */
export const halfTimeFullTimeChances = (
  state: FootballState,
  grids: MatchGrids,
): (readonly [string, number])[] => {
  const { size, cells } = grids.full
  const chances = new Map(
    SIDES.flatMap((first) => SIDES.map((second): [string, number] => [`${first}/${second}`, 0])),
  )
  const rows = binomialRows(grids.half1Share, size)
  for (let i = 0; i < size; i += 1) {
    for (let j = 0; j < size; j += 1) {
      const chance = cells[i * size + j] ?? 0
      if (chance < NEGLIGIBLE) continue
      const final = leader({ home: state.score.home + i, away: state.score.away + j })
      for (const [half, share] of halfTimeLeaders(state, rows[i], rows[j])) {
        const name = `${half}/${final}`
        chances.set(name, (chances.get(name) ?? 0) + chance * share)
      }
    }
  }
  return normalised([...chances])
}

const normalised = (chances: readonly (readonly [string, number])[]): (readonly [string, number])[] => {
  const whole = chances.reduce((sum, [, chance]) => sum + chance, 0)
  return chances.map(([outcome, chance]) => [outcome, chance / whole])
}

/** The half-time leader if the remaining goals fall in the first half by these rows. */
const halfTimeLeaders = (
  state: FootballState,
  home: Float64Array = Float64Array.of(1),
  away: Float64Array = Float64Array.of(1),
): [SideOrDraw, number][] => {
  if (state.clock.phase === 'break' || state.clock.phase === 'half2')
    return [[leader(state.halfTime ?? state.score), 1]]
  const lead = state.score.home - state.score.away
  const shares = { home: 0, draw: 0, away: 0 }
  for (let i = 0; i < home.length; i += 1) {
    for (let j = 0; j < away.length; j += 1) {
      const margin = lead + i - j
      shares[margin > 0 ? 'home' : margin < 0 ? 'away' : 'draw'] += (home[i] ?? 0) * (away[j] ?? 0)
    }
  }
  return [
    ['home', shares.home],
    ['draw', shares.draw],
    ['away', shares.away],
  ]
}

/** Which half has more goals: `half1`, `equal`, `half2`. */
export const highestHalfChances = (
  state: FootballState,
  grids: MatchGrids,
  toCome: Float64Array,
): (readonly [string, number])[] => {
  const isFirst = state.clock.phase === 'before' || state.clock.phase === 'half1'
  const before = isFirst ? state.score : (state.halfTime ?? state.score)
  const first = before.home + before.away
  const second = state.score.home + state.score.away - first
  const rows = binomialRows(grids.half1Share, toCome.length)
  const chances = { half1: 0, equal: 0, half2: 0 }
  for (const [count, chance] of toCome.entries()) {
    for (const [early, share] of (rows[count] ?? Float64Array.of(1)).entries()) {
      const ahead = first + early - (second + count - early)
      chances[ahead > 0 ? 'half1' : ahead < 0 ? 'half2' : 'equal'] += chance * share
    }
  }
  return normalised(Object.entries(chances))
}
