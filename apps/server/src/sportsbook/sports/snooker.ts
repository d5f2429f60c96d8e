import { sportStates, type SportStates } from '@palpite/contract'
import { frameMatchState, type Period } from '@palpite/odds'
import { oddChance } from '@palpite/odds/football'
import { handicapMarkets, pricedPair, totalMarkets } from '@palpite/odds/models'
import { frameEnds, framePoints, setSportPrices } from '@palpite/odds/sets'
import * as z from 'zod/mini'
import { FAIR, type FairMarket, type MainMarket } from './adapter.ts'
import { matchSport } from './match-sport.ts'
import { isInPlay } from './match-status.ts'

type State = SportStates['frames']

/** The chance of the home player to win a frame. */
const models = z.object({
  frame: z.number().check(z.minimum(0.01), z.maximum(0.99)),
  bestOf: z.int().check(z.minimum(1), z.maximum(35)),
})
type Model = z.output<typeof models>

const LINES = { ...FAIR, grain: 'half' } as const

const main: readonly MainMarket[] = [
  { type: 'snooker.winner', period: 'full', hasLine: false },
  { type: 'snooker.total', period: 'full', hasLine: true },
  { type: 'snooker.handicap', period: 'full', hasLine: true },
]

export const snooker = matchSport<Model, State>({
  sport: 'snooker',
  states: sportStates.frames,
  models,
  main,
  hasMore: true,
  score: (state) => {
    if (state.total === null) return null
    const [home, away] = framesWon(state)
    return { home, away }
  },
  fair: (model, { state, matchStatus }, depth) => {
    if (matchStatus !== 0 && !isInPlay(matchStatus)) return []
    const won = state ? framesWon(state) : ([0, 0] as const)
    if (Math.max(...won) > model.bestOf / 2) return []
    const ends = frameEnds(model.frame, model.bestOf, won)
    const markets = setSportPrices({ sport: 'snooker', ends, ...FAIR })
    if (depth === 'all') return [...markets, ...nextFrame(model, state, won[0] + won[1] + 1)]
    return markets.filter(({ market }) => main.some(({ type }) => type === market.type))
  },
  matchState: ({ frames, bestOf, isLastOpen, winner, total }, ending) =>
    frameMatchState({
      frames,
      bestOf: bestOf ?? undefined,
      isLastOpen,
      ending,
      total: total && { home: total[0], away: total[1] },
      ...(winner ? { winner } : {}),
    }),
})

const framesWon = ({ frames, isLastOpen, total }: State): readonly [home: number, away: number] => {
  if (total) return total
  const over = isLastOpen ? frames.slice(0, -1) : frames
  const home = over.filter(([own, other]) => own > other).length
  return [home, over.length - home]
}

/** The next frame: once its first ball is potted its chances no longer follow the model. */
function nextFrame({ frame }: Model, state: State | null, number: number): FairMarket[] {
  const [home = 0, away = 0] = (state?.isLastOpen && state.frames.at(-1)) || []
  if (home + away > 0) return []
  const period = `frame${number}` as Period
  const at = (name: string) => ({ type: `snooker.${name}`, period })
  const points = framePoints(frame)
  return [
    pricedPair(at('frame_winner'), ['home', 'away', frame], FAIR),
    ...handicapMarkets(at('frame_handicap'), points, LINES),
    ...totalMarkets(at('frame_total'), points, LINES),
    pricedPair(at('frame_odd_even'), ['odd', 'even', oddChance(points)], FAIR),
  ]
}
