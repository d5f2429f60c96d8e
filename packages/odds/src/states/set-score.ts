import type { Sport } from '../sports.ts'

/** A score within a match: home, away. */
export type SetScore = readonly [home: number, away: number]

/** How one set is won: reach `target` with a lead of two, at the latest at `cap`. The deciding set may be shorter. */
export type SetRules = {
  readonly target: number
  readonly cap?: number
  readonly lastTarget?: number
  readonly lastCap?: number
}

export type SetSport = Extract<Sport, 'tennis' | 'volleyball' | 'badminton' | 'table_tennis'>

/** Tennis counts games to 6 with a tie-break at 6–6; some last sets are played out, so the last one has no cap. */
export const SET_RULES: Record<SetSport, SetRules> = {
  tennis: { target: 6, cap: 7, lastCap: Number.POSITIVE_INFINITY },
  volleyball: { target: 25, lastTarget: 15 },
  badminton: { target: 21, cap: 30 },
  table_tennis: { target: 11 },
}

const targetOf = (rules: SetRules, isLast: boolean): number =>
  isLast ? (rules.lastTarget ?? rules.target) : rules.target

/**
 * Whether this set has been won. 7–6 wins a tennis set; it is taken to win a last set without a tie-break
 * too.
 */
export const isSetOver = ([home, away]: SetScore, rules: SetRules, isLast: boolean): boolean => {
  const [max, min] = home > away ? [home, away] : [away, home]
  if (max === rules.cap && max > min) return true
  return max >= targetOf(rules, isLast) && max - min >= 2
}

/** The smallest number of further points (games) this set can still take, if the given side is to win it. */
const minToWin = (own: number, other: number, target: number, cap: number): number =>
  Math.min(Math.max(target, other + 2), Math.max(cap, other + 1)) - own

/** How many points or games beyond the target are considered where a set has no cap. */
const FOLLOWED = 30

/** Every score that the current set can end with; without a cap, up to FOLLOWED beyond the target. */
export const setFinals = ([home, away]: SetScore, rules: SetRules, isLast: boolean): readonly SetScore[] => {
  const target = targetOf(rules, isLast)
  const cap = (isLast ? rules.lastCap : undefined) ?? rules.cap ?? Number.POSITIVE_INFINITY
  const losers = Array.from({ length: Math.max(target, home, away) + FOLLOWED }, (_, lost) => lost)
  const finals = losers.flatMap((lost): SetScore[] => {
    const winner = Math.max(target, lost + 2)
    // A tie-break adds one game, to its winner: 7–6. A last set may have a tie-break too, whatever its rules.
    const tieBreak = rules.cap !== undefined && lost === rules.cap - 1 ? [rules.cap] : []
    const won = [...(winner <= cap ? [winner] : []), ...tieBreak]
    return won.flatMap((count): SetScore[] => [
      [count, lost],
      [lost, count],
    ])
  })
  return finals.filter(([first, second]) => first >= home && second >= away)
}

/** The smallest totals of the set under way at its end: if home wins it, and if away does. */
export const minSetTotals = (
  [home, away]: SetScore,
  rules: SetRules,
  isLast: boolean,
): { readonly home: number; readonly away: number } => {
  const target = targetOf(rules, isLast)
  const cap = (isLast ? rules.lastCap : undefined) ?? rules.cap ?? Number.POSITIVE_INFINITY
  const total = (own: number, other: number): number =>
    own + other + Math.max(0, minToWin(own, other, target, cap))
  return { home: total(home, away), away: total(away, home) }
}
