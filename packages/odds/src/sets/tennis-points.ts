/** Chance of winning a point on own serve, for each side: all a tennis match depends on here. */
export type ServeChances = { readonly home: number; readonly away: number }

export type Server = 'home' | 'away'

type Points = readonly [own: number, other: number]

const assertChance = (chance: number): void => {
  if (!(chance > 0 && chance < 1)) throw new Error(`a chance must be between 0 and 1, got ${chance}`)
}

/**
 * Chance that the server wins the game from these points (0 to 3, then 4–3 is advantage), when he wins each point
 * with this chance. Deuce is solved exactly: p² / (p² + q²).
 * Source: docs/maths/tennis.md §1.
 */
export const gameChance = (point: number, [own, other]: Points = [0, 0]): number => {
  assertChance(point)
  const lose = 1 - point
  const deuce = (point * point) / (point * point + lose * lose)
  const from = (a: number, b: number): number => {
    if (a >= 3 && b >= 3) {
      const lead = a - b
      if (Math.abs(lead) >= 2) return lead > 0 ? 1 : 0
      return lead === 0 ? deuce : lead > 0 ? point + lose * deuce : point * deuce
    }
    if (a >= 4) return 1
    if (b >= 4) return 0
    return point * from(a + 1, b) + lose * from(a, b + 1)
  }
  return from(own, other)
}

/** Who serves point number `played` of a tie-break: one point, then two each. */
const servesTieBreakPoint = (first: Server, played: number): Server => {
  const isFirst = Math.floor((played + 1) / 2) % 2 === 0
  return isFirst === (first === 'home') ? 'home' : 'away'
}

/**
 * Chance that home wins a tie-break from these points.
 * `target` is 7, or 10 where a match tie-break replaces the last set; a lead of two is needed.
 */
export const tieBreakChance = (
  serve: ServeChances,
  first: Server,
  [home, away]: Points = [0, 0],
  target = 7,
): number => {
  assertChance(serve.home)
  assertChance(serve.away)
  const wins = (server: Server): number => (server === 'home' ? serve.home : 1 - serve.away)
  const both = wins('home') * wins('away')
  // From level points two points are played, one on each serve: both to one side, or level again.
  const level = both / (both + (1 - wins('home')) * (1 - wins('away')))
  const known = new Map<number, number>()
  const from = (a: number, b: number): number => {
    const lead = a - b
    if (a >= target && lead >= 2) return 1
    if (b >= target && lead <= -2) return 0
    if (a >= target - 1 && b >= target - 1 && lead === 0) return level
    const key = a * 1000 + b
    const seen = known.get(key)
    if (seen !== undefined) return seen
    const chance = wins(servesTieBreakPoint(first, a + b))
    const found = chance * from(a + 1, b) + (1 - chance) * from(a, b + 1)
    known.set(key, found)
    return found
  }
  return from(home, away)
}
