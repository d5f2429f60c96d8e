import { sportState, type SportState, type SportStates } from '@palpite/contract'
import { type Sport, SPORTS } from '@palpite/odds'
import {
  baseballEnds,
  cricketChances,
  fightChances,
  fitFight,
  homePointsChance,
  placeChances,
} from '@palpite/odds/models'
import {
  frameEnds,
  framePoints,
  freshRallies,
  freshTennis,
  homeMatchChance,
  rallyEnds,
  tennisEnds,
} from '@palpite/odds/sets'
import { describe, expect, test } from 'vitest'
import { matchStatuses } from '../../../sportsbook/index.ts'
import { type Moment, playAt, type MatchSimulation } from './simulation.ts'
import { simulationOf } from '../match-simulation.ts'

const chances = [0.4, 0.25, 0.15, 0.1, 0.06, 0.04]
const fight = fitFight(0.65, 12)
const cricketModel = { strength: { home: 1.04, away: 0.98 }, battingFirst: 'away' } as const
const basketballModel = { margin: 4.5, total: 224, drawing: 'possessions' }
const nil = { home: 0, away: 0 }
const innings = { balls: 0, wickets: 0, runs: 0 }

/** One model per sport, and the chance of a home win (in a race, of the first runner). */
const models: Record<Sport, { model: object; homeWins: number }> = {
  football: { model: { home: 1.6, away: 1.1, rho: -0.04 }, homeWins: 0.487 },
  basketball: {
    model: basketballModel,
    homeWins: homePointsChance({
      sport: 'basketball',
      expected: basketballModel,
      left: 1,
      score: nil,
    }),
  },
  tennis: {
    model: { serve: { home: 0.66, away: 0.62 }, bestOf: 3 },
    homeWins: homeMatchChance(tennisEnds(freshTennis({ home: 0.66, away: 0.62 }, 3))),
  },
  boxing: {
    model: fight,
    homeWins: fightChances(fight).home.stoppage + fightChances(fight).home.decision,
  },
  snooker: { model: { frame: 0.55, bestOf: 9 }, homeWins: homeMatchChance(frameEnds(0.55, 9)) },
  baseball: {
    model: { home: 4.8, away: 4.1 },
    homeWins: baseballEnds({ expected: { home: 4.8, away: 4.1 }, runs: nil, halvesPlayed: 0 }).homeWins,
  },
  volleyball: {
    model: { rally: 0.52, bestOf: 5 },
    homeWins: homeMatchChance(rallyEnds(freshRallies('volleyball', 0.52, 5))),
  },
  badminton: {
    model: { rally: 0.52, bestOf: 3 },
    homeWins: homeMatchChance(rallyEnds(freshRallies('badminton', 0.52, 3))),
  },
  american_football: {
    model: { margin: 3, total: 45 },
    homeWins: homePointsChance({
      sport: 'american_football',
      expected: { margin: 3, total: 45 },
      left: 1,
      score: nil,
    }),
  },
  table_tennis: {
    model: { rally: 0.52, bestOf: 5 },
    homeWins: homeMatchChance(rallyEnds(freshRallies('table_tennis', 0.52, 5))),
  },
  cricket: { model: cricketModel, homeWins: cricketHome() },
  racing: { model: { chances, metres: 1600 }, homeWins: placeChances(chances, 1)[0] ?? 0 },
}

function cricketHome(): number {
  const { home, tie } = cricketChances({
    first: { ...innings, strength: cricketModel.strength.away },
    second: { ...innings, strength: cricketModel.strength.home },
    battingFirst: 'away',
  })
  return home + tie / 2
}

const MATCHES = 300
const simulationsOf = (sport: Sport): MatchSimulation<SportState>[] =>
  Array.from({ length: MATCHES }, (_, place) => simulationOf(sport, models[sport].model, `match ${place}`))
const simulations = Object.fromEntries(SPORTS.map((sport) => [sport, simulationsOf(sport)])) as Record<
  Sport,
  MatchSimulation<SportState>[]
>
const endOf = (simulation: MatchSimulation<SportState>): Moment<SportState> => {
  const end = simulation.at(-1)
  if (!end) throw new Error('a match has an end')
  return end
}

describe.each(SPORTS)('a simulated match of %s', (sport) => {
  test('is the same for the same seed, and differs for another', () => {
    const again = simulationOf(sport, models[sport].model, 'match 0')
    expect(JSON.stringify(again)).toBe(JSON.stringify(simulations[sport][0]))
    expect(JSON.stringify(simulations[sport][1])).not.toBe(JSON.stringify(simulations[sport][0]))
  })

  test('starts, proceeds in order of time, never counts back, and ends once', () => {
    for (const simulation of simulations[sport]) {
      expect(simulation[0]?.second).toBe(0)
      for (const [place, moment] of simulation.entries()) {
        const before = simulation[place - 1]
        const isLast = place === simulation.length - 1
        if (before && before.second > moment.second) throw new Error(`${sport}: moment ${place} is too early`)
        if (isLast !== (moment.matchStatus === -1)) throw new Error(`${sport}: moment ${place} of the end`)
        if (!isLast && (moment.matchStatus < 1 || moment.matchStatus > 5)) throw new Error('not in play')
        if (before && countOf(moment.state) < countOf(before.state)) throw new Error(`${sport}: counts back`)
      }
    }
  })

  test('has states that fit the wire schema', () => {
    for (const simulation of simulations[sport].slice(0, 20))
      for (const { state } of simulation) expect(sportState.parse(state)).toEqual(state)
  })

  test('is won by home as often as its model says', () => {
    const won = simulations[sport].filter((simulation) => isHomeWon(endOf(simulation).state)).length
    const { homeWins } = models[sport]
    // Three and a half standard errors of a share: one in two thousand such tests would exceed it.
    const error = Math.sqrt((homeWins * (1 - homeWins)) / MATCHES)
    expect(Math.abs(won / MATCHES - homeWins)).toBeLessThan(3.5 * error)
  })

  test('finds any second fast', () => {
    const simulation = simulations[sport][0] ?? []
    const { second: ends, state } = endOf(simulation)
    expect(playAt(simulation, -1, 40)).toBeUndefined()
    expect(playAt(simulation, ends + 1000, 40)?.state).toEqual(state)
    for (let second = 0; second < ends; second += 97) {
      const expected = simulation.findLast((moment) => moment.second <= second)
      expect(playAt(simulation, second, 0)?.state).toBe(expected?.state)
    }
  })
})

test('the points of simulated frames sum to what their prices expect', () => {
  const frames = simulations.snooker.flatMap((simulation) => {
    const { state } = endOf(simulation)
    return state.family === 'frames' ? state.frames : []
  })
  const { totals } = framePoints(0.55)
  const expected = totals.reduce((sum, chance, points) => sum + chance * points, 0)
  const mean = frames.reduce((sum, [home, away]) => sum + home + away, 0) / frames.length
  // A frame's total has a standard deviation of 23 points.
  expect(Math.abs(mean - expected)).toBeLessThan((3.5 * 23) / Math.sqrt(frames.length))
})

test('American football takes no bets in play, and basketball none between a level end and its overtime', () => {
  const played = simulations.american_football.map((simulation) => simulation.slice(0, -1))
  expect(played.flat().filter(({ isStopped }) => isStopped !== true)).toEqual([])
  const drawings = [basketballModel, { margin: 4.5, total: 224 }]
  const level = drawings.flatMap((model) =>
    Array.from({ length: 100 }, (_, at) => simulationOf('basketball', model, `level ${at}`)).flatMap(
      (moments) =>
        moments.filter(
          ({ state, matchStatus }) =>
            state?.family === 'quarters' &&
            state.periods.length === 4 &&
            state.isBreak &&
            matchStatus !== matchStatuses.finished,
        ),
    ),
  )
  expect(level.length).toBeGreaterThan(0)
  expect(level.filter(({ isStopped }) => isStopped !== true)).toEqual([])
})

test('a lead in the middle of a basketball quarter says nothing of the rest of it', () => {
  const leadAt = (
    simulation: MatchSimulation<SportState>,
    quarter: number,
    isOver: (left: number) => boolean,
  ) => {
    const found = simulation.findLast(
      ({ state }) =>
        state.family === 'quarters' && state.periods.length === quarter && isOver(state.secondsLeft ?? 0),
    )
    const [home = 0, away = 0] = found?.state.family === 'quarters' ? (found.state.periods.at(-1) ?? []) : []
    return home - away
  }
  const { margin } = basketballModel
  const pairs = simulations.basketball.flatMap((simulation) =>
    [1, 2, 3, 4].map((quarter) => {
      const middle = leadAt(simulation, quarter, (left) => left >= 360)
      const rest = leadAt(simulation, quarter, () => true) - middle
      return [middle - margin / 8, rest - margin / 8] as const
    }),
  )
  const sum = (of: (pair: readonly [number, number]) => number) =>
    pairs.reduce((all, pair) => all + of(pair), 0)
  const correlation =
    sum(([one, other]) => one * other) / Math.sqrt(sum(([one]) => one ** 2) * sum(([, other]) => other ** 2))
  // Three and a half standard errors of 1200 pairs.
  expect(Math.abs(correlation)).toBeLessThan(3.5 / Math.sqrt(pairs.length))
  // Half of a quarter has an eighth of the match's variance, and rounding to whole points.
  const variance = sum(([one]) => one ** 2) / pairs.length
  expect(variance / (13.17 ** 2 / 8)).toBeGreaterThan(0.8)
  expect(variance / (13.17 ** 2 / 8)).toBeLessThan(1.2)
})

/** All counts of a state in one number that never decreases. */
function countOf(state: SportState): number {
  const sum = (pairs: readonly (readonly number[] | null | undefined)[]) =>
    pairs.flatMap((pair) => pair ?? []).reduce((all, count) => all + count, 0)
  switch (state.family) {
    case 'football':
      return sum([state.score, state.corners, state.cards, state.extraTime, state.penalties])
    case 'quarters':
      return sum([...state.periods, state.overtime])
    case 'sets':
      return sum(state.sets)
    case 'frames':
      return sum(state.frames)
    case 'fight':
      return sum([state.knockdowns]) + state.roundsDone
    case 'baseball':
      return sum([...state.innings, state.extra])
    case 'cricket':
      return sum(state.innings.map(({ runs, wickets, balls }) => [runs, wickets, balls]))
    case 'race':
      return state.doneMetres
    case 'outright':
      return 0
  }
}

function isHomeWon(state: SportState): boolean {
  const isAhead = ([home, away]: readonly number[]) => (home ?? 0) > (away ?? 0)
  const added = (pairs: readonly (readonly number[])[]) =>
    [0, 1].map((side) => pairs.reduce((all, pair) => all + (pair[side] ?? 0), 0))
  switch (state.family) {
    case 'football':
      return isAhead(state.score ?? [])
    case 'quarters':
      return isAhead(added([...state.periods, state.overtime ?? [0, 0]]))
    case 'sets':
      return isAhead(added(state.sets.map((set) => (isAhead(set) ? [1, 0] : [0, 1]))))
    case 'frames':
      return isAhead(added(state.frames.map((frame) => (isAhead(frame) ? [1, 0] : [0, 1]))))
    case 'fight':
      return state.result?.winner === 'home'
    case 'baseball':
      return isAhead(added([...state.innings, state.extra ?? [0, 0]]))
    case 'cricket':
      return cricketWinner(state) === 'home'
    case 'race':
      return state.finishes?.some(({ runner, place }) => runner === 1 && place === 1) ?? false
    case 'outright':
      return false
  }
}

function cricketWinner({ innings: played, winner }: SportStates['cricket']) {
  const [first, chase] = played
  if (winner || !first || !chase) return winner
  return first.runs > chase.runs ? first.batting : chase.batting
}
