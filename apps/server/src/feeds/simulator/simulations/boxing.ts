import type { SportStates } from '@palpite/contract'
import type { Period, Side } from '@palpite/odds'
import type { FightModel } from '@palpite/odds/models'
import { matchStatuses } from '../../../sportsbook/index.ts'
import { drawPlace, type Roll } from '../draws.ts'
import { type Moment, plusOne, type SportSimulation } from './simulation.ts'

export type BoxingModel = FightModel

type BoxingState = SportStates['fight']
type Result = NonNullable<BoxingState['result']>

const ROUND_SECONDS = 180
const HALF_SECONDS = ROUND_SECONDS / 2
const BREAK_SECONDS = 60
const VERDICT_SECONDS = 120
const KNOCKDOWN_CHANCE = 0.04

const fresh = ({ rounds }: BoxingModel): BoxingState => ({
  family: 'fight',
  rounds,
  roundsDone: 0,
  round: null,
  knockdowns: [0, 0],
  result: null,
})

/**
 * A fight round by round: in each, either side may be stopped in the second half of the round, as the round prices
 * assume; betting is suspended in that half. A fight over the full distance is decided by the judges.
 */
function* moments(model: BoxingModel, roll: Roll): Generator<Moment<BoxingState>> {
  let state = fresh(model)
  let second = 0
  while (state.roundsDone < model.rounds) {
    const round = state.roundsDone + 1
    state = { ...state, round }
    yield { second, ...statusOf(round), state }
    const stopped = drawPlace(
      [model.stops.home, model.stops.away, 1 - model.stops.home - model.stops.away],
      roll,
    )
    if (roll() < KNOCKDOWN_CHANCE) {
      const knockdowns = plusOne(state.knockdowns ?? [0, 0], roll() < 0.5 ? 'home' : 'away')
      state = { ...state, knockdowns: [...knockdowns] }
    }
    second += HALF_SECONDS
    yield { second, ...statusOf(round), state, isStopped: true }
    if (stopped < 2) {
      const winner: Side = stopped === 0 ? 'home' : 'away'
      second += 1 + Math.floor(roll() * (HALF_SECONDS - 1))
      yield announced({ method: 'knockout', winner, round, isPastHalf: true }, second)
      return
    }
    second += HALF_SECONDS
    state = { ...state, roundsDone: round, round: null }
    if (round < model.rounds) {
      yield { second, ...statusOf(round), matchStatus: matchStatuses.midfield, state }
      second += BREAK_SECONDS
    }
  }
  yield { second, ...statusOf(model.rounds), matchStatus: matchStatuses.midfield, state, isStopped: true }
  const verdict = drawPlace([model.judges.home, model.judges.draw, model.judges.away], roll)
  const winner = (['home', 'draw', 'away'] as const)[verdict] ?? 'draw'
  yield announced({ method: 'decision', winner, round: null, isPastHalf: false }, second + VERDICT_SECONDS)

  function announced(result: Result, at: number): Moment<BoxingState> {
    return { second: at, matchStatus: matchStatuses.finished, clock: null, state: { ...state, result } }
  }
}

function statusOf(round: number) {
  const period: Period = `round${round}`
  const matchStatus = round === 1 ? matchStatuses.firstHalf : matchStatuses.secondHalf
  return { matchStatus, clock: { period, minute: null } }
}

export const boxing: SportSimulation<BoxingModel, BoxingState> = { moments, stopSeconds: 15 }
