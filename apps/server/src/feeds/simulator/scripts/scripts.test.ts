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
import { type Moment, playAt, type Script } from './script.ts'
import { scriptOf } from '../match-script.ts'

const chances = [0.4, 0.25, 0.15, 0.1, 0.06, 0.04]
const fight = fitFight(0.65, 12)
const cricketModel = { strength: { home: 1.04, away: 0.98 }, battingFirst: 'away' } as const
const nil = { home: 0, away: 0 }
const innings = { balls: 0, wickets: 0, runs: 0 }

/** One model per sport, and the chance of a home win (in a race, of the first runner). */
const models: Record<Sport, { model: object; homeWins: number }> = {
  football: { model: { home: 1.6, away: 1.1, rho: -0.04 }, homeWins: 0.487 },
  basketball: {
    model: { margin: 4.5, total: 224 },
    homeWins: homePointsChance({
      sport: 'basketball',
      expected: { margin: 4.5, total: 224 },
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
const scriptsOf = (sport: Sport): Script<SportState>[] =>
  Array.from({ length: MATCHES }, (_, place) => scriptOf(sport, models[sport].model, `match ${place}`))
const scripts = Object.fromEntries(SPORTS.map((sport) => [sport, scriptsOf(sport)])) as Record<
  Sport,
  Script<SportState>[]
>
const endOf = (script: Script<SportState>): Moment<SportState> => {
  const end = script.at(-1)
  if (!end) throw new Error('a match has an end')
  return end
}

describe.each(SPORTS)('a simulated match of %s', (sport) => {
  test('is the same for the same seed, and differs for another', () => {
    const again = scriptOf(sport, models[sport].model, 'match 0')
    expect(JSON.stringify(again)).toBe(JSON.stringify(scripts[sport][0]))
    expect(JSON.stringify(scripts[sport][1])).not.toBe(JSON.stringify(scripts[sport][0]))
  })

  test('starts, proceeds in order of time, never counts back, and ends once', () => {
    for (const script of scripts[sport]) {
      expect(script[0]?.second).toBe(0)
      for (const [place, moment] of script.entries()) {
        const before = script[place - 1]
        const isLast = place === script.length - 1
        if (before && before.second > moment.second) throw new Error(`${sport}: moment ${place} is too early`)
        if (isLast !== (moment.matchStatus === -1)) throw new Error(`${sport}: moment ${place} of the end`)
        if (!isLast && (moment.matchStatus < 1 || moment.matchStatus > 5)) throw new Error('not in play')
        if (before && countOf(moment.state) < countOf(before.state)) throw new Error(`${sport}: counts back`)
      }
    }
  })

  test('has states that fit the wire schema', () => {
    for (const script of scripts[sport].slice(0, 20))
      for (const { state } of script) expect(sportState.parse(state)).toEqual(state)
  })

  test('is won by home as often as its model says', () => {
    const won = scripts[sport].filter((script) => isHomeWon(endOf(script).state)).length
    const { homeWins } = models[sport]
    // Three and a half standard errors of a share: one in two thousand such tests would exceed it.
    const error = Math.sqrt((homeWins * (1 - homeWins)) / MATCHES)
    expect(Math.abs(won / MATCHES - homeWins)).toBeLessThan(3.5 * error)
  })

  test('finds any second fast', () => {
    const script = scripts[sport][0] ?? []
    const { second: ends, state } = endOf(script)
    expect(playAt(script, -1, 40)).toBeUndefined()
    expect(playAt(script, ends + 1000, 40)?.state).toEqual(state)
    for (let second = 0; second < ends; second += 97) {
      const expected = script.findLast((moment) => moment.second <= second)
      expect(playAt(script, second, 0)?.state).toBe(expected?.state)
    }
  })
})

test('the points of simulated frames sum to what their prices expect', () => {
  const frames = scripts.snooker.flatMap((script) => {
    const { state } = endOf(script)
    return state.family === 'frames' ? state.frames : []
  })
  const { totals } = framePoints(0.55)
  const expected = totals.reduce((sum, chance, points) => sum + chance * points, 0)
  const mean = frames.reduce((sum, [home, away]) => sum + home + away, 0) / frames.length
  // A frame's total has a standard deviation of 23 points.
  expect(Math.abs(mean - expected)).toBeLessThan((3.5 * 23) / Math.sqrt(frames.length))
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
