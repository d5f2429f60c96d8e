import { expect, test } from 'vitest'
import { doubled, greatest, halved, stakeProblem } from './stake.ts'

test.each([
  ['10', '5'],
  ['5.01', '2.50'],
  ['1', '1'],
  ['', '1'],
])('half of %s is %s', (entry, half) => {
  expect(halved(entry, 100)).toBe(half)
})

const bounds = {
  minStakeCents: 10,
  maxStakeCents: 5_000_00,
  maxPayoutCents: 100_000_00,
  maxPaidStakeCents: 5_100_00,
}

test('a doubled stake stops at the maximum', () => {
  expect(doubled('10', bounds)).toBe('20')
  expect(doubled('2700', bounds)).toBe('5000')
  expect(doubled('700', { ...bounds, maxPaidStakeCents: 1000_00 })).toBe('1000')
})

test.each([
  { stake: 0, problem: undefined },
  { stake: 9, problem: 'tooSmall' },
  { stake: 10, problem: undefined },
  { stake: 100_00, problem: undefined },
  { stake: 100_01, problem: 'tooMuch' },
  { stake: 5_000_00, problem: 'tooMuch' },
  { stake: 5_000_01, problem: 'tooGreat' },
  { stake: 9_999_999_00, problem: 'tooGreat' },
])('a stake of $stake cents with 10000 in the balance is $problem', ({ stake, problem }) => {
  expect(stakeProblem(stake, bounds, 100_00)).toBe(problem)
})

test('a stake below the minimum is reported as such, even without a balance', () => {
  expect(stakeProblem(9, bounds, 0)).toBe('tooSmall')
})

test("a stake whose win would exceed a round's maximum is reported before the balance", () => {
  const rare = { ...bounds, maxPaidStakeCents: 50_00 }
  expect(stakeProblem(50_00, rare, 100_00)).toBeUndefined()
  expect(stakeProblem(50_01, rare, 100_00)).toBe('paysTooMuch')
  expect(stakeProblem(50_01, rare, 0)).toBe('paysTooMuch')
  expect(stakeProblem(5_000_01, rare, 0)).toBe('tooGreat')
})

test("the maximum is the smallest of the game's limit, the payout limit and the balance", () => {
  expect(greatest(bounds, Infinity)).toBe('5000')
  expect(greatest({ ...bounds, maxPaidStakeCents: 1000_00 }, Infinity)).toBe('1000')
  expect(greatest(bounds, 12_34)).toBe('12.34')
  expect(greatest(bounds, 0)).toBe('0.10')
})
