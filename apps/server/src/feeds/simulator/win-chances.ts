import { setImmediate as letOthersGoOn } from 'node:timers/promises'
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
  /** How many are placed. */
  readonly places: number
  readonly seed: string
}

/** Seasons played to their end: a chance of a tenth is off by about a hundredth. */
const SEASONS = 1000
/** A slice is some five milliseconds of a long season: a server that works it out answers its players in between. */
const SEASONS_AT_ONCE = 20
/** Less than any point: who is level is ranked by the difference of now, and by lot. */
const [DIFFERENCE, LOT] = [1e-5, 1e-6]

/** By entrant, in their order: the chance to end a season on top, and in one of the places. */
export type SeasonChances = { chances: number[]; placed: number[] }

/**
 * The chance of each entrant to end a season on top, and among the first, from its table and the matches that are left, by playing it to
 * its end a thousand times. The same for the same seed. They sum to 1; who never came out on top has none.
 */
export async function winChances(of: SeasonSoFar): Promise<SeasonChances> {
  const { entrants, table, left, points, places, seed } = of
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
  const placed = new Float64Array(entrants.length)
  for (let season = 0; season < SEASONS; season += 1) {
    if (season % SEASONS_AT_ONCE === 0) await letOthersGoOn()
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
    const ranked = [...now.keys()].sort((one, other) => (now[other] ?? 0) - (now[one] ?? 0)).slice(0, places)
    const [first = 0] = ranked
    won[first] = (won[first] ?? 0) + 1
    for (const one of ranked) placed[one] = (placed[one] ?? 0) + 1
  }
  const shareOf = (count: number) => count / SEASONS
  return { chances: [...won].map(shareOf), placed: [...placed].map(shareOf) }
}
