import { sportStates, type SportStates } from '@palpite/contract'
import { type Period, periodMatchState } from '@palpite/odds'
import { baseballPart, baseballPrices } from '@palpite/odds/models'
import * as z from 'zod/mini'
import { FAIR, type FairMarket, type MainMarket } from './adapter.ts'
import { countedMarkets, matchSport } from './match-sport.ts'
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
  hasMore: true,
  score: totalOf,
  fair: (expected, { state, matchStatus }, depth) => {
    if (matchStatus !== 0 && !isInPlay(matchStatus)) return []
    const halvesPlayed = state?.halvesDone ?? 0
    const markets = baseballPrices({ expected, runs: totalOf(state), halvesPlayed }, FAIR)
    if (depth === 'all') return [...markets, ...partMarkets(expected, state)]
    return markets.filter(({ market }) =>
      main.some(({ type, period }) => type === market.type && period === market.period),
    )
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

/** The innings always played in full (the ninth may not be), and the last inning of the first half. */
const [WHOLE_INNINGS, HALF_WAY] = [8, 5]

/** The current or next inning, and the first five while they last. */
function partMarkets(expected: Model, state: State | null): FairMarket[] {
  const halvesPlayed = state?.halvesDone ?? 0
  const current = Math.floor(halvesPlayed / 2) + 1
  const marketsOf = (period: Period, from: number, to: number): FairMarket[] => {
    const played = (state?.innings ?? []).slice(from - 1, to)
    const runs = {
      home: played.reduce((sum, [home]) => sum + home, 0),
      away: played.reduce((sum, [, away]) => sum + away, 0),
    }
    const counts = baseballPart({ expected, runs, halvesPlayed, until: 2 * to })
    return countedMarkets('baseball', period, counts, 'moneyline')
  }
  return [
    ...(current <= WHOLE_INNINGS ? marketsOf(`inning${current}` as Period, current, current) : []),
    ...(current <= HALF_WAY ? marketsOf('first5', 1, HALF_WAY) : []),
  ]
}
