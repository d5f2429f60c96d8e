import type { Counts } from '../counts/counts.ts'
import type { SetEnd } from './set-scores.ts'
import type { Server } from './tennis-points.ts'

/** A match in sets from here: the current set's possible endings, and later sets'. */
export type SetsToCome = {
  readonly bestOf: number
  readonly won: readonly [home: number, away: number]
  /** Points or games counted in sets already over. */
  readonly counted: readonly [home: number, away: number]
  readonly current: readonly SetEnd[]
  readonly later: (isLast: boolean, server: Server) => readonly SetEnd[]
}

/** The possible endings: set scores, and the chances of all counted points (or games), as sum and by side. */
export type MatchEnds = {
  readonly sets: readonly { readonly home: number; readonly away: number; readonly chance: number }[]
  readonly counts: Counts
}

/** Points so far, weighted by the chance of this path. Differences start at minus `size`. */
type Counted = {
  readonly totals: Float64Array
  readonly differences: Float64Array
  readonly home: Float64Array
  readonly away: Float64Array
}

type Node = { readonly won: readonly [number, number]; readonly server: Server; readonly counted: Counted }

/** Endings less likely than this are ignored. */
const NEGLIGIBLE = 1e-10

/**
 * Plays the match out set by set, keeping the point distributions for every set score. Asserts: an odd number of sets
 * up to 35, sets won below the needed number. Source: docs/maths/sets.md.
 */
export const setMatchEnds = (match: SetsToCome): MatchEnds => {
  const { bestOf, won } = match
  const needed = (bestOf + 1) / 2
  if (!Number.isSafeInteger(needed) || bestOf < 1 || bestOf > 35) throw new Error(`not a best of ${bestOf}`)
  if (Math.max(...won) >= needed || Math.min(...won) < 0)
    throw new Error(`the match is over at ${won.join('–')}`)
  const size = maxCounted(match)
  const sets: { home: number; away: number; chance: number }[] = []
  const all = nothingCounted(size)
  const start = nothingCounted(size)
  for (const list of [start.totals, start.home, start.away]) list[0] = 1
  start.differences[size] = 1
  let layer: Node[] = [{ won, server: 'home', counted: start }]
  for (let played = won[0] + won[1]; layer.length > 0; played += 1) {
    const isFirst = played === won[0] + won[1]
    const merged = playSets(layer, size, (node) =>
      isFirst ? match.current : match.later(played + 1 === bestOf, node.server),
    )
    layer = merged.filter((node) => Math.max(...node.won) < needed)
    for (const node of merged.filter((one) => Math.max(...one.won) >= needed)) {
      const chance = node.counted.home.reduce((sum, part) => sum + part, 0)
      const known = sets.find(({ home, away }) => home === node.won[0] && away === node.won[1])
      if (known) known.chance += chance
      else sets.push({ home: node.won[0], away: node.won[1], chance })
      addTo(all, node.counted)
    }
  }
  const [homeFrom, awayFrom] = match.counted
  return {
    sets,
    counts: {
      ...all,
      homeFrom,
      awayFrom,
      totalFrom: homeFrom + awayFrom,
      differenceFrom: homeFrom - awayFrom - size,
    },
  }
}

const nothingCounted = (size: number): Counted => ({
  totals: new Float64Array(2 * size + 1),
  differences: new Float64Array(2 * size + 1),
  home: new Float64Array(size + 1),
  away: new Float64Array(size + 1),
})

/** One side's maximum further points: each set's maximum, over all sets still possible. */
const maxCounted = ({ current, later, won, bestOf }: SetsToCome): number => {
  const max = (ends: readonly SetEnd[]): number =>
    ends.reduce((all, { home, away, chance }) => (chance > NEGLIGIBLE ? Math.max(all, home, away) : all), 0)
  const left = bestOf - won[0] - won[1]
  return max(current) + (left - 1) * Math.max(max(later(false, 'home')), max(later(true, 'home')))
}

/** Every set score after one more set, from all those before it. */
const playSets = (
  layer: readonly Node[],
  size: number,
  endsOf: (node: Node) => readonly SetEnd[],
): readonly Node[] => {
  const next = new Map<string, Node>()
  for (const node of layer) {
    for (const end of endsOf(node)) if (end.chance > NEGLIGIBLE) addSet({ node, end, size }, next)
  }
  return [...next.values()]
}

/** A set's ending added to others with the same set score and server: they continue alike. */
const addSet = (
  { node, end, size }: { readonly node: Node; readonly end: SetEnd; readonly size: number },
  next: Map<string, Node>,
): void => {
  const { home, away, chance, nextServer } = end
  const won: readonly [number, number] =
    home > away ? [node.won[0] + 1, node.won[1]] : [node.won[0], node.won[1] + 1]
  const key = `${won[0]}-${won[1]}-${nextServer}`
  const known = next.get(key)
  const counted = known?.counted ?? nothingCounted(size)
  if (!known) next.set(key, { won, server: nextServer, counted })
  addMoved(counted.totals, node.counted.totals, { by: home + away, chance })
  addMoved(counted.differences, node.counted.differences, { by: home - away, chance })
  addMoved(counted.home, node.counted.home, { by: home, chance })
  addMoved(counted.away, node.counted.away, { by: away, chance })
}

const addMoved = (
  sum: Float64Array,
  list: Float64Array,
  { by, chance }: { readonly by: number; readonly chance: number },
): void => {
  const last = Math.min(list.length, list.length - by)
  for (let place = Math.max(0, -by); place < last; place += 1) {
    const part = list[place] ?? 0
    if (part > 0) sum[place + by] = (sum[place + by] ?? 0) + part * chance
  }
}

const addTo = (sum: Counted, part: Counted): void => {
  for (const name of ['totals', 'differences', 'home', 'away'] as const) {
    const list = sum[name]
    for (let place = 0; place < list.length; place += 1)
      list[place] = (list[place] ?? 0) + (part[name][place] ?? 0)
  }
}

/** Chance that home wins the match. */
export const homeMatchChance = ({ sets }: MatchEnds): number =>
  sets.reduce((all, { home, away, chance }) => all + (home > away ? chance : 0), 0)

/** Chance of winning a best of `bestOf` when each set is won with the same chance, from these sets. */
export const matchChanceFromSets = (
  set: number,
  bestOf: number,
  [home, away]: readonly [number, number] = [0, 0],
): number => {
  const needed = (bestOf + 1) / 2
  if (!(set >= 0 && set <= 1)) throw new Error(`a chance must be between 0 and 1, got ${set}`)
  if (!Number.isSafeInteger(needed)) throw new Error(`not a best of ${bestOf}`)
  const from = (a: number, b: number): number =>
    a >= needed ? 1 : b >= needed ? 0 : set * from(a + 1, b) + (1 - set) * from(a, b + 1)
  return from(home, away)
}
