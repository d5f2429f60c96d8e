import type { Counts } from '../counts/counts.ts'
import { resultChances } from '../counts/shares.ts'
import type { ScoreGrid } from './score-grid.ts'

/** Both sides score. */
export const bothScoreChance = (grid: ScoreGrid, counts: Counts): number => {
  const nilHome = grid.homeFrom > 0 ? 0 : (counts.home[0] ?? 0)
  const nilAway = grid.awayFrom > 0 ? 0 : (counts.away[0] ?? 0)
  const nilNil = grid.homeFrom > 0 || grid.awayFrom > 0 ? 0 : (grid.cells[0] ?? 0)
  return 1 - nilHome - nilAway + nilNil
}

/** Chance of one exact score. */
export const scoreChance = (grid: ScoreGrid, home: number, away: number): number => {
  const [i, j] = [home - grid.homeFrom, away - grid.awayFrom]
  return i < 0 || j < 0 || i >= grid.size || j >= grid.size ? 0 : (grid.cells[i * grid.size + j] ?? 0)
}

/** Chances of the listed scores, and of the rest: by result, or one `other`. */
export const scoreListChances = (
  grid: ScoreGrid,
  counts: Counts,
  outcomes: readonly string[],
): (readonly [string, number])[] => {
  const rest = resultChances(counts)
  const listed = outcomes
    .filter((outcome) => outcome.includes('-'))
    .map((outcome): [string, number] => {
      const [home = 0, away = 0] = outcome.split('-').map(Number)
      const chance = scoreChance(grid, home, away)
      rest[home > away ? 'home' : home < away ? 'away' : 'draw'] -= chance
      return [outcome, chance]
    })
  const left = (chance: number): number => Math.max(0, chance)
  const others: (readonly [string, number])[] = outcomes.includes('other')
    ? [['other', left(rest.home + rest.draw + rest.away)]]
    : [
        ['other_home', left(rest.home)],
        ['other_draw', left(rest.draw)],
        ['other_away', left(rest.away)],
      ]
  return [...listed, ...others]
}

/** Chances of exact numbers of goals: `0` … and `6+`. */
export const exactTotalChances = (
  counts: Counts,
  outcomes: readonly string[],
): (readonly [string, number])[] => {
  const at = (total: number): number => counts.totals[total - counts.totalFrom] ?? 0
  const named = outcomes
    .filter((outcome) => !outcome.endsWith('+'))
    .map((outcome): [string, number] => [outcome, at(Number(outcome))])
  const rest = outcomes.find((outcome) => outcome.endsWith('+'))
  const left = Math.max(0, 1 - named.reduce((sum, [, chance]) => sum + chance, 0))
  return rest === undefined ? named : [...named, [rest, left]]
}
