import { describe, expect, test } from 'vitest'
import { checkSettlement } from './settlement.ts'
import { report } from './vectors.ts'

const PAYOUTS = { won: ['20', 10], void: ['10', 90], lost: ['0', 20], dead_heat: ['10', 10] } as const
type Result = keyof typeof PAYOUTS

const reported = (one: object, result: Result): string => {
  const [payout, code] = PAYOUTS[result]
  const full = { id: 'one', odds: '2.00', stake: '10', ...one, expect: { result, code, payout } }
  return report(checkSettlement({ groups: [{ cases: [full] }] })).lines[0] ?? ''
}
const PASSED = '1 passed, 0 failed, 0 skipped'
const LEVEL = { home: 1, away: 1, et_home: 1, et_away: 1, duration: 'PenaltyShootout' }

describe('who goes through', () => {
  test.each([
    ...'pens pen penalties penalty pk ps pso shoot_out shootout penalty_shootout p'
      .split(' ')
      .flatMap((name) => [
        { [`${name}_home`]: 4, [`${name}_away`]: 3 },
        { [`${name}_winner`]: 'home' },
        { [name]: '4-3' },
        { [name]: '4:3' },
        { [name]: [4, 3] },
        { [name]: { home: 4, away: 3 } },
        { [name]: 'home' },
      ]),
    ...'qualifier qualified progresses advance advances qualifies winner through'
      .split(' ')
      .map((name) => ({ [name]: 'home' })),
    { agg_home: 3, agg_away: 2 },
  ])('after a level match with %j it is home', (more) => {
    const one = { sport: 'football', market: 'to_qualify', state: { ...LEVEL, ...more } }
    expect(reported({ ...one, selection: 'home' }, 'won')).toBe(PASSED)
    expect(reported({ ...one, selection: 'away' }, 'lost')).toBe(PASSED)
  })

  test('no side advances from a level match by guess, and contradictions are reported', () => {
    const one = { sport: 'football', market: 'to_qualify', selection: 'home' }
    expect(reported({ ...one, state: LEVEL }, 'won')).toContain('still open')
    expect(reported({ ...one, state: { ...LEVEL, pens: '4-3', winner: 'away' } }, 'won')).toContain(
      'contradict',
    )
    expect(reported({ ...one, state: { ...LEVEL, lots_drawn: 'home' } }, 'won')).toContain('still open')
  })
})

const TENNIS = [
  [6, 4],
  [2, 3],
]
const RAW = { sets_home: 1, sets_away: 0, games_home: 8, games_away: 5, raw_from_winner: '64 21 RET' }

describe('endings', () => {
  test.each([
    ['snooker', 'moneyline', 'home', { home: 4, away: 3, retired: 'home' }, 'lost'],
    [
      'snooker',
      'moneyline',
      'away',
      {
        frames: [
          [70, 1],
          [55, 60],
        ],
        retired: 'home',
      },
      'won',
    ],
    ['tennis', 'moneyline', 'home', { sets: TENNIS, status: 'retired', winner: 'home' }, 'won'],
    ['tennis', 'moneyline', 'home', { sets: TENNIS, retired: true, winner: 'home' }, 'won'],
    ['tennis', 'moneyline', 'home', { sets: TENNIS, status: 'abandoned' }, 'void'],
    ['tennis', 'moneyline', 'home', { ...RAW, home_is_winner: true }, 'won'],
    ['tennis', 'total_games', 'over 12.5', { ...RAW, home_is_winner: true }, 'won'],
    ['tennis', 'total_sets', 'under 2.5', { ...RAW, home_is_winner: true }, 'void'],
    ['tennis', 'moneyline', 'home', { raw_from_winner: 'W/O', home_is_winner: true }, 'void'],
    ['badminton', 'moneyline', 'home', { sets_home: 2, sets_away: 0 }, 'won'],
    ['badminton', 'moneyline', 'home', { walkover: true }, 'void'],
    ['badminton', 'moneyline', 'home', { status: 'not completed within 24h' }, 'void'],
    ['volleyball', 'total_sets', 'over 3.5', { sets: '3-1' }, 'won'],
    ['cricket', 'moneyline', 'home', { result: 'draw' }, 'void'],
    ['cricket', 'moneyline', 'home', { result: 'home', method: 'DLS' }, 'won'],
    ['cricket', 'moneyline', 'away', { result: 'tie', super_over: 'home' }, 'lost'],
    ['cricket', 'moneyline', 'home', { result: 'tie', superover: 'home' }, 'won'],
    ['cricket', 'moneyline', 'home', { result: 'home', dls: true }, 'won'],
    ['boxing', 'moneyline', 'home', { result: 'technical draw' }, 'void'],
    ['badminton', 'moneyline', 'home', { status: 'interrupted', resumed_within_24h: false }, 'void'],
    ['outright', 'outright_winner', 'team A', { competes: false }, 'lost'],
    ['baseball', 'moneyline', 'home', { innings: 4, home: 5, away: 3, status: 'rain' }, 'void'],
    ['baseball', 'moneyline', 'home', { innings: 4.5, home: 5, away: 3, status: 'rain' }, 'won'],
    ['baseball', 'run_line', 'home -1.5', { innings: 6, home: 5, away: 3 }, 'void'],
    ['football', 'match_result_1x2', 'home', { status: 'Walkover' }, 'void'],
    ['football', 'match_result_1x2', 'home', { home: 3, away: 0, status: 'awarded' }, 'void'],
    ['football', 'match_result_1x2', 'home', { home: 1, away: 0, status: 'FT' }, 'won'],
    ['football', 'match_result_1x2', 'home', { result: 'home' }, 'won'],
    ['football', 'match_result_1x2', 'home', { home: 1, away: 0, coverage: 'coverage lost' }, 'void'],
    ['american_football', 'moneyline', 'home', { home: 20, away: 20, ot: true }, 'void'],
    ['racing', 'race_win', 'Ballyfad', { position: 1, dead_heat: 2 }, 'dead_heat'],
    ['racing', 'race_place', 'Ballyfad', { position: '3rd', places_paid: 3 }, 'won'],
    ['racing', 'race_win', 'Ballyfad', { status: 'non runner' }, 'void'],
    ['racing', 'race_win', 'Ballyfad', { win_result: 1, status: 'abandoned' }, 'void'],
    ['outright', 'outright_winner', 'team A', { did_not_start: true }, 'lost'],
    ['outright', 'outright_winner', 'team A', { did_not_start: true, all_in: false }, 'void'],
    ['outright', 'outright_winner', 'team A', { winner: 'Team A' }, 'won'],
    ['outright', 'outright_winner', 'team A', { winner: 'team B' }, 'lost'],
    ['outright', 'outright_winner', 'team A', { dead_heat: 2 }, 'dead_heat'],
    ['outright', 'top_4', 'team A', { position: 5 }, 'lost'],
  ] as const)('%s %s: %s with %j is %s', (...[sport, market, selection, state, result]) => {
    expect(reported({ sport, market, selection, state }, result)).toBe(PASSED)
  })

  test.each([
    ['football', 'match_result_1x2', 'home', { home: 1, away: 0, status: 'eaten by a dog' }],
    ['tennis', 'moneyline', 'home', { sets: TENNIS, result: 'vanished' }],
    ['tennis', 'moneyline', 'home', { sets: TENNIS, retired: true }],
    ['tennis', 'moneyline', 'home', { sets: TENNIS, retired: 'Silva' }],
    ['tennis', 'moneyline', 'home', { sets: TENNIS }],
    ['tennis', 'moneyline', 'home', { ...RAW, raw_from_winner: '64 XYZ', home_is_winner: true }],
    ['volleyball', 'moneyline', 'home', { sets_home: 3, sets_away: 1, sets: [[25, 20]] }],
    ['boxing', 'method', 'home KO', { result: 'home', method: 'magic' }],
    ['boxing', 'total_rounds', 'over 5.5', { result: 'home', round: 6, method: 'KO' }],
    ['boxing', 'total_rounds', 'under 5.5', { result: 'home' }],
    ['cricket', 'total_runs', 'under 300.5', { result: 'home' }],
    ['football', 'total_goals', 'under 2.5', { result: 'draw' }],
    ['football', 'match_result_1x2', 'home', { home: 1, away: 0, format: 'five a side' }],
    ['football', 'match_result_1x2', 'home', { home: 1, away: 0, goals: '2-0' }],
    ['racing', 'race_win', 'Ballyfad', { runners: 8 }],
    ['badminton', 'moneyline', 'home', { status: 'interrupted', resumed: true }],
    ['football', 'match_result_1x2 HT', 'home', { home: 1, away: 0, minute: 60, status: 'abandoned' }],
    ['football', 'total_corners', 'over 5.5', { home: 1, away: 0, minute: 60, status: 'abandoned' }],
    ['baseball', 'first_5_innings_total_runs', 'over 2.5', { home: 5, away: 3, innings: 6, status: 'rain' }],
    ['outright', 'outright_winner', 'team A', {}],
  ])('%s %s: %s with %j is told, never settled by guess', (sport, market, selection, state) => {
    for (const result of ['won', 'lost', 'void'] as const)
      expect(reported({ sport, market, selection, state }, result)).toMatch(
        /^mismatch (?!one: (result|code))/,
      )
  })

  test.each([
    ['football', 'match_result_1x2', { home: 1, away: 0, var_overturned: 'home' }],
    [
      'tennis',
      'moneyline',
      {
        sets: [
          [6, 4],
          [6, 3],
        ],
        home_aces: 5,
        protested: true,
      },
    ],
  ])('%s %s with a field nobody reads is skipped by its name', (sport, market, state) => {
    expect(reported({ sport, market, selection: 'home', state }, 'won')).toMatch(
      /^skipped field \w+ of the state/,
    )
  })
})

test.each([
  { format: '2x35' },
  { format: '3x30' },
  { format: 'friendly 3x30' },
  { halves: '2 x 35' },
  { minutes: 70 },
  { duration: '2x35' },
  { duration: '80 minutes' },
  { length: '2x40' },
  { half_length: 40 },
])('a football match of %j is void for every market', (format) => {
  const one = { sport: 'football', state: { home: 3, away: 0, ...format } }
  expect(reported({ ...one, market: 'match_result_1x2', selection: 'home' }, 'void')).toBe(PASSED)
  expect(reported({ ...one, market: 'total_goals', selection: 'over 1.5' }, 'void')).toBe(PASSED)
})

test.each([{ format: '2x45' }, { minutes: 90 }, { duration: 'Regular' }, { half_length: 45 }, { halves: 2 }])(
  'a football match of %j is the usual one',
  (format) => {
    const state = { home: 3, away: 0, ...format }
    expect(reported({ sport: 'football', market: 'match_result_1x2', selection: 'home', state }, 'won')).toBe(
      PASSED,
    )
  },
)

test.each([
  [{ result: '1', void_factor: null, dead_heat_factor: null }, 'won'],
  [{ result: 0, void_factor: 1 }, 'void'],
  [{ result: 1, dead_heat_factor: '0.5' }, 'dead_heat'],
] as const)('a feed that says %j is %s', (uof, result) => {
  expect(reported({ market: 'uof_outcome', uof }, result)).toBe(PASSED)
})
