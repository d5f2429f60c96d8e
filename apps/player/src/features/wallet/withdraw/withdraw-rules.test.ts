import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { testLimits as limits } from './testing/test-limits.ts'
import {
  feeOf,
  methodsFor,
  percentOf,
  standstill,
  usdtHundredths,
  withdrawProblem,
} from './withdraw-rules.ts'

test.each([
  { standing: { lock: true }, why: { kind: 'locked' } },
  { standing: { number: 0 }, why: { kind: 'noneLeft' } },
  { standing: { wdAmount: 0 }, why: { kind: 'nothing' } },
  { standing: { wdAmount: 0.01 }, why: undefined },
])('nothing can leave at $standing: $why.kind', ({ standing, why }) => {
  expect(standstill({ ...limits, ...standing })).toEqual(why)
})

describe("a withdrawal's checks are in the specification's order", () => {
  const nothingRight = { ...limits, lock: true, number: 0, wdAmount: 0 }
  test.each([
    { standing: nothingRight, amountCents: 0, problem: { kind: 'locked' } },
    { standing: { ...nothingRight, lock: false }, amountCents: 0, problem: { kind: 'noneLeft' } },
    { standing: { ...limits, wdAmount: 0 }, amountCents: 0, problem: { kind: 'nothing' } },
    { standing: limits, amountCents: 0, problem: { kind: 'belowMin', minCents: 5_000 } },
    { standing: limits, amountCents: 4_999, problem: { kind: 'belowMin', minCents: 5_000 } },
    { standing: limits, amountCents: 5_000, problem: undefined },
    { standing: limits, amountCents: 12_050, problem: undefined },
    { standing: limits, amountCents: 12_051, problem: { kind: 'aboveMax', maxCents: 12_050 } },
    {
      standing: { ...limits, wdAmount: 50_000 },
      amountCents: 1_000_001,
      problem: { kind: 'aboveMax', maxCents: 1_000_000 },
    },
  ])('$amountCents cents: $problem.kind', ({ standing, amountCents, problem }) => {
    expect(withdrawProblem(standing, amountCents)).toEqual(problem)
  })
})

test('the fee is rounded down to the cent and the rest is sent', () => {
  expect(feeOf(5_000, limits)).toEqual({ feeCents: 125, netCents: 4_875 })
  expect(feeOf(5_001, limits)).toEqual({ feeCents: 125, netCents: 4_876 })
  expect(feeOf(5_000, { ...limits, serviceAmount: 0 })).toEqual({ feeCents: 0, netCents: 5_000 })
})

test('fee and net add up to the amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 300 }), (amount, bps) => {
      const { feeCents, netCents } = feeOf(amount, { ...limits, serviceAmount: bps / 10_000 })
      expect(feeCents + netCents).toBe(amount)
      expect(feeCents).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('a quarter of an odd amount drops the fractional cent', () => {
  expect(percentOf(12_050, 25)).toBe(3_012)
  expect(percentOf(12_050, 100)).toBe(12_050)
})

test('USDT is offered only to accounts with it', () => {
  expect(methodsFor(limits, '')).toEqual(['CPF', 'CNPJ'])
  expect(methodsFor(limits, '20')).toEqual(['CPF', 'CNPJ', 'USDT'])
})

test('the USDT estimate deducts one USDT of mining', () => {
  expect(usdtHundredths(50_000, 5)).toBe(9_900)
  expect(usdtHundredths(100, 5)).toBe(0)
  expect(usdtHundredths(50_000, 0)).toBe(0)
})
