import type { Sport } from '@palpite/odds'
import { shuffled, type Roll, seededRandom } from '../draws.ts'

/** A team, player or runner and its strength: 0 is average, the best of a competition about 1, the worst -1. */
export type Entrant = { readonly name: string; readonly rating: number }

/** A fixture of a day without key and seed. */
export type DrawnFixture = {
  readonly participants: readonly string[]
  /** In minutes of America/Sao_Paulo. */
  readonly startMinute: number
  readonly title: string | null
  readonly model: object
}

/** A competition of the calendar: its fixtures depend on the day alone, so it never ends. */
export type Competition = {
  readonly sport: Sport
  readonly key: string
  readonly name: string
  /** Everybody who takes part. */
  readonly entrants: readonly string[]
  readonly fixturesOfDay: (day: number) => readonly DrawnFixture[]
  /** The model of a match between these two; undefined if they are not in it, and for races. */
  readonly modelOf: (home: string, away: string, seed: string) => object | undefined
}

/** Start times of a competition's fixtures: the first of the day, then one every N minutes. */
export type Timetable = {
  readonly firstStart: number
  readonly everyMinutes: number
  readonly fixturesADay: number
}

export type LeagueOf<One extends { readonly name: string }> = {
  readonly sport: Sport
  readonly key: string
  readonly name: string
  readonly times: Timetable
  /** An even number. */
  readonly entrants: readonly One[]
  readonly model: (home: One, away: One, roll: Roll) => object
}

/** A two-sided competition: one round of a round robin a day, in a random order, as many matches as the day holds. */
export function league<One extends { readonly name: string }>(own: LeagueOf<One>): Competition {
  const { sport, key, name, entrants, times } = own
  const byName = new Map(entrants.map((one) => [one.name, one]))
  return {
    sport,
    key,
    name,
    entrants: [...byName.keys()],
    modelOf: (home, away, seed) => {
      const [one, other] = [byName.get(home), byName.get(away)]
      return one && other && own.model(one, other, seededRandom(`${key}:${seed}`))
    },
    fixturesOfDay: (day) =>
      shuffled(roundOf(entrants, day), seededRandom(`${key}:${day}`))
        .slice(0, times.fixturesADay)
        .map(([home, away], slot) => ({
          participants: [home.name, away.name],
          startMinute: times.firstStart + slot * times.everyMinutes,
          title: null,
          model: own.model(home, away, seededRandom(`${key}:${day}:${slot}`)),
        })),
  }
}

/** One round by the circle method: all but the first move on by one each day, and sides alternate. */
function roundOf<One>(entrants: readonly One[], round: number): [One, One][] {
  const seats = entrants.length
  const turn = round % (seats - 1)
  const isReturn = Math.floor(round / (seats - 1)) % 2 === 1
  const at = (seat: number) => entrants[seat === 0 ? 0 : ((seat - 1 + turn) % (seats - 1)) + 1]
  return Array.from(
    { length: seats / 2 },
    (_, pair) => [pair, at(pair), at(seats - 1 - pair)] as const,
  ).flatMap(([pair, one, other]): [One, One][] => {
    if (one === undefined || other === undefined) return []
    return [(pair % 2 === 0) === isReturn ? [one, other] : [other, one]]
  })
}

/** Names in order of strength, best first. */
export function byRank(list: string): Entrant[] {
  const names = list.trim().split(/,\s+/)
  return names.map((name, rank) => ({ name, rating: rounded(1 - (2 * rank) / (names.length - 1)) }))
}

export const rounded = (value: number): number => Math.round(value * 10_000) / 10_000
export const within = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max)
export const logistic = (value: number): number => 1 / (1 + Math.exp(-value))
