import { sportStates, type SportStates } from '@palpite/contract'
import { periodMatchState } from '@palpite/odds'
import { baseballPrices } from '@palpite/odds/models'
import * as z from 'zod/mini'
import type { MainMarket } from './adapter.ts'
import { FAIR } from './fair.ts'
import { matchSport } from './match-sport.ts'
import { isInPlay } from './match-status.ts'

type State = SportStates['baseball']

const runs = z.number().check(z.minimum(0.5), z.maximum(20))
/** The runs each side is expected to score in nine innings. */
const models = z.object({ home: runs, away: runs })
type Model = z.output<typeof models>

const main: readonly MainMarket[] = [
  { type: 'baseball.winner', period: 'all', hasLine: false },
  { type: 'baseball.total', period: 'all', hasLine: true },
  { type: 'baseball.handicap', period: 'all', hasLine: true },
]

export const baseball = matchSport<Model, State>({
  sport: 'baseball',
  states: sportStates.baseball,
  models,
  main,
  hasMore: false,
  score: totalOf,
  fair: (expected, { state, matchStatus }) => {
    if (matchStatus !== 0 && !isInPlay(matchStatus)) return []
    const halvesPlayed = state?.halvesDone ?? 0
    return baseballPrices({ expected, runs: totalOf(state), halvesPlayed }, FAIR)
  },
  matchState: (state, ending) =>
    periodMatchState({
      sport: 'baseball',
      stat: 'runs',
      ending,
      periods: state.innings.map(([home, away]) => ({ home, away })),
      isLastOpen: state.halvesDone < 2 * state.innings.length,
      ...(state.extra ? { extra: { home: state.extra[0], away: state.extra[1] } } : {}),
    }),
})

function totalOf(state: State | null) {
  const all = state ? [...state.innings, ...(state.extra ? [state.extra] : [])] : []
  return {
    home: all.reduce((sum, [home]) => sum + home, 0),
    away: all.reduce((sum, [, away]) => sum + away, 0),
  }
}
