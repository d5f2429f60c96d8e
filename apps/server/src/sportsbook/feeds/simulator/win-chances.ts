import { seededRandom } from './seeded-random.ts'

/** A match that is left of a season, with the chances of its home side and of a draw. */
export type MatchChances = {
  readonly home: string
  readonly away: string
  readonly homeWins: number
  readonly draw: number
}

export type SeasonSoFar = {
  readonly entrants: readonly string[]
  readonly table: readonly { name: string; points: number; scored: number; conceded: number }[]
  readonly left: readonly MatchChances[]
  readonly points: { readonly win: number; readonly draw: number }
  readonly seed: string
}

/** Seasons played to their end: a chance of a tenth is off by about a hundredth. */
const SEASONS = 1000
/** Less than any point: who is level is ranked by the difference of now, and by lot. */
const [DIFFERENCE, LOT] = [1e-5, 1e-6]

/**
 * The chance of each entrant to end a season on top, from its table and the matches that are left, by playing it to
 * its end a thousand times. The same for the same seed. They sum to 1; who never came out on top has none.
 */
export function winChances({ entrants, table, left, points, seed }: SeasonSoFar): number[] {
  const roll = seededRandom(seed)
  const placeOf = new Map(entrants.map((name, place) => [name, place]))
  const before = new Float64Array(entrants.length)
  for (const { name, points: own, scored, conceded } of table) {
    const place = placeOf.get(name)
    if (place !== undefined) before[place] = own + (scored - conceded) * DIFFERENCE
  }
  const matches = left.flatMap(({ home, away, homeWins, draw }) => {
    const [one, other] = [placeOf.get(home), placeOf.get(away)]
    return one === undefined || other === undefined ? [] : [{ one, other, homeWins, draw }]
  })
  const won = new Float64Array(entrants.length)
  for (let season = 0; season < SEASONS; season += 1) {
    const now = before.map((own) => own + roll() * LOT)
    for (const { one, other, homeWins, draw } of matches) {
      const drawn = roll()
      if (drawn < homeWins) now[one] = (now[one] ?? 0) + points.win
      else if (drawn >= homeWins + draw) now[other] = (now[other] ?? 0) + points.win
      else {
        now[one] = (now[one] ?? 0) + points.draw
        now[other] = (now[other] ?? 0) + points.draw
      }
    }
    const first = now.indexOf(Math.max(...now))
    won[first] = (won[first] ?? 0) + 1
  }
  return [...won].map((count) => count / SEASONS)
}
