import type { SportStates } from '@palpite/contract'
import type { Period, Side, SetScore } from '@palpite/odds'
import type { ServeChances, RallySport } from '@palpite/odds/sets'
import { matchStatuses } from '../../../sportsbook/index.ts'
import { wholeBetween, type Roll } from '../draws.ts'
import { type Moment, otherSide, plusOne, type SportSimulation } from './simulation.ts'

/** Each player's chance to win a point on serve, and the maximum number of sets. */
type TennisModel = { readonly serve: ServeChances; readonly bestOf: 3 | 5 }

/** The state of a match in sets: tennis, and the rally sports below. */
type SetsState = SportStates['sets']

const GAMES = 6
const POINT_SECONDS = [22, 42] as const
const CHANGE_SECONDS = 60
const SET_BREAK_SECONDS = 120

const fresh = ({ bestOf }: TennisModel): SetsState => ({
  family: 'sets',
  bestOf,
  sets: [[0, 0]],
  points: [0, 0],
  server: 'home',
})

/** A match point by point: the server wins the point with their own chance. A tie-break decides each set at 6–6. */
function* tennisMoments(model: TennisModel, roll: Roll): Generator<Moment<SetsState>> {
  let state = fresh(model)
  let second = 0
  let won = [0, 0] as [number, number]
  yield { second, ...setUnderWay(state), state }
  for (;;) {
    const server = pointServer(state)
    const winner = roll() < model.serve[server] ? server : otherSide(server)
    const step = afterPoint(state, plusOne(state.points ?? [0, 0], winner), winner)
    second += wholeBetween(roll, ...POINT_SECONDS)
    state = { ...state, ...step.state }
    if (step.isSetWon) {
      won = plusOne(won, winner)
      if (Math.max(...won) > model.bestOf / 2) break
      yield { second, ...betweenSets(state), state, isDecisive: true }
      state = { ...state, sets: [...state.sets, [0, 0]] }
    }
    second += step.pause
    yield { second, ...setUnderWay(state), state, ...(step.pause > 0 ? { isDecisive: true } : {}) }
  }
  yield { second, matchStatus: matchStatuses.finished, clock: null, state: { ...state, server: null } }
}

type Step = { state: Partial<SetsState>; isSetWon: boolean; pause: number }

/** What a point decides: nothing more, or a game, or the set. */
function afterPoint(state: SetsState, points: [number, number], winner: Side): Step {
  const games = state.sets.at(-1) ?? [0, 0]
  const isTieBreak = games[0] === GAMES && games[1] === GAMES
  const [most, fewest] = [Math.max(...points), Math.min(...points)]
  if (most < (isTieBreak ? 7 : 4) || most - fewest < 2)
    return { state: { points: isTieBreak ? points : atDeuce(points) }, isSetWon: false, pause: 0 }
  const score = plusOne(games, winner)
  const isSetWon = isTieBreak || (Math.max(...score) >= GAMES && Math.abs(score[0] - score[1]) >= 2)
  const changesEnds = (score[0] + score[1]) % 2 === 1
  return {
    state: {
      sets: [...state.sets.slice(0, -1), score],
      points: [0, 0],
      server: otherSide(state.server ?? 'home'),
    },
    isSetWon,
    pause: isSetWon ? SET_BREAK_SECONDS : changesEnds ? CHANGE_SECONDS : 10,
  }
}

/** From deuce on points are counted as 3–3, 4–3 and 3–4 only. */
const atDeuce = (points: [number, number]): [number, number] =>
  points[0] === 4 && points[1] === 4 ? [3, 3] : points

/** In a tie-break one player serves the first point, then two each. */
function pointServer({ sets, points: counted, server: own }: SetsState): Side {
  const points = counted ?? [0, 0]
  const server = own ?? 'home'
  const games = sets.at(-1)
  if (games?.[0] !== GAMES || games[1] !== GAMES) return server
  const isFirst = Math.floor((points[0] + points[1] + 1) / 2) % 2 === 0
  return isFirst ? server : otherSide(server)
}

/** The first set is the first half of a match in sets; the rest is the second. */
function setUnderWay({ sets }: SetsState) {
  const period: Period = `set${sets.length}`
  const matchStatus = sets.length === 1 ? matchStatuses.firstHalf : matchStatuses.secondHalf
  return { matchStatus, clock: { period, minute: null } }
}

const betweenSets = (state: SetsState) => ({
  ...setUnderWay(state),
  matchStatus: matchStatuses.midfield,
})

export const tennis: SportSimulation<TennisModel, SetsState> = { moments: tennisMoments, stopSeconds: 8 }

/** The chance of home to win a rally, and the maximum number of sets. */
type RallyModel = { readonly rally: number; readonly bestOf: number }

type Rules = {
  readonly target: number
  readonly lastTarget?: number
  readonly cap?: number
  readonly rallySeconds: readonly [number, number]
  readonly setBreakSeconds: number
  /** How many points before the serve changes; by default the rally's winner serves. */
  readonly serves?: number
}

const RULES: Record<RallySport, Rules> = {
  volleyball: { target: 25, lastTarget: 15, rallySeconds: [20, 36], setBreakSeconds: 180 },
  badminton: { target: 21, cap: 30, rallySeconds: [18, 34], setBreakSeconds: 120 },
  table_tennis: { target: 11, rallySeconds: [14, 26], setBreakSeconds: 60, serves: 2 },
}

/** A rally sport point by point: home wins each with the same chance. */
function rallies(sport: RallySport): SportSimulation<RallyModel, SetsState> {
  const rules = RULES[sport]
  const fresh = ({ bestOf }: RallyModel): SetsState => ({
    family: 'sets',
    bestOf,
    sets: [[0, 0]],
    points: null,
    server: 'home',
  })
  return { moments, stopSeconds: 8 }

  function* moments(model: RallyModel, roll: Roll): Generator<Moment<SetsState>> {
    let state = fresh(model)
    let second = 0
    let won = [0, 0] as [number, number]
    yield { second, ...setUnderWay(state), state }
    for (;;) {
      const winner: Side = roll() < model.rally ? 'home' : 'away'
      const score = plusOne(state.sets.at(-1) ?? [0, 0], winner)
      second += wholeBetween(roll, ...rules.rallySeconds)
      state = { ...state, sets: [...state.sets.slice(0, -1), score], server: nextServer(score, winner) }
      if (isSetOver(score, state.sets.length === model.bestOf)) {
        won = plusOne(won, winner)
        if (Math.max(...won) > model.bestOf / 2) break
        yield { second, ...betweenSets(state), state, isDecisive: true }
        second += rules.setBreakSeconds
        state = { ...state, sets: [...state.sets, [0, 0]] }
      }
      yield { second, ...setUnderWay(state), state }
    }
    yield { second, matchStatus: matchStatuses.finished, clock: null, state: { ...state, server: null } }
  }

  function isSetOver(score: SetScore, isLast: boolean): boolean {
    const most = Math.max(...score)
    const target = isLast ? (rules.lastTarget ?? rules.target) : rules.target
    return most === rules.cap || (most >= target && Math.abs(score[0] - score[1]) >= 2)
  }

  function nextServer([home, away]: SetScore, winner: Side): Side {
    if (rules.serves === undefined) return winner
    const isLate = home >= rules.target - 1 && away >= rules.target - 1
    return Math.floor((home + away) / (isLate ? 1 : rules.serves)) % 2 === 0 ? 'home' : 'away'
  }
}

export const volleyball = rallies('volleyball')
export const badminton = rallies('badminton')
export const tableTennis = rallies('table_tennis')
