import { createHash } from 'node:crypto'
import { setImmediate as letOthersGoOn } from 'node:timers/promises'

/** A remaining match of a season, with the chances of a home win and of a draw. */
export type MatchChances = {
  readonly key: string
  readonly home: string
  readonly away: string
  readonly homeWins: number
  readonly draw: number
}

/** Points of a win and a draw; and by how much a match is won: on average, and at most. */
export type TablePoints = {
  readonly win: number
  readonly draw: number
  readonly meanMargin: number
  readonly maxMargin?: number
}

export type SeasonSoFar = {
  readonly entrants: readonly string[]
  readonly table: readonly { name: string; points: number; scored: number; conceded: number }[]
  readonly left: readonly MatchChances[]
  readonly points: TablePoints
  /** How many places count as placed. */
  readonly places: number
  readonly seed: string
}

/**
 * Simulated seasons. The standard error of a chance of a hundredth is a twentieth of it; prices and cash-outs
 * allow for two of them. A season of 380 matches takes 0.7 seconds.
 */
const SEASONS = 50_000
/** A slice is about four milliseconds: the server answers players in between. */
const MATCHES_AT_ONCE = 100_000
/** A chance seen less often is too uncertain for a price. */
const MIN_SEEN = 20

/** By entrant, in order: the chance to finish first, and the chance to finish in one of the places. */
export type SeasonChances = { chances: number[]; placed: number[]; seasons: number }

/**
 * A point counts more than any score difference; a lot below one unit of it decides between level sides, so
 * that over all seasons they share the place.
 */
const POINT = 100_000
const LOT = 0.5

/**
 * Each entrant's chance to finish first and among the placed, from the table and the remaining matches, by simulated
 * seasons. As in the table, the difference at the end of the season decides between level sides. A match's result in a
 * simulated season follows from the seed and its key alone, so a result elsewhere changes no other. Deterministic for
 * a seed. The chances sum to 1, less those of entrants who finished first too seldom to be priced: they get none.
 */
export async function seasonChances(of: SeasonSoFar): Promise<SeasonChances> {
  const { entrants, left, places, seed } = of
  const before = standingsOf(of)
  const matches = matchesOf(of)
  const margins = marginsOf(of.points)
  const lots = entrants.map((name) => hashOf(`${seed}:${name}`))
  const won = new Float64Array(entrants.length)
  const placed = new Float64Array(entrants.length)
  const now = new Float64Array(entrants.length)
  const seasonsAtOnce = Math.max(1, Math.floor(MATCHES_AT_ONCE / (left.length + entrants.length)))
  for (let season = 0; season < SEASONS; season += 1) {
    if (season % seasonsAtOnce === 0) await letOthersGoOn()
    for (let at = 0; at < now.length; at += 1)
      now[at] = (before[at] ?? 0) + rollOf(lots[at] ?? 0, season) * LOT
    playRest(now, { matches, margins, points: of.points, season })
    countBest(now, places, { won, placed })
  }
  return {
    chances: [...won].map((count) => (count < MIN_SEEN ? 0 : count / SEASONS)),
    placed: [...placed].map((count) => count / SEASONS),
    seasons: SEASONS,
  }
}

function standingsOf({ entrants, table }: SeasonSoFar): Float64Array {
  const rows = new Map(table.map((row) => [row.name, row]))
  return Float64Array.from(entrants, (name) => {
    const { points = 0, scored = 0, conceded = 0 } = rows.get(name) ?? {}
    return points * POINT + scored - conceded
  })
}

/** The matches left, in columns: they are played fifty thousand times. */
type Matches = {
  readonly home: Int32Array
  readonly away: Int32Array
  readonly hash: Int32Array
  readonly homeWins: Float64Array
  readonly draw: Float64Array
}

function matchesOf({ entrants, left, seed }: SeasonSoFar): Matches {
  const placeOf = new Map(entrants.map((name, place) => [name, place]))
  const known = left.filter(({ home, away }) => placeOf.has(home) && placeOf.has(away))
  return {
    home: Int32Array.from(known, ({ home }) => placeOf.get(home) ?? 0),
    away: Int32Array.from(known, ({ away }) => placeOf.get(away) ?? 0),
    hash: Int32Array.from(known, ({ key }) => hashOf(`${seed}:${key}`)),
    homeWins: Float64Array.from(known, ({ homeWins }) => homeWins),
    draw: Float64Array.from(known, ({ draw }) => draw),
  }
}

const MARGIN_STEPS = 1024

/** By how much a match is won, in order of size, each as often as it happens: one or more with this mean, geometric. */
const marginsOf = ({ meanMargin: mean, maxMargin = POINT }: TablePoints): Int32Array =>
  Int32Array.from({ length: MARGIN_STEPS }, (_, at) =>
    mean > 1
      ? Math.min(maxMargin, 1 + Math.floor(Math.log(1 - (at + 0.5) / MARGIN_STEPS) / Math.log(1 - 1 / mean)))
      : 1,
  )

type Season = {
  readonly matches: Matches
  readonly margins: Int32Array
  readonly points: TablePoints
  readonly season: number
}

/** Adds the results of the matches left in one simulated season. */
function playRest(now: Float64Array, { matches, margins, points, season }: Season): void {
  const { home, away, hash, homeWins, draw } = matches
  const [forWin, forDraw] = [points.win * POINT, points.draw * POINT]
  for (let at = 0; at < home.length; at += 1) {
    const roll = rollOf(hash[at] ?? 0, season)
    const homeUntil = homeWins[at] ?? 0
    const drawUntil = homeUntil + (draw[at] ?? 0)
    const isHome = roll < homeUntil
    if (!isHome && roll < drawUntil) {
      now[home[at] ?? 0] = (now[home[at] ?? 0] ?? 0) + forDraw
      now[away[at] ?? 0] = (now[away[at] ?? 0] ?? 0) + forDraw
      continue
    }
    // The position of the roll within this result's range decides the margin.
    const share = isHome ? roll / homeUntil : (roll - drawUntil) / (1 - drawUntil)
    const margin = margins[(share * MARGIN_STEPS) | 0] ?? 1
    const winner = (isHome ? home[at] : away[at]) ?? 0
    const loser = (isHome ? away[at] : home[at]) ?? 0
    now[winner] = (now[winner] ?? 0) + forWin + margin
    now[loser] = (now[loser] ?? 0) - margin
  }
}

/** Counts the first and the placed of a season; takes them out of `now`. */
function countBest(
  now: Float64Array,
  places: number,
  { won, placed }: { readonly won: Float64Array; readonly placed: Float64Array },
): void {
  for (let rank = 0; rank < places; rank += 1) {
    let best = 0
    for (let at = 1; at < now.length; at += 1) if ((now[at] ?? 0) > (now[best] ?? 0)) best = at
    if (rank === 0) won[best] = (won[best] ?? 0) + 1
    placed[best] = (placed[best] ?? 0) + 1
    now[best] = -Infinity
  }
}

const hashOf = (text: string): number => createHash('sha256').update(text).digest().readInt32BE(0)

/**
 * A number, 0 ≤ n < 1, from a hash and a season: a mixing of 32 bits, forty times as fast as one from SHA-256, of
 * which a season list would need millions.
 */
function rollOf(hash: number, season: number): number {
  let bits = Math.imul(season + 1, 0x9e3779b1) ^ hash
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad)
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97)
  bits ^= bits >>> 15
  bits = Math.imul(bits + hash, 0x2c1b3c6d)
  bits ^= bits >>> 16
  return (bits >>> 0) / 2 ** 32
}
