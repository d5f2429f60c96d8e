import type { MatchState, Stat } from '../markets/state.ts'
import type { RaceResult } from '../racing/race.ts'
import type { Sport } from '../sports.ts'
import { fightState } from '../states/fight-state.ts'
import { frameMatchState } from '../states/frame-state.ts'
import { periodCounts, periodMatchState } from '../states/period-state.ts'
import type { SetScore, SetSport } from '../states/set-score.ts'
import { setMatchState } from '../states/set-state.ts'

/** A match after these steps; `steps` are the possible next ones, none once it is over. */
type Script = {
  readonly stateOf: (history: readonly number[]) => TreeState
  readonly choices: (history: readonly number[]) => number
}

type Pair = readonly [home: number, away: number]

/** A race's finish, once over. */
export type TreeState = MatchState & { readonly finish?: RaceResult }

/** Counts by periods, so much in each. */
const periods = (
  sport: Sport,
  stat: Stat,
  parts: readonly (readonly Pair[])[],
  extra?: readonly Pair[],
): Script => {
  const isLevel = (history: readonly number[]) =>
    history.slice(0, parts.length).reduce((lead, choice, at) => {
      const [home, away] = parts[at]?.[choice] ?? [0, 0]
      return lead + home - away
    }, 0) === 0
  const isOver = (history: readonly number[]) =>
    history.length > parts.length || (history.length === parts.length && !(extra && isLevel(history)))
  return {
    choices: (history) => (isOver(history) ? 0 : (parts[history.length] ?? extra ?? []).length),
    stateOf: (history) => {
      const played = history.slice(0, parts.length).map((choice, at) => {
        const [home, away] = parts[at]?.[choice] ?? [0, 0]
        return { home, away }
      })
      const [home, away] = extra?.[history[parts.length] ?? -1] ?? [0, 0]
      const more = history.length > parts.length ? { extra: { home, away } } : {}
      const ending = isOver(history) ? 'finished' : 'running'
      return periodMatchState({ sport, stat, ending, periods: played, isLastOpen: false, ...more })
    },
  }
}

/** Football in four parts, two per half, with corners and cards equal to goals; who progresses is stated. */
const football: Script = {
  choices: (history) => (history.length < 4 ? 3 : 0),
  stateOf: (history) => {
    const goals = (from: number, to: number) => ({
      home: history.slice(from, to).filter((choice) => choice === 1).length,
      away: history.slice(from, to).filter((choice) => choice === 2).length,
    })
    const halves = history.length > 2 ? [goals(0, 2), goals(2, 4)] : [goals(0, 2)]
    const ending = history.length === 4 ? 'finished' : 'running'
    const countsOf = (stat: Stat) =>
      periodCounts({ sport: 'football', stat, ending, periods: halves, isLastOpen: history.length !== 2 })
    const { home, away } = goals(0, 4)
    const counts = { ...countsOf('goals'), ...countsOf('corners'), ...countsOf('cards') }
    return {
      sport: 'football',
      ending,
      counts,
      ...(ending === 'finished' && home === away ? { winner: 'away' } : {}),
    }
  },
}

const SETS: Readonly<Record<SetSport, readonly SetScore[]>> = {
  tennis: [
    [6, 2],
    [7, 6],
    [4, 6],
    [5, 7],
  ],
  volleyball: [
    [25, 17],
    [19, 25],
    [28, 30],
  ],
  badminton: [
    [21, 12],
    [18, 21],
    [30, 29],
  ],
  table_tennis: [
    [11, 3],
    [9, 11],
    [16, 14],
  ],
}

const sets = (sport: SetSport, bestOf: number): Script => {
  const scores = (history: readonly number[]) =>
    history.map((choice): SetScore => SETS[sport][choice] ?? [0, 0])
  const isOver = (history: readonly number[]) => {
    const home = scores(history).filter(([own, other]) => own > other).length
    return Math.max(home, history.length - home) > bestOf / 2
  }
  return {
    choices: (history) => (isOver(history) ? 0 : SETS[sport].length),
    stateOf: (history) =>
      setMatchState({
        sport,
        bestOf,
        sets: scores(history),
        ending: isOver(history) ? 'finished' : 'running',
      }),
  }
}

const FRAMES: readonly Pair[] = [
  [70, 20],
  [41, 66],
]

const snooker: Script = {
  choices: (history) =>
    Math.max(...[0, 1].map((side) => history.filter((one) => one === side).length)) === 3 ? 0 : 2,
  stateOf: (history) =>
    frameMatchState({
      bestOf: 5,
      frames: history.map((choice) => FRAMES[choice] ?? [0, 0]),
      ending: snooker.choices(history) === 0 ? 'finished' : 'running',
    }),
}

const ROUNDS = 4
/** Each round continues or is stopped by either; after the last the judges decide. */
const boxing: Script = {
  choices: (history) =>
    history.slice(0, ROUNDS).some((choice) => choice > 0) || history.length > ROUNDS ? 0 : 3,
  stateOf: (history) => {
    const stopped = history.slice(0, ROUNDS).findIndex((choice) => choice > 0)
    if (stopped >= 0)
      return fightState({
        result: 'knockout',
        winner: history[stopped] === 1 ? 'home' : 'away',
        round: stopped + 1,
        isPastHalf: true,
      })
    const winner = (['draw', 'home', 'away'] as const)[history[ROUNDS] ?? -1]
    if (winner) return fightState({ result: 'decision', winner, rounds: ROUNDS })
    const fought = { home: history.length, away: 0, over: false, max: ROUNDS }
    return { sport: 'boxing', ending: 'running', counts: { 'rounds.full': fought } }
  },
}

export const RUNNERS = ['1', '2', '3', '4']

/** The last remaining runner drops out at each step; of the last two one wins, or neither. */
const racing: Script = {
  choices: (history) =>
    history.length < RUNNERS.length - 2
      ? RUNNERS.length - history.length
      : history.length < RUNNERS.length - 1
        ? 3
        : 0,
  stateOf: (history) => {
    const left = [...RUNNERS]
    const places = new Map<string, number>()
    for (const choice of history.slice(0, RUNNERS.length - 2))
      for (const out of left.splice(choice, 1)) places.set(out, left.length + 1)
    const last = history[RUNNERS.length - 2]
    if (last === undefined) return { sport: 'racing', ending: 'running', counts: {} }
    for (const [at, runner] of left.entries()) places.set(runner, last === 2 || last === at ? 1 : 2)
    return { sport: 'racing', ending: 'finished', counts: {}, finish: places }
  },
}

const quarter: readonly Pair[] = [
  [28, 20],
  [19, 27],
  [24, 24],
]
const inning: readonly Pair[] = [
  [1, 0],
  [0, 1],
]
const cricketInnings = (at: 'home' | 'away'): readonly Pair[] =>
  [120, 150, 151].map((runs): Pair => (at === 'home' ? [runs, 0] : [0, runs]))

/** Cricket counts runs and wickets; a super over names the winner of a tie. */
const cricketRuns = periods('cricket', 'runs', [cricketInnings('home'), cricketInnings('away')])
const cricket: Script = {
  ...cricketRuns,
  stateOf: (history) => {
    const runs = cricketRuns.stateOf(history)
    const wickets = periodCounts({
      sport: 'cricket',
      stat: 'wickets',
      ending: runs.ending,
      periods: history.map((choice, at) =>
        at === 0 ? { home: 4 + choice, away: 0 } : { home: 0, away: 8 - choice },
      ),
      isLastOpen: false,
    })
    const isTied = history.length === 2 && history[0] === history[1]
    return { ...runs, counts: { ...wickets, ...runs.counts }, ...(isTied ? { winner: 'away' } : {}) }
  },
}

export const SCRIPTS: Readonly<Record<Sport, Script>> = {
  football,
  basketball: periods(
    'basketball',
    'points',
    [quarter, quarter, quarter, quarter],
    [
      [12, 9],
      [7, 11],
    ],
  ),
  american_football: periods(
    'american_football',
    'points',
    [quarter, quarter, quarter, quarter],
    [
      [3, 0],
      [0, 0],
    ],
  ),
  baseball: periods(
    'baseball',
    'runs',
    Array.from({ length: 9 }, (_, at) => (at % 2 === 0 ? inning : inning.slice(0, 1))),
    [
      [2, 1],
      [0, 1],
    ],
  ),
  cricket,
  tennis: sets('tennis', 3),
  volleyball: sets('volleyball', 5),
  badminton: sets('badminton', 3),
  table_tennis: sets('table_tennis', 5),
  snooker,
  boxing,
  racing,
}

/** A match node with its possible next nodes and their chances. */
export type Node = { state: TreeState; chances: number[]; next: Node[] }

/** Seeded random numbers in 0..1. */
export const rollsOf = (seed: number) => {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A match as a tree: at each node one of a few things happens, with random chances. */
export const treeOf = (
  { stateOf, choices }: Script,
  roll: () => number,
  history: readonly number[] = [],
): Node => {
  const parts = Array.from({ length: choices(history) }, () => roll() ** 3 + 0.02)
  const whole = parts.reduce((sum, part) => sum + part, 0)
  return {
    state: stateOf(history),
    chances: parts.map((part) => part / whole),
    next: parts.map((_, choice) => treeOf({ stateOf, choices }, roll, [...history, choice])),
  }
}
