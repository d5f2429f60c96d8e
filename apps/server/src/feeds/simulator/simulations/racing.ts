import type { SportStates } from '@palpite/contract'
import { FINAL_METRES, runRace } from '@palpite/odds/models'
import { matchStatuses } from '../../../sportsbook/index.ts'
import type { Roll } from '../draws.ts'
import { type Moment, type SportSimulation } from './simulation.ts'

/** Each runner's chance to win, by number from 1; zero for a withdrawn one. And the distance. */
export type RacingModel = { readonly chances: readonly number[]; readonly metres: number }

type RacingState = SportStates['race']

const METRES_A_SECOND = 16.5
const STEP_SECONDS = 5
/** From the finish to the official result. */
const RESULT_SECONDS = 60
const DEAD_HEAT_CHANCE = 0.012

const runnersOf = ({ chances }: RacingModel): number[] =>
  chances.flatMap((chance, place) => (chance > 0 ? [place + 1] : []))

/** The same race without the withdrawn runners. */
export const withoutRunners = (model: object, places: readonly number[]): object => {
  const { chances } = model as RacingModel // only races have runners to withdraw
  return { ...model, chances: chances.map((chance, at) => (places.includes(at + 1) ? 0 : chance)) }
}

/** No simulated race is a handicap. */
const PLAIN = { isHandicap: false }

const fresh = (model: RacingModel): RacingState => ({
  family: 'race',
  ...PLAIN,
  distanceMetres: model.metres,
  doneMetres: 0,
  order: runnersOf(model),
  finishes: null,
})

/**
 * A race run by its model, as are the live prices. Betting opens once all runners are off, and closes near the end,
 * where spectators see more than the prices.
 */
function* moments(model: RacingModel, roll: Roll): Generator<Moment<RacingState>> {
  const base = fresh(model)
  const ends = Math.round(model.metres / METRES_A_SECOND)
  const off = { matchStatus: matchStatuses.firstHalf, clock: null } as const
  yield { second: 0, ...off, state: { ...base, behindCm: base.order.map(() => 0) }, isStopped: true }
  const seconds: number[] = []
  for (let second = STEP_SECONDS; second < ends; second += STEP_SECONDS) seconds.push(second)
  seconds.push(ends)
  const chances = base.order.map((number) => model.chances[number - 1] ?? 0)
  const run = runRace(
    chances,
    seconds.map((second) => second / ends),
    roll,
  )
  let state = base
  for (const [at, come] of [...run].entries()) {
    const second = seconds[at] ?? ends
    const doneMetres = Math.round((model.metres * second) / ends)
    state = { ...base, doneMetres, ...placesOf(base.order, come) }
    const isNear = model.metres - doneMetres <= FINAL_METRES
    yield { second, ...off, state, ...(isNear ? { isStopped: true } : {}) }
  }
  const { order } = state
  const tied = roll() < DEAD_HEAT_CHANCE ? Math.floor(roll() * Math.min(3, order.length - 1)) : undefined
  const finishes = order.map((runner, at) => ({ runner, place: at - 1 === tied ? at : at + 1 }))
  yield {
    second: ends + RESULT_SECONDS,
    matchStatus: matchStatuses.finished,
    clock: null,
    state: { ...state, finishes },
  }
}

/** A runner further behind is out of sight. */
const MAX_BEHIND_CM = 100_000

/** The runners in their current order, and how far behind the first. */
function placesOf(runners: readonly number[], come: readonly number[]) {
  const lying = runners
    .map((runner, at) => ({ runner, come: come[at] ?? 0 }))
    .toSorted((one, other) => other.come - one.come)
  const first = lying[0]?.come ?? 0
  return {
    order: lying.map(({ runner }) => runner),
    behindCm: lying.map((one) => Math.min(MAX_BEHIND_CM, first - one.come)),
  }
}

export const racing: SportSimulation<RacingModel, RacingState> = { moments, stopSeconds: 0 }
