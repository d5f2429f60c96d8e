import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bonusSpanE4,
  isMet,
  leftOf,
  mainLeft,
  movedSpans,
  type Parts,
  releasedBonus,
  type Span,
  spanStart,
  withdrawable,
} from './rules.ts'

const E4 = 10_000

/** So much settled of own money, in a game that contributes all of it. */
const wagered = (cents: number) => ({ wageredCents: cents, contributedE4: cents * E4 })

const nextSpan = (open: readonly Span[], now: number, length: number): Span => {
  const from = spanStart(open, now)
  return { from, until: from + length }
}

const opened = (open: readonly Parts[], cents: number, [main, grant]: readonly [number, number]): Parts => ({
  main: nextSpan(
    open.map((one) => one.main),
    cents,
    main,
  ),
  bonus: nextSpan(
    open.map((one) => one.bonus),
    cents * E4,
    bonusSpanE4(grant, 2),
  ),
})

describe('one top-up of R$ 100 with a bonus of R$ 60, main 1×, bonus 2×', () => {
  const parts = opened([], 5_000, [10_000, 6_000])
  test.each([
    { cents: 5_000, left: 10_000, met: false },
    { cents: 11_000, left: 4_000, met: false }, // both parts run at once
    { cents: 15_000, left: 0, met: false },
    { cents: 16_999, left: 0, met: false },
    { cents: 17_000, left: 0, met: true },
  ])('with $cents wagered $left of the main part is left', ({ cents, left, met }) => {
    expect(mainLeft([parts], wagered(cents))).toBe(left)
    expect(isMet(parts, wagered(cents))).toBe(met)
  })

  test('is met by stakes that contribute a fiftieth only after fifty times as many', () => {
    const after = (cents: number) => ({
      wageredCents: 5_000 + cents,
      contributedE4: 5_000 * E4 + cents * 200,
    })
    expect(isMet(parts, after(599_999))).toBe(false)
    expect(isMet(parts, after(600_000))).toBe(true)
  })

  test('lets out what is more than the rest of the main part', () => {
    expect(withdrawable(10_000, [parts], wagered(11_000))).toBe(6_000)
    expect(withdrawable(3_000, [parts], wagered(11_000))).toBe(0)
  })
})

test('a bonus that is wagered once asks for as much as one that is wagered twice, a third time for more', () => {
  expect([0, 1, 2, 3].map((times) => bonusSpanE4(500, times) / E4)).toEqual([0, 1_000, 1_000, 1_500])
})

test('a top-up without a bonus is met by its own part, though an older bonus is still to be wagered', () => {
  const first = opened([], 0, [1_000, 500])
  const second = opened([first], 0, [1_000, 0])
  const progress = { wageredCents: 2_000, contributedE4: 0 }
  expect([first, second].map((one) => isMet(one, progress))).toEqual([false, true])
})

test('counts a settled stake for the oldest open requirement only', () => {
  const first = opened([], 0, [10_000, 0])
  const second = opened([first], 2_000, [5_000, 0])
  expect(second.main.from).toBe(10_000)
  expect(mainLeft([first, second], wagered(9_999))).toBe(1 + 5_000)
  expect(mainLeft([second], wagered(12_000))).toBe(3_000)
})

describe('when an older span is cancelled', () => {
  const first = nextSpan([], 0, 10_000)
  const second = nextSpan([first], 0, 5_000)
  const third = nextSpan([first, second], 0, 2_000)

  test.each([
    { gone: 'the first', left: [second, third], now: 3_000, begins: [3_000, 8_000] },
    { gone: 'the second', left: [first, third], now: 3_000, begins: [0, 10_000] },
    { gone: 'the first, met already', left: [second, third], now: 12_000, begins: [10_000, 15_000] },
    { gone: 'the last', left: [first, second], now: 3_000, begins: [0, 10_000] },
  ])('$gone, with $now counted: later ones move up, begun ones stay', ({ left, now, begins }) => {
    const moved = movedSpans(left, now)
    expect(moved.map(({ from }) => from)).toEqual(begins)
    moved.forEach((span, at) => {
      const before = left[at]
      expect(span.until - span.from).toBe(before && before.until - before.from)
    })
  })
})

test('S28: releases of a bonus what its grant was and not what it won, and leaves what open grants claim', () => {
  const met = [{ bonusGrantCents: 2_000, releasedCents: 0 }]
  expect(releasedBonus(7_000, { met, open: [] })).toBe(2_000)
  expect(releasedBonus(1_500, { met, open: [] })).toBe(1_500)
  expect(releasedBonus(1_500, { met, open: [{ bonusGrantCents: 1_000 }] })).toBe(500)
  expect(releasedBonus(1_000, { met, open: [{ bonusGrantCents: 2_000 }] })).toBe(0)
  expect(releasedBonus(7_000, { met: [{ bonusGrantCents: 2_000, releasedCents: 1_999 }], open: [] })).toBe(1)
  expect(releasedBonus(7_000, { met: [], open: [] })).toBe(0)
})

const step = fc.oneof(
  fc.record({ stake: fc.integer({ min: 0, max: 5_000 }) }),
  fc.record({ main: fc.integer({ min: 1, max: 5_000 }), grant: fc.integer({ min: 0, max: 1_000 }) }),
)

test('asks for exactly the sums of both parts of all requirements, whatever the order of top-ups and stakes', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      // The model: each stake is spent on the oldest part of its kind that is not met; the rest of it is lost.
      const owed = { main: [] as number[], bonus: [] as number[] }
      let open: Parts[] = []
      let cents = 0
      for (const one of steps) {
        if ('main' in one) {
          owed.main.push(one.main)
          owed.bonus.push(2 * one.grant)
          open = [...open, opened(open, cents, [one.main, one.grant])]
        } else {
          cents += one.stake
          spend(owed.main, one.stake)
          spend(owed.bonus, one.stake)
        }
        open = open.filter((parts) => !isMet(parts, wagered(cents)))
        const bonusLeft = open.reduce((sum, { bonus }) => sum + leftOf(bonus, cents * E4), 0)
        expect(mainLeft(open, wagered(cents))).toBe(total(owed.main))
        expect(bonusLeft).toBe(total(owed.bonus) * E4)
      }
    }),
  )
})

const total = (amounts: readonly number[]) => amounts.reduce((sum, cents) => sum + cents, 0)

function spend(owed: number[], stake: number): void {
  let rest = stake
  for (const [at, cents] of owed.entries()) {
    const used = Math.min(cents, rest)
    owed[at] = cents - used
    rest -= used
  }
}

test('never lets out more than the cash, nor less as more is settled', () => {
  const spans = fc.array(fc.tuple(fc.integer({ min: 0, max: 9_999 }), fc.integer({ min: 0, max: 999 })), {
    maxLength: 6,
  })
  const cents = fc.integer({ min: 0, max: 99_999 })
  fc.assert(
    fc.property(spans, cents, cents, cents, (requests, cashCents, settledCents, moreCents) => {
      let open: Parts[] = []
      for (const request of requests) open = [...open, opened(open, 0, request)]
      const now = withdrawable(cashCents, open, wagered(settledCents))
      expect(now).toBeGreaterThanOrEqual(0)
      expect(now).toBeLessThanOrEqual(cashCents)
      expect(withdrawable(cashCents, open, wagered(settledCents + moreCents))).toBeGreaterThanOrEqual(now)
    }),
  )
})
