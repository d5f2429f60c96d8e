import type { SetScore, Side } from '@palpite/odds'
import type { RallySport } from '@palpite/odds/sets'
import { matchStatuses } from '../../../sportsbook/index.ts'
import { wholeBetween } from '../draws.ts'
import type { Roll } from '../seeded-random.ts'
import { type Moment, plusOne, type SportScript } from './script.ts'
import { betweenSets, type SetsState, setUnderWay } from './tennis.ts'

/** Chance that home wins a rally, and the most sets played. */
export type RallyModel = { readonly rally: number; readonly bestOf: number }

type Rules = {
  readonly target: number
  readonly lastTarget?: number
  readonly cap?: number
  readonly rallySeconds: readonly [number, number]
  readonly setBreakSeconds: number
  /** After how many points the service changes; by the winner of the rally where not said. */
  readonly serves?: number
}

const RULES: Record<RallySport, Rules> = {
  volleyball: { target: 25, lastTarget: 15, rallySeconds: [20, 36], setBreakSeconds: 180 },
  badminton: { target: 21, cap: 30, rallySeconds: [18, 34], setBreakSeconds: 120 },
  table_tennis: { target: 11, rallySeconds: [14, 26], setBreakSeconds: 60, serves: 2 },
}

/** A sport of rallies, point by point: each is won by home with the same chance. */
function rallies(sport: RallySport): SportScript<RallyModel, SetsState> {
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
