import { expect, test } from 'vitest'
import { checkSettlement } from './settlement.ts'
import { report } from './vectors.ts'

/** Cases of early endings in the words such files use; each is a policy of the house (docs/maths/settlement.md §3). */
const CASES = [
  ['football', 'total_goals', 'over 2.5', { home: 3, away: 0, minute: 60, status: 'abandoned' }, 'won'],
  ['football', 'total_goals', 'over 3.5', { home: 3, away: 0, minute: 60, status: 'abandoned' }, 'void'],
  ['football', 'both_teams_to_score', 'no', { home: 1, away: 1, minute: 60, status: 'abandoned' }, 'lost'],
  [
    'football',
    'to_qualify',
    'away',
    { home: 1, away: 1, et_home: 1, et_away: 1, pens_home: 3, pens_away: 4 },
    'won',
  ],
  ['football', 'to_qualify', 'home', { home: 1, away: 1, penalties: '4-2' }, 'won'],
  ['football', 'match_result_1x2', 'home', { home: 1, away: 0, format: '3x30' }, 'void'],
  [
    'tennis',
    'moneyline',
    'home',
    {
      sets: [
        [6, 4],
        [2, 3],
      ],
      retired: 'away',
    },
    'won',
  ],
  ['tennis', 'moneyline', 'home', { sets: [[3, 2]], retired: 'away' }, 'void'],
  [
    'tennis',
    'total_games',
    'over 9.5',
    {
      sets: [
        [6, 4],
        [2, 3],
      ],
      retired: 'away',
    },
    'won',
  ],
  [
    'tennis',
    'set_winner 2',
    'home',
    {
      sets: [
        [6, 4],
        [2, 3],
      ],
      retired: 'away',
    },
    'void',
  ],
  ['badminton', 'moneyline', 'home', { walkover: 'away' }, 'void'],
  ['baseball', 'moneyline', 'home', { innings: 6, home: 5, away: 3, status: 'shortened' }, 'won'],
  ['baseball', 'moneyline', 'home', { innings: 4, home: 5, away: 3, status: 'shortened' }, 'void'],
  ['boxing', 'moneyline_3way', 'home', { result: 'draw' }, 'lost'],
  ['boxing', 'moneyline', 'home', { result: 'home' }, 'won'],
  ['cricket', 'moneyline', 'home', { result: 'no result' }, 'void'],
  ['outright', 'outright_winner', 'team A', { started: false }, 'lost'],
  ['outright', 'outright_winner', 'team A', { started: false, all_in: false }, 'void'],
] as const

const PAYOUTS = { won: ['20', 2000, 10], void: ['10', 1000, 90], lost: ['0', 0, 20] } as const

test.each(CASES)('%s %s %s with %j is %s', (...[sport, market, selection, state, result]) => {
  const [payout, cents, code] = PAYOUTS[result]
  const expected = { result, code, payout, payout_cents: cents }
  const one = { id: 'one', sport, market, selection, state, odds: '2.00', stake: '10', expect: expected }
  expect(report(checkSettlement({ groups: [{ cases: [one] }] })).lines).toEqual([
    '1 passed, 0 failed, 0 skipped',
  ])
})
