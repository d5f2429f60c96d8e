import { sportStates, type SportStates } from '@palpite/contract'
import {
  type Ending,
  type MatchState,
  periodCounts,
  periodMatchState,
  type Side,
  type Stat,
} from '@palpite/odds'
import { cricketPrices } from '@palpite/odds/models'
import * as z from 'zod/mini'
import { FAIR, type MainMarket } from './adapter.ts'
import { matchSport } from './match-sport.ts'
import { isInPlay } from './match-status.ts'

type State = SportStates['cricket']
type Innings = State['innings'][number]

const strength = z.number().check(z.minimum(0.3), z.maximum(1.8))
/**
 * A match of twenty overs: each side's runs relative to the measured average, and who is assumed to bat first before
 * the toss.
 */
const models = z.object({
  strength: z.object({ home: strength, away: strength }),
  battingFirst: z.enum(['home', 'away']),
})
type Model = z.output<typeof models>

const main: readonly MainMarket[] = [
  { type: 'cricket.winner', period: 'all', hasLine: false },
  { type: 'cricket.team_total', period: 'full', hasLine: true },
]

const BALLS = 120
const NOT_BEGUN = { balls: 0, wickets: 0, runs: 0 }

export const cricket = matchSport<Model, State>({
  sport: 'cricket',
  states: sportStates.cricket,
  models,
  main,
  hasMore: false,
  score: (state) => ({ home: runsOf(state, 'home'), away: runsOf(state, 'away') }),
  fair: (model, { state, matchStatus }) => {
    if (matchStatus !== 0 && !isInPlay(matchStatus)) return []
    const battingFirst = state?.battingFirst ?? model.battingFirst
    const chasing = battingFirst === 'home' ? 'away' : 'home'
    const [first, second] = state?.innings ?? []
    if (second?.isOver || (state?.innings.length ?? 0) > 2 || state?.superOver) return []
    return cricketPrices(
      {
        first: { ...playedOf(first), strength: model.strength[battingFirst] },
        second: { ...playedOf(second), strength: model.strength[chasing] },
        battingFirst,
      },
      FAIR,
    )
  },
  matchState,
})

/** An innings closed early has no ball left. */
const playedOf = (innings: Innings | undefined) => {
  if (!innings) return NOT_BEGUN
  const { balls, wickets, runs, isOver } = innings
  return { balls: isOver ? BALLS : Math.min(balls, BALLS), wickets: Math.min(wickets, 10), runs }
}

const runsOf = ({ innings }: State, side: Side): number =>
  innings.reduce((sum, { batting, runs }) => sum + (batting === side ? runs : 0), 0)

/** Runs and wickets of each innings belong to the batting side. */
function matchState(state: State, ending: Ending): MatchState {
  const match = (stat: Stat, counted: 'runs' | 'wickets') => ({
    sport: 'cricket' as const,
    stat,
    ending,
    periods: state.innings.map((one) => ({
      home: one.batting === 'home' ? one[counted] : 0,
      away: one.batting === 'away' ? one[counted] : 0,
    })),
    isLastOpen: state.innings.at(-1)?.isOver === false,
  })
  const { superOver, result, winner, isUndecided } = state
  const extra = superOver ? { extra: { home: superOver[0], away: superOver[1] } } : {}
  const runs = periodMatchState({ ...match('runs', 'runs'), ...extra })
  const { 'runs.full': _, 'runs.all': __, ...inInnings } = runs.counts
  return {
    ...runs,
    counts: { ...periodCounts(match('wickets', 'wickets')), ...(isUndecided ? inInnings : runs.counts) },
    ...(winner ? { winner } : {}),
    ...(result ? { result } : {}),
  }
}
