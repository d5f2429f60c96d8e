import type { SportState } from '@palpite/contract'
import type { Sport } from '@palpite/odds'
import type { Clock } from '../sports/adapter.ts'
import type { MatchStatus } from '../sports/match-status.ts'
import type { FixtureMessage } from '../updates/messages.ts'

/** A match of each sport: its model, a state in play, and an ending with a home win. */
export type Sample = {
  model: object
  participants: readonly string[]
  during: { matchStatus: MatchStatus; clock: Clock | null; state: SportState }
  end: SportState
}

const sides = ['Casa', 'Fora']
const one = (home: number, away: number): [number, number] => [home, away]
const scored = {
  family: 'football',
  corners: one(2, 1),
  cards: one(0, 1),
  halfTimeCards: one(0, 1),
} as const
const quarters = { family: 'quarters', isBreak: false, overtime: null, secondsLeft: 300, ball: null } as const
const sets = { family: 'sets', points: null, server: null } as const
const rallies = (bestOf: number, during: [number, number][], end: [number, number][]): Sample => ({
  model: { rally: 0.52, bestOf },
  participants: sides,
  during: {
    matchStatus: 1,
    clock: { period: 'set2', minute: null },
    state: { ...sets, bestOf, sets: during },
  },
  end: { ...sets, bestOf, sets: end },
})
const pointsMatch = (model: object, during: [number, number][], end: [number, number][]): Sample => ({
  model,
  participants: sides,
  during: {
    matchStatus: 1,
    clock: { period: 'quarter2', minute: 5 },
    state: { ...quarters, periods: during },
  },
  end: { ...quarters, periods: end, secondsLeft: null },
})
const innings = (batting: 'home' | 'away', runs: number, balls: number, isOver: boolean) => ({
  batting,
  runs,
  wickets: 4,
  balls,
  isOver,
})
const race = { family: 'race', isHandicap: false, distanceMetres: 1600, order: [1, 2, 3, 4, 5] } as const

export const samples: Readonly<Record<Sport, Sample>> = {
  football: {
    model: {
      home: 1.6,
      away: 1.1,
      rho: -0.04,
      corners: { home: 5.5, away: 4.4 },
      cards: { home: 1.9, away: 2.1 },
    },
    participants: sides,
    during: {
      matchStatus: 1,
      clock: { period: 'half1', minute: 20 },
      state: { ...scored, score: [1, 0], halfTime: null },
    },
    end: { ...scored, score: [2, 1], halfTime: [1, 0], halfTimeCorners: [1, 1] },
  },
  basketball: pointsMatch(
    { margin: 3, total: 220 },
    [
      [28, 24],
      [11, 13],
    ],
    [
      [28, 24],
      [25, 29],
      [30, 22],
      [27, 26],
    ],
  ),
  american_football: pointsMatch(
    { margin: 2, total: 44 },
    [
      [7, 3],
      [0, 7],
    ],
    [
      [7, 3],
      [3, 7],
      [10, 0],
      [7, 7],
    ],
  ),
  tennis: {
    model: { serve: { home: 0.65, away: 0.61 }, bestOf: 3 },
    participants: sides,
    during: {
      matchStatus: 1,
      clock: { period: 'set2', minute: null },
      state: {
        family: 'sets',
        bestOf: 3,
        sets: [
          [6, 4],
          [2, 3],
        ],
        points: [2, 1],
        server: 'home',
      },
    },
    end: {
      ...sets,
      bestOf: 3,
      sets: [
        [6, 4],
        [3, 6],
        [7, 6],
      ],
    },
  },
  volleyball: rallies(
    5,
    [
      [25, 20],
      [12, 14],
    ],
    [
      [25, 20],
      [22, 25],
      [25, 23],
      [25, 18],
    ],
  ),
  badminton: rallies(
    3,
    [
      [21, 15],
      [8, 11],
    ],
    [
      [21, 15],
      [18, 21],
      [22, 20],
    ],
  ),
  table_tennis: rallies(
    5,
    [
      [11, 7],
      [4, 4],
    ],
    [
      [11, 7],
      [9, 11],
      [11, 8],
      [12, 10],
    ],
  ),
  snooker: {
    model: { frame: 0.55, bestOf: 9 },
    participants: sides,
    during: {
      matchStatus: 1,
      clock: { period: 'frame2', minute: null },
      state: {
        family: 'frames',
        bestOf: 9,
        frames: [
          [70, 12],
          [0, 0],
        ],
        isLastOpen: true,
        break: null,
        atTable: null,
      },
    },
    end: {
      family: 'frames',
      bestOf: 9,
      frames: [
        [70, 12],
        [60, 40],
        [20, 81],
        [77, 0],
        [65, 58],
        [71, 22],
      ],
      isLastOpen: false,
      break: null,
      atTable: null,
    },
  },
  boxing: {
    model: {
      rounds: 12,
      stops: { home: 0.035, away: 0.025 },
      judges: { home: 0.55, draw: 0.04, away: 0.41 },
    },
    participants: sides,
    during: {
      matchStatus: 1,
      clock: { period: 'round4', minute: 1 },
      state: { family: 'fight', rounds: 12, roundsDone: 3, round: 4, knockdowns: [1, 0], result: null },
    },
    end: {
      family: 'fight',
      rounds: 12,
      roundsDone: 8,
      round: null,
      knockdowns: [2, 0],
      result: { method: 'knockout', winner: 'home', round: 9, isPastHalf: true },
    },
  },
  baseball: {
    model: { home: 4.6, away: 4.3 },
    participants: sides,
    during: {
      matchStatus: 1,
      clock: { period: 'inning3', minute: null },
      state: {
        family: 'baseball',
        innings: [
          [0, 1],
          [2, 0],
          [0, 0],
        ],
        extra: null,
        halvesDone: 4,
        outs: 1,
        bases: [true, false, false],
      },
    },
    end: {
      family: 'baseball',
      innings: [
        [0, 1],
        [2, 0],
        [0, 0],
        [0, 0],
        [1, 0],
        [0, 2],
        [0, 0],
        [0, 0],
        [0, 0],
      ],
      extra: [1, 0],
      halvesDone: 20,
      outs: 0,
      bases: [false, false, false],
    },
  },
  cricket: {
    model: { strength: { home: 1.05, away: 0.98 }, battingFirst: 'home' },
    participants: sides,
    during: {
      matchStatus: 1,
      clock: { period: 'inning1', minute: null },
      state: {
        family: 'cricket',
        innings: [innings('home', 62, 48, false)],
        battingFirst: 'home',
        superOver: null,
      },
    },
    end: {
      family: 'cricket',
      innings: [innings('home', 171, 120, true), innings('away', 160, 120, true)],
      battingFirst: 'home',
      superOver: null,
    },
  },
  racing: {
    model: { chances: [0.3, 0.25, 0.2, 0.15, 0.1], isHandicap: false },
    participants: ['Relâmpago', 'Trovão', 'Brisa', 'Faísca', 'Neblina'],
    during: {
      matchStatus: 1,
      clock: { period: 'full', minute: null },
      state: {
        ...race,
        order: [2, 1, 3, 5, 4],
        behindCm: [0, 150, 300, 900, 1200],
        doneMetres: 700,
        finishes: null,
      },
    },
    end: {
      ...race,
      order: [...race.order],
      doneMetres: 1600,
      finishes: [
        { runner: 1, place: 1 },
        { runner: 3, place: 2 },
      ],
    },
  },
}

const HOUR_MS = 3_600_000

/** A fixture of a sport that starts in an hour, as a feed reports it. */
export const sampleFixture = (sport: Sport, own: Partial<FixtureMessage> = {}): FixtureMessage => ({
  kind: 'fixture',
  key: `sport:${sport}`,
  sport,
  competition: `Copa de ${sport}`,
  title: sport === 'racing' ? '1º páreo' : null,
  participants: samples[sport].participants.map((name) => ({ name: `${name} ${sport}` })),
  startsAt: new Date(Date.now() + HOUR_MS),
  model: samples[sport].model,
  play: null,
  ...own,
})
