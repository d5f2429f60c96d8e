import { crossing } from '../solve.ts'
import { matchChanceFromSets, setMatchEnds, type MatchEnds } from './set-match.ts'
import {
  freshSet,
  rallySetEnds,
  type SetEnd,
  tennisSetEnds,
  type RallyRules,
  type TennisSet,
} from './set-scores.ts'
import type { ServeChances, Server } from './tennis-points.ts'

/** Average points won on serve, ATP 2017 (3,811 matches): a match's two players are spread around it. */
export const MEAN_SERVE_CHANCE = 0.633

export type TennisState = {
  readonly serve: ServeChances
  readonly bestOf: 3 | 5
  readonly sets: readonly [home: number, away: number]
  /** Games of finished sets. */
  readonly counted: readonly [home: number, away: number]
  readonly set: TennisSet
}

/** A tennis match before its first point. */
export const freshTennis = (serve: ServeChances, bestOf: 3 | 5, server: Server = 'home'): TennisState => ({
  serve,
  bestOf,
  sets: [0, 0],
  counted: [0, 0],
  set: freshSet(server),
})

/** A tennis match's possible endings from this state. Source: docs/maths/tennis.md §3. */
export const tennisEnds = (state: TennisState): MatchEnds => {
  const fresh = {
    home: tennisSetEnds(state.serve, freshSet('home')),
    away: tennisSetEnds(state.serve, freshSet('away')),
  }
  return setMatchEnds({
    bestOf: state.bestOf,
    won: state.sets,
    counted: state.counted,
    current: tennisSetEnds(state.serve, state.set),
    later: (_, server) => fresh[server],
  })
}

/**
 * The serve chances for this home win chance before the first point: both players move apart around the mean, keeping
 * the sum.
 */
export const fitTennis = (homeChance: number, bestOf: 3 | 5, mean = MEAN_SERVE_CHANCE): ServeChances => {
  const room = Math.min(mean, 1 - mean) - 0.01
  const at = (gap: number): ServeChances => ({ home: mean + gap, away: mean - gap })
  const chance = (gap: number): number => {
    const set = tennisSetEnds(at(gap), freshSet('home')).reduce(
      (all, end) => all + (end.home > end.away ? end.chance : 0),
      0,
    )
    return matchChanceFromSets(set, bestOf)
  }
  return at(
    crossing((gap) => chance(gap) - within(homeChance, chance(-room), chance(room)), -room, room, 1e-10),
  )
}

const within = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max)

export type RallySport = 'volleyball' | 'badminton' | 'table_tennis'

/** Each sport's sets, and a shorter last set. */
const RALLY_RULES: Record<RallySport, { readonly set: RallyRules; readonly last?: RallyRules }> = {
  volleyball: { set: { target: 25 }, last: { target: 15 } },
  badminton: { set: { target: 21, cap: 30 } },
  table_tennis: { set: { target: 11 } },
}

export type RallyState = {
  readonly sport: RallySport
  /** Chance that home wins a rally. */
  readonly rally: number
  readonly bestOf: number
  readonly sets: readonly [home: number, away: number]
  readonly counted: readonly [home: number, away: number]
  readonly points: readonly [home: number, away: number]
}

/** A match of rallies before its first point. */
export const freshRallies = (sport: RallySport, rally: number, bestOf: number): RallyState => ({
  sport,
  rally,
  bestOf,
  sets: [0, 0],
  counted: [0, 0],
  points: [0, 0],
})

/** The current set's possible endings. */
export const rallySetUnderWay = ({ sport, rally, sets, bestOf, points }: RallyState): SetEnd[] => {
  const { set, last = set } = RALLY_RULES[sport]
  return rallySetEnds(rally, sets[0] + sets[1] + 1 === bestOf ? last : set, points)
}

/** A rally match's possible endings from this state. Source: docs/maths/rallies.md. */
export const rallyEnds = (state: RallyState): MatchEnds => {
  const { set, last = set } = RALLY_RULES[state.sport]
  const fresh = { set: rallySetEnds(state.rally, set), last: rallySetEnds(state.rally, last) }
  return setMatchEnds({
    bestOf: state.bestOf,
    won: state.sets,
    counted: state.counted,
    current: rallySetUnderWay(state),
    later: (isLastSet) => (isLastSet ? fresh.last : fresh.set),
  })
}

const setChance = (rally: number, rules: RallyRules): number =>
  rallySetEnds(rally, rules).reduce((all, end) => all + (end.home > end.away ? end.chance : 0), 0)

/** The rally chance for this home win chance before the first point. */
export const fitRallies = (sport: RallySport, homeChance: number, bestOf: number): number => {
  const { set, last = set } = RALLY_RULES[sport]
  const chance = (rally: number): number =>
    matchWithLastSet(setChance(rally, set), setChance(rally, last), bestOf)
  return crossing((rally) => chance(rally) - within(homeChance, 1e-6, 1 - 1e-6), 0.05, 0.95, 1e-10)
}

const matchWithLastSet = (set: number, last: number, bestOf: number): number => {
  const needed = (bestOf + 1) / 2
  const from = (a: number, b: number): number => {
    if (a >= needed || b >= needed) return a >= needed ? 1 : 0
    const chance = a + b + 1 === bestOf ? last : set
    return chance * from(a + 1, b) + (1 - chance) * from(a, b + 1)
  }
  return from(0, 0)
}

/** A snooker match's possible endings: each frame is won with the same chance. */
export const frameEnds = (
  frame: number,
  bestOf: number,
  frames: readonly [home: number, away: number] = [0, 0],
): MatchEnds => {
  const ends = [
    { home: 1, away: 0, chance: frame, nextServer: 'home' as const },
    { home: 0, away: 1, chance: 1 - frame, nextServer: 'home' as const },
  ]
  return setMatchEnds({ bestOf, won: frames, counted: frames, current: ends, later: () => ends })
}

/** The frame chance for this home win chance. */
export const fitFrames = (homeChance: number, bestOf: number): number =>
  crossing((frame) => matchChanceFromFrames(frame, bestOf) - within(homeChance, 1e-6, 1 - 1e-6), 0.001, 0.999)

/** The negative binomial sum: matches of 35 frames are too long to enumerate. */
const matchChanceFromFrames = (frame: number, bestOf: number): number => {
  const needed = (bestOf + 1) / 2
  let term = frame ** needed
  let chance = 0
  for (let lost = 0; lost < needed; lost += 1) {
    chance += term
    term *= ((needed + lost) / (lost + 1)) * (1 - frame)
  }
  return chance
}
