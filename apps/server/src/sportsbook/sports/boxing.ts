import { sportStates, type SportStates } from '@palpite/contract'
import { type Ending, type FightResult, fightState, type MatchState } from '@palpite/odds'
import { boxingPrices } from '@palpite/odds/models'
import * as z from 'zod/mini'
import { FAIR, type MainMarket } from './adapter.ts'
import { matchSport } from './match-sport.ts'
import { isInPlay } from './match-status.ts'

type State = SportStates['fight']

const share = z.number().check(z.minimum(0), z.maximum(1))
/** The chance of each fighter to stop the other in a round, and of the judges' decision after the full distance. */
const models = z.object({
  rounds: z.int().check(z.minimum(1), z.maximum(15)),
  stops: z.object({ home: share, away: share }),
  judges: z.object({ home: share, draw: share, away: share }),
})
type Model = z.output<typeof models>

const main: readonly MainMarket[] = [
  { type: 'boxing.winner', period: 'full', hasLine: false },
  { type: 'boxing.total_rounds', period: 'full', hasLine: true },
]

export const boxing = matchSport<Model, State>({
  sport: 'boxing',
  states: sportStates.fight,
  models,
  main,
  hasMore: false,
  // Points are the judges' and announced at the end: there is no score in play.
  score: () => null,
  fair: (model, { state, matchStatus }) => {
    const isOn = matchStatus === 0 || isInPlay(matchStatus)
    const done = state?.roundsDone ?? 0
    return isOn && !state?.result && done < model.rounds ? boxingPrices(model, done, FAIR) : []
  },
  matchState,
})

/** The rounds fought so far; once officially announced: winner, round and method. */
function matchState({ result, rounds, roundsDone, winner }: State, ending: Ending): MatchState {
  if (result && (ending === 'finished' || ending === 'running'))
    return { ...fightState(resultOf(result, roundsDone)) }
  const fought = { home: roundsDone, away: 0, over: false, max: rounds }
  return { sport: 'boxing', ending, counts: { 'rounds.full': fought }, ...(winner ? { winner } : {}) }
}

function resultOf(
  { method, winner, round, isPastHalf }: NonNullable<State['result']>,
  roundsDone: number,
): FightResult {
  if (method === 'no_contest') return { result: 'no_contest' }
  if (method === 'decision') return { result: method, winner: winner ?? 'draw', rounds: roundsDone }
  if (winner === null || winner === 'draw') throw new Error(`nobody won by ${method}`)
  return { result: method, winner, round: round ?? roundsDone + 1, isPastHalf }
}
