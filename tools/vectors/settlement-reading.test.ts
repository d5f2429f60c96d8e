import { describe, expect, test } from 'vitest'
import { checkSettlement } from './settlement.ts'
import { report } from './vectors.ts'

const PAYOUTS = {
  won: ['20', 2000, 10],
  void: ['10', 1000, 90],
  lost: ['0', 0, 20],
  half_won: ['15', 1500, 21],
  half_lost: ['5', 500, 11],
} as const

type Result = keyof typeof PAYOUTS

const reported = (one: object, result: Result): string => {
  const [payout, cents, code] = PAYOUTS[result]
  const full = { id: 'one', odds: '2.00', stake: '10', ...one }
  const expected = { result, code, payout, payout_cents: cents }
  return report(checkSettlement({ groups: [{ cases: [{ ...full, expect: expected }] }] })).lines[0] ?? ''
}
const PASSED = '1 passed, 0 failed, 0 skipped'

const QUARTERS = { h_q1: 20, h_q2: 21, h_q3: 20, h_q4: 20, a_q1: 15, a_q2: 15, a_q3: 30, a_q4: 30 }
const THREE_SETS = {
  sets: [
    [25, 20],
    [20, 25],
    [25, 18],
    [25, 19],
  ],
}
const LATE = { home: 1, away: 2, ht_home: 1, ht_away: 0 }

describe('periods', () => {
  test.each([
    ['football', 'match_result_1x2', 'SH', 'away', LATE, 'won'],
    ['football', 'match_result_1x2', '2H', 'away', LATE, 'won'],
    ['football', 'match_result_1x2', 'second half', 'away', LATE, 'won'],
    ['football', 'match_result_1x2', '1st half', 'home', LATE, 'won'],
    ['football', 'match_result_1x2', 'P2', 'away', LATE, 'won'],
    ['football', 'match_result_1x2', '90 min', 'away', LATE, 'won'],
    ['volleyball', 'moneyline', 'S2', 'away', THREE_SETS, 'won'],
    ['volleyball', 'total_points', 'set 1', 'over 44.5', THREE_SETS, 'won'],
    ['volleyball', 'set_4_total_points', null, 'under 44.5', THREE_SETS, 'won'],
    ['volleyball', 'winner_of_set_2', undefined, 'home', THREE_SETS, 'lost'],
    ['basketball', 'total_points', 'Q1', 'over 34.5', QUARTERS, 'won'],
    ['basketball', 'total_points', 'first_half', 'over 70.5', QUARTERS, 'won'],
    ['basketball', 'total_points', '1004', 'over 49.5', QUARTERS, 'won'],
    ['basketball', 'first_quarter_total_points', 'FT', 'over 34.5', QUARTERS, 'won'],
    ['baseball', 'total_runs', 'F5', 'over 4.5', { home: 5, away: 3, f5_home: 4, f5_away: 1 }, 'won'],
    ['baseball', 'total_runs', 'I1', 'over 1.5', { i1: [0, 2], i2: [1, 0] }, 'won'],
  ] as const)('%s %s of %s: %s with %j is %s', (...[sport, market, period, selection, score, result]) => {
    const one = { sport, market, period, selection, score }
    expect(reported(one, result)).toBe(PASSED)
  })

  test.each([
    ['football', 'total_goals', 'S1'],
    ['football', 'total_goals', 'ET'],
    ['football', 'total_goals', 'I1'],
    ['football', 'total_goals', 'stoppage time'],
    ['football', 'total_goals', '7'],
    ['football', 'total_goals', 'FT+OT'],
    ['basketball', 'total_points', 'P1'],
    ['tennis', 'total_games', 'S9'],
    ['football', 'first_half_total_goals', '2H'],
  ])('%s %s of %s is skipped by name, never settled as the match', (sport, market, period) => {
    const score = { home: 3, away: 0, ht_home: 0, ht_away: 0 }
    for (const result of ['won', 'lost'] as const) {
      expect(reported({ sport, market, period, selection: 'over', line: '2.5', score }, result)).toMatch(
        /^skipped /,
      )
    }
  })
})

describe('names', () => {
  const score = {
    home: 2,
    away: 1,
    ht_home: 0,
    ht_away: 1,
    corners_home: 4,
    corners_away: 3,
    ht_corners_home: 3,
    ht_corners_away: 1,
    yellow_home: 2,
    yellow_away: 3,
    red_home: 0,
    red_away: 1,
  }
  test.each([
    ['btts', 'Yes', null, 'won'],
    ['gg/ng', 'GG', null, 'won'],
    ['dnb', '1', null, 'won'],
    ['dc', '1x', null, 'won'],
    ['DC', 'home or away', null, 'won'],
    ['1x2', 'X', null, 'lost'],
    ['ml', 'H', null, 'won'],
    ['o/u', 'o', '2.5', 'won'],
    ['over_under_2.5', 'under', null, 'lost'],
    ['goals over under', 'over 3', null, 'void'],
    ['ah', 'home', '0, -0.5', 'won'],
    ['ah', 'home', '-0.5/1', 'half_won'],
    ['ah', 'away', '+¾', 'half_lost'],
    ['spread', 'away +0.75', null, 'half_lost'],
    ['eh', 'home', '0:1', 'lost'],
    ['eh', 'draw', '0:1', 'won'],
    ['european_handicap', 'away (0:1)', null, 'lost'],
    ['european_handicap_3way', 'draw', '+1 away', 'won'],
    ['ht_ft', '2/1', null, 'won'],
    ['HT/FT', 'A/H', null, 'won'],
    ['half_time_full_time', 'away - home', null, 'won'],
    ['cs', '2:1', null, 'won'],
    ['correct_score', '4-1', null, 'lost'],
    ['correct_score', 'other', null, 'lost'],
    ['exact_goals', '7+', null, 'lost'],
    ['exact_goals', '3', null, 'won'],
    ['odd_even_goals', 'odd', null, 'won'],
    ['even_odd', 'even', null, 'lost'],
    ['highest_scoring_half', '2nd', null, 'won'],
    ['team_total', 'home over 1.5', null, 'won'],
    ['home_total_goals', 'under', '2', 'void'],
    ['team_corners', 'home over', '3.5', 'won'],
    ['first_half_corners', 'over', '3.5', 'won'],
    ['odd_even_corners', 'odd', null, 'won'],
    ['bookings_over_under', 'over', '5.5', 'won'],
  ] as const)('football %s: %s at %s is %s', (market, selection, line, result) => {
    expect(reported({ sport: 'Soccer', market, period: 'FT90', selection, line, score }, result)).toBe(PASSED)
  })

  test('the rest of a list is every score that is not on it', () => {
    const wide = { home: 4, away: 1 }
    for (const selection of ['4-1', 'AOHW', 'other', 'Any Other Home Win']) {
      expect(reported({ sport: 'football', market: 'correct_score', selection, score: wide }, 'won')).toBe(
        PASSED,
      )
    }
  })

  test.each([
    ['boxing', 'method_of_victory', 'home by KO', { result: 'home', round: 6, method: 'TKO' }, 'won'],
    ['boxing', 'round_betting', 'round 6', { result: 'home', round: 6, method: 'KO' }, 'won'],
    ['boxing', 'go_the_distance', 'no', { result: 'home', round: 6, method: 'KO' }, 'won'],
    ['boxing', 'total_rounds', 'over 5.5', { result: 'home', round: 6, time: '2:10', method: 'KO' }, 'won'],
    ['boxing', 'total_rounds', 'over 5.5', { result: 'home', round: 6, time: '0:40', method: 'KO' }, 'lost'],
    ['badminton', 'total_games', 'over 2.5', { sets: ['21-15', '15-21', '21-19'] }, 'won'],
    ['tennis', 'games handicap', 'away +2.5', { sets: '6-4 6-4' }, 'lost'],
    ['basketball', 'ml', 'home', { home: 100, away: 90 }, 'won'],
    ['NFL', 'point_spread', 'home -3', { home: 20, away: 17 }, 'void'],
  ] as const)('%s %s: %s with %j is %s', (...[sport, market, selection, state, result]) => {
    expect(reported({ sport, market, selection, state }, result)).toBe(PASSED)
  })

  test.each([
    ['football', 'first_throw_in', 'home', null],
    ['football', 'total_goals', 'perhaps', '2.5'],
    ['football', 'total_goals', 'over', '2.3'],
    ['football', 'total_goals', 'over 2.5', '3.5'],
    ['football', 'match_result_1x2', 'home', '1.5'],
    ['curling', 'moneyline', 'home', null],
    ['boxing', 'round_betting', 'home 6', null],
    ['volleyball', 'set_total_points', 'over', '44.5'],
  ])('%s %s %s at %s is skipped by name', (sport, market, selection, line) => {
    const one = { sport, market, selection, line, score: { home: 3, away: 0 } }
    expect(reported(one, 'won')).toMatch(/^skipped /)
  })
})
