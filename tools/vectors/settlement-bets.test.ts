import { expect, test } from 'vitest'
import { checkSettlement } from './settlement.ts'
import { report } from './vectors.ts'

const reported = (one: object): string => {
  const { lines } = report(checkSettlement({ groups: [{ cases: [{ id: 'one', ...one }] }] }))
  return lines.length > 1 ? (lines[0] ?? '') : (lines[0] ?? '').startsWith('1 passed') ? 'passed' : 'nothing'
}

const OVER = {
  sport: 'football',
  market: 'total_goals',
  period: 'FT90',
  selection: 'over',
  line: '2.5',
  odds: '2',
  stake: '10',
  score: { home: 3, away: 0 },
}

test.each([
  [{ result: 'won' }, 'passed'],
  [{ code: 10, payout: '20', payout_cents: 2000, profit: '10' }, 'passed'],
  [{ result: 'win', payout: 20 }, 'passed'],
  [{ result: 'won', profit: '-999' }, 'mismatch one: profit: expected -999, got 10/1'],
  [{ result: 'won', payout_cents: 2001 }, 'mismatch one: payout_cents: expected 2001, got 2000'],
  [{ payout: '20.000000000000000000000000000000000000000000' }, 'passed'],
  [{ payout: '20.01' }, 'mismatch one: payout: expected 20.01, got 20/1'],
  [{ result: 'won', tax: '1.2' }, 'skipped field tax of expect: 1'],
  [{ result: 'maybe' }, 'mismatch one: result: expected "maybe", got "won"'],
  [{ cross_checked: 'x' }, 'mismatch one: nothing is expected'],
])('a won single that expects %j: %s', (expected, outcome) => {
  expect(reported({ ...OVER, expect: expected })).toBe(outcome)
})

const double = (legs: readonly object[], expected: object, more: object = {}): object => ({
  type: 'double',
  unit_stake: '10',
  legs,
  expect: expected,
  ...more,
})

test.each([
  [
    [
      { odds: '1.8333', result: 'won' },
      { odds: '2', result: 'won' },
    ],
    { payout: '36.666', payout_cents: 3667 },
    'passed',
  ],
  [
    [
      { odds: '3', result: 'dead_heat', dead_heat_share: 2 },
      { odds: '2', result: 'won' },
    ],
    { payout: '30', result: 'won', code: 10, profit: '20' },
    'passed',
  ],
  [
    [
      { odds: '3', result: 'won' },
      { odds: '2', result: 'won' },
    ],
    { payout: '60', result: 'lost' },
    'mismatch one: result: expected "lost", got "won"',
  ],
  [
    [
      { odds: '3', result: 'won' },
      { odds: '2', result: 'won' },
    ],
    { payout: '60', profit: '999' },
    'mismatch one: profit: expected 999, got 50/1',
  ],
  [
    [
      { odds: '3', result: 'push' },
      { odds: '2', result: 'refund' },
    ],
    { payout: '10', result: 'void', code: 90 },
    'passed',
  ],
  [
    [
      { odds: '3', result: 'perhaps' },
      { odds: '2', result: 'won' },
    ],
    { payout: '60' },
    'skipped leg result perhaps: 1',
  ],
  [[{ odds: '3', result: 'won' }], { payout: '30' }, 'skipped bet type double of 1 legs: 1'],
])('a double of %j that expects %j: %s', (legs, expected, outcome) => {
  expect(reported(double(legs, expected))).toBe(outcome)
})

const eachWay = (change: object): object => ({
  sport: 'horse_racing',
  market: 'each_way',
  type: 'single',
  unit_stake: '2',
  places: 3,
  place_fraction: '1/5',
  ...change,
})

test('an each-way single at odds finer than thousandths is settled exactly', () => {
  const legs = [{ odds: '4.3333', position: 1, dead_heat_share: 1 }]
  const expected = {
    units: 2,
    total_stake: '4',
    win_part: '8.6666',
    place_part: '3.33332',
    payout: '11.99992',
    payout_cents: 1200,
  }
  expect(reported(eachWay({ legs, expect: expected }))).toBe('passed')
  expect(reported(eachWay({ legs, expect: { ...expected, place_part: '3.33333' } }))).toContain('place_part')
})

test('thirds written with more than forty characters are read, and still compared', () => {
  const leg = { odds: '34', position: 3, dead_heat_share: 3 }
  const payout = '12.835555555555555555042222222222222222227556'
  const bet = eachWay({ type: 'accumulator', legs: [leg, leg], expect: { payout } })
  expect(reported(bet)).toBe('passed')
  expect(reported({ ...bet, expect: { payout: payout.replace('.8', '.7') } })).toContain('payout')
})

test.each(['lucky_15', 'Canadian', 'super_heinz', '2/4', 'system_3_of_4', 'doubles', '4-fold', 'acca'])(
  'a bet of %s says how many units it has',
  (type) => {
    const counts: Readonly<Record<string, number>> = { Canadian: 5, super_heinz: 7 }
    const units: Readonly<Record<string, number>> = {
      lucky_15: 15,
      Canadian: 26,
      super_heinz: 120,
      '2/4': 6,
      system_3_of_4: 4,
      doubles: 6,
      '4-fold': 1,
      acca: 1,
    }
    const legs = Array.from({ length: counts[type] ?? 4 }, () => ({ odds: '2', result: 'lost' }))
    const bet = { type, unit_stake: '1', legs }
    expect(reported({ ...bet, expect: { payout: '0', units: units[type] } })).toBe('passed')
    expect(reported({ ...bet, expect: { payout: '0', units: 99 } })).toContain('units')
  },
)
