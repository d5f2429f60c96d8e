import { gameChance, tieBreakChance, type ServeChances, type Server } from './tennis-points.ts'

/** A set's ending: score, chance, and the next set's first server (if the sport has a serve order). */
export type SetEnd = {
  readonly home: number
  readonly away: number
  readonly chance: number
  readonly nextServer: Server
}

const other = (server: Server): Server => (server === 'home' ? 'away' : 'home')

/** A tennis set's state. Points count only in the current game or tie-break. */
export type TennisSet = {
  readonly games: readonly [home: number, away: number]
  readonly points: readonly [home: number, away: number]
  readonly server: Server
}

export const freshSet = (server: Server): TennisSet => ({ games: [0, 0], points: [0, 0], server })

/** The tennis set's possible final scores with chances. A tie-break decides at 6–6. Source: docs/maths/tennis.md §2. */
export const tennisSetEnds = (serve: ServeChances, set: TennisSet): SetEnd[] => {
  const hold = { home: gameChance(serve.home), away: gameChance(serve.away) }
  const ends = new Map<string, SetEnd>()
  let layer: readonly Stage[] = [{ games: set.games, server: set.server, chance: 1 }]
  for (let isFirst = true; layer.length > 0; isFirst = false) {
    const next = new Map<string, Stage>()
    for (const stage of layer) {
      const isTieBreak = stage.games[0] === 6 && stage.games[1] === 6
      const wins = isFirst
        ? firstGame(serve, set, isTieBreak)
        : homeWins({ ...stage, serve, hold, isTieBreak })
      playGame({ stage, wins, isTieBreak }, ends, next)
    }
    layer = [...next.values()]
  }
  return [...ends.values()]
}

/** A score within the set, the next server, and its chance. */
type Stage = { readonly games: readonly [number, number]; readonly server: Server; readonly chance: number }

/** Both results of the next game: an ending, or the next stage. */
const playGame = (
  { stage, wins, isTieBreak }: { stage: Stage; wins: number; isTieBreak: boolean },
  ends: Map<string, SetEnd>,
  next: Map<string, Stage>,
): void => {
  const [home, away] = stage.games
  const server = other(stage.server)
  for (const [a, b, share] of [
    [home + 1, away, wins],
    [home, away + 1, 1 - wins],
  ] as const) {
    const key = `${a}-${b}-${server}`
    const chance = stage.chance * share
    const isOver = isTieBreak || (Math.max(a, b) >= 6 && Math.abs(a - b) >= 2)
    if (isOver)
      ends.set(key, { home: a, away: b, nextServer: server, chance: chance + (ends.get(key)?.chance ?? 0) })
    else next.set(key, { games: [a, b], server, chance: chance + (next.get(key)?.chance ?? 0) })
  }
}

type Game = { serve: ServeChances; hold: ServeChances; server: Server; isTieBreak: boolean }

const homeWins = ({ serve, hold, server, isTieBreak }: Game): number => {
  if (isTieBreak) return tieBreakChance(serve, server)
  return server === 'home' ? hold.home : 1 - hold.away
}

/** The current game from its points. */
const firstGame = (serve: ServeChances, { points, server }: TennisSet, isTieBreak: boolean): number => {
  const [home, away] = points
  if (isTieBreak) return tieBreakChance(serve, server, points)
  return server === 'home' ? gameChance(serve.home, [home, away]) : 1 - gameChance(serve.away, [away, home])
}

/** Home's chance of the set. The first server does not matter. */
export const tennisSetChance = (serve: ServeChances, set: TennisSet = freshSet('home')): number =>
  tennisSetEnds(serve, set).reduce((sum, end) => sum + (end.home > end.away ? end.chance : 0), 0)

/** How a rally set is won: the target with a lead of two, at the latest the cap. */
export type RallyRules = { readonly target: number; readonly cap?: number }

/** Rallies beyond this many after the target happen less than once in a billion sets. */
const LONGEST_EXTRA = 60

/** A rally set's endings from these points, if home wins each rally with this chance. Source: docs/maths/rallies.md. */
export const rallySetEnds = (
  rally: number,
  { target, cap }: RallyRules,
  from: readonly [home: number, away: number] = [0, 0],
): SetEnd[] => {
  if (!(rally > 0 && rally < 1)) throw new Error(`a chance must be between 0 and 1, got ${rally}`)
  const max = cap ?? target + LONGEST_EXTRA
  const isOver = (a: number, b: number): boolean =>
    Math.max(a, b) >= max || (Math.max(a, b) >= target && Math.abs(a - b) >= 2)
  const chances = Array.from({ length: max + 1 }, () => new Float64Array(max + 1))
  const put = (a: number, b: number, chance: number): void => {
    const row = chances[a]
    if (row) row[b] = (row[b] ?? 0) + chance
  }
  put(from[0], from[1], 1)
  const ends: SetEnd[] = []
  for (let a = from[0]; a <= max; a += 1) {
    for (let b = from[1]; b <= max; b += 1) {
      const chance = chances[a]?.[b] ?? 0
      if (chance === 0) continue
      if (isOver(a, b)) ends.push({ home: a, away: b, chance, nextServer: 'home' })
      else {
        put(a + 1, b, chance * rally)
        put(a, b + 1, chance * (1 - rally))
      }
    }
  }
  return ends
}
