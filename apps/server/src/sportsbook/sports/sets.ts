import { sportStates, type SportStates } from '@palpite/contract'
import { type Ending, type MatchState, setMatchState, type SetSport } from '@palpite/odds'
import {
  rallyEnds,
  type RallySport,
  rallySetUnderWay,
  setSportPrices,
  tennisEnds,
  tennisSetEnds,
} from '@palpite/odds/sets'
import * as z from 'zod/mini'
import { FAIR, type FairMarket, type MainMarket, type SportAdapter, type FixtureState } from './adapter.ts'
import { matchSport } from './match-sport.ts'
import { endingOf, isInPlay } from './match-status.ts'

type State = SportStates['sets']
type Two = readonly [home: number, away: number]

const chance = z.number().check(z.minimum(0.01), z.maximum(0.99))
/** The chance of each player to win a point on serve. */
const tennisModels = z.object({
  serve: z.object({ home: chance, away: chance }),
  bestOf: z.union([z.literal(3), z.literal(5)]),
})
type TennisModel = z.output<typeof tennisModels>
/** The chance of the home side to win a rally. */
const rallyModels = z.object({ rally: chance, bestOf: z.int().check(z.minimum(1), z.maximum(7)) })
type RallyModel = z.output<typeof rallyModels>

/** A match in sets in its current state: sets won, the counts in them, and the current set. */
type SetScore = { sets: Two; counted: Two; open: Two }

const stateOf = (sport: SetSport, { sets, bestOf, winner, decider, total }: State, ending: Ending) =>
  setMatchState({
    sport,
    sets,
    bestOf: bestOf ?? undefined,
    ending,
    decider,
    total: total && { home: total[0], away: total[1] },
    ...(winner ? { winner } : {}),
  })

/** Undefined once a side has all the sets it needs: only the result is pending. */
function setScoreOf(sport: SetSport, state: State | null, bestOf: number): SetScore | undefined {
  const counts: MatchState['counts'] = state ? stateOf(sport, state, 'running').counts : {}
  const stat = sport === 'tennis' ? 'games' : 'points'
  const all = state?.sets ?? []
  const isOver = all.map((_, at) => counts[`${stat}.set${at + 1}`]?.over === true)
  const over = all.filter((_, at) => isOver[at])
  const won = counts['sets.full'] ?? { home: 0, away: 0 }
  if (Math.max(won.home, won.away) > bestOf / 2) return undefined
  return {
    sets: [won.home, won.away],
    counted: [over.reduce((sum, [home]) => sum + home, 0), over.reduce((sum, [, away]) => sum + away, 0)],
    open: all.find((_, at) => !isOver[at]) ?? [0, 0],
  }
}

const mainOf = (sport: SetSport): readonly MainMarket[] => [
  { type: `${sport}.winner`, period: 'full', hasLine: false },
  { type: `${sport}.total`, period: 'full', hasLine: true },
  { type: `${sport}.handicap`, period: 'full', hasLine: true },
]

type FairSets<Model> = (model: Model, setScore: SetScore, state: State | null) => readonly FairMarket[]

function setSport<Model extends { bestOf: number }>(
  sport: SetSport,
  models: SportAdapter<Model>['models'],
  fair: FairSets<Model>,
): SportAdapter<Model, State> {
  return matchSport<Model, State>({
    sport,
    states: sportStates.sets,
    models,
    main: mainOf(sport),
    hasMore: false,
    score: (state, matchStatus) => {
      const isPlayedOut = endingOf(matchStatus) === 'finished' && !state.ending
      const isResult = isPlayedOut && state.sets.every(([home, away]) => home !== away)
      const won = stateOf(sport, state, isResult ? 'finished' : 'running').counts['sets.full']
      return won ? { home: won.home, away: won.away } : null
    },
    fair: (model, { matchStatus, state }: FixtureState<State>) => {
      if (matchStatus !== 0 && !isInPlay(matchStatus)) return []
      const setScore = setScoreOf(sport, state, model.bestOf)
      return setScore ? fair(model, setScore, state) : []
    },
    matchState: (state, ending) => stateOf(sport, state, ending),
  })
}

const numberOf = ({ sets: [home, away] }: SetScore): number => home + away + 1

export const tennis = setSport<TennisModel>('tennis', tennisModels, (model, setScore, state) => {
  const set = {
    games: setScore.open,
    points: state?.points ?? [0, 0],
    server: state?.server ?? 'home',
  } as const
  const current = { number: numberOf(setScore), ends: tennisSetEnds(model.serve, set) }
  const ends = tennisEnds({ ...model, ...setScore, set })
  return setSportPrices({ sport: 'tennis', ends, current, ...FAIR })
})

const rallySport = (sport: RallySport) =>
  setSport<RallyModel>(sport, rallyModels, (model, setScore) => {
    const state = { sport, ...model, ...setScore, points: setScore.open }
    const current = { number: numberOf(setScore), ends: rallySetUnderWay(state) }
    return setSportPrices({ sport, ends: rallyEnds(state), current, ...FAIR })
  })

export const volleyball = rallySport('volleyball')
export const badminton = rallySport('badminton')
export const tableTennis = rallySport('table_tennis')
