import { expect, test } from 'vitest'
import { doubled, halved, stakeProblem } from './stake.ts'

test.each([
  ['10', '5'],
  ['5.01', '2.50'],
  ['1', '1'],
  ['', '1'],
])('half of %s is %s', (entry, half) => {
  expect(halved(entry, 100)).toBe(half)
})

test('a doubled stake stops at the most', () => {
  expect(doubled('10', 100_000)).toBe('20')
  expect(doubled('700', 100_000)).toBe('1000')
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
  expect(stakeProblem(stake, { leastStakeCents: 10, mostStakeCents: 5_000_00 }, 100_00)).toBe(problem)
})

test('a stake below the least is that, even without a balance', () => {
  expect(stakeProblem(9, { leastStakeCents: 10, mostStakeCents: 5_000_00 }, 0)).toBe('tooSmall')
})
