import type { SportStates } from '@palpite/contract'
import { matchStatuses } from '../../../sports/index.ts'
import { drawPlace } from '../draws.ts'
import type { Roll } from '../seeded-random.ts'
import { type Moment, type SportScript } from './script.ts'

/** Chance of each runner to win, by its number from 1; nought for one that was taken out. How far they run. */
export type RacingModel = { readonly chances: readonly number[]; readonly metres: number }

type RacingState = SportStates['race']

const METRES_A_SECOND = 16.5
const STEP_SECONDS = 5
/** From the line to the official result. */
const RESULT_SECONDS = 60
const DEAD_HEAT_CHANCE = 0.012

const runnersOf = ({ chances }: RacingModel): number[] =>
  chances.flatMap((chance, place) => (chance > 0 ? [place + 1] : []))

/** The same race without those that do not start. */
export const withoutRunners = (model: object, places: readonly number[]): object => {
  const { chances } = model as RacingModel // only races have runners to lose
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
 * A race: whoever is left wins the next place in proportion to its chance, as the place prices say; on the way the
 * order comes nearer and nearer to that of the finish. No bets once they are off.
 */
function* moments(model: RacingModel, roll: Roll): Generator<Moment<RacingState>> {
  const base = fresh(model)
  const finish = drawOrder(base.order, model.chances, roll)
  const early = new Map(finish.map((number) => [number, roll() * finish.length]))
  const ends = Math.round(model.metres / METRES_A_SECOND)
  const off = { matchStatus: matchStatuses.firstHalf, clock: null, isStopped: true } as const
  for (let second = 0; second < ends; second += STEP_SECONDS) {
    const share = second / ends
    const rank = (number: number) => finish.indexOf(number) * share + (early.get(number) ?? 0) * (1 - share)
    const order = finish.toSorted((one, other) => rank(one) - rank(other))
    yield { second, ...off, state: { ...base, doneMetres: Math.round(model.metres * share), order } }
  }
  const atLine = { ...base, doneMetres: model.metres, order: finish }
  yield { second: ends, ...off, state: atLine }
  const tied = roll() < DEAD_HEAT_CHANCE ? Math.floor(roll() * Math.min(3, finish.length - 1)) : undefined
  const finishes = finish.map((runner, at) => ({ runner, place: at - 1 === tied ? at : at + 1 }))
  yield {
    second: ends + RESULT_SECONDS,
    matchStatus: matchStatuses.finished,
    clock: null,
    state: { ...atLine, finishes },
  }
}

function drawOrder(runners: readonly number[], chances: readonly number[], roll: Roll): number[] {
  const left = [...runners]
  const order: number[] = []
  while (left.length > 0) {
    const drawn = drawPlace(
      left.map((number) => chances[number - 1] ?? 0),
      roll,
    )
    order.push(...left.splice(drawn, 1))
  }
  return order
}

export const racing: SportScript<RacingModel, RacingState> = { moments, stopSeconds: 0 }
