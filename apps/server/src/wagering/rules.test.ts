import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isMet, mainLeft, movedSpans, releasedBonus, spanStart, withdrawable } from './rules.ts'

type Span = {
  fromSettledCents: number
  untilSettledCents: number
  mainCents: number
  bonusGrantCents: number
}

const opened = (
  open: readonly Span[],
  settledCents: number,
  [mainCents, bonusCents]: readonly [number, number],
) => {
  const fromSettledCents = spanStart(open, settledCents)
  return {
    fromSettledCents,
    untilSettledCents: fromSettledCents + mainCents + bonusCents,
    mainCents,
    bonusGrantCents: bonusCents / 2,
  }
}

describe('one top-up of R$ 100 with a bonus of R$ 20, main 1×, bonus 2×', () => {
  const span = opened([], 5_000, [10_000, 4_000])
  test.each([
    { settledCents: 5_000, left: 10_000, met: false },
    { settledCents: 11_000, left: 4_000, met: false },
    { settledCents: 15_000, left: 0, met: false }, // the main part counts first
    { settledCents: 18_999, left: 0, met: false },
    { settledCents: 19_000, left: 0, met: true },
  ])('with $settledCents settled $left of the main part is left', ({ settledCents, left, met }) => {
    expect(mainLeft([span], settledCents)).toBe(left)
    expect(isMet(span, settledCents)).toBe(met)
  })

  test('lets out what is more than the rest of the main part', () => {
    expect(withdrawable(10_000, [span], 11_000)).toBe(6_000)
    expect(withdrawable(3_000, [span], 11_000)).toBe(0)
  })
})

test('counts a settled stake for the oldest open requirement only', () => {
  const first = opened([], 0, [10_000, 0])
  const second = opened([first], 2_000, [5_000, 0])
  expect(second.fromSettledCents).toBe(10_000)
  expect(mainLeft([first, second], 9_999)).toBe(1 + 5_000)
  expect(mainLeft([second], 12_000)).toBe(3_000)
})

describe('when an older requirement is cancelled', () => {
  const first = opened([], 0, [10_000, 0])
  const second = opened([first], 0, [5_000, 0])
  const third = opened([first, second], 0, [2_000, 0])

  test.each([
    { gone: 'the first', left: [second, third], settledCents: 3_000, begins: [3_000, 8_000] },
    { gone: 'the second', left: [first, third], settledCents: 3_000, begins: [10_000] },
    { gone: 'the first, met already', left: [second, third], settledCents: 12_000, begins: [] },
    { gone: 'the last', left: [first, second], settledCents: 3_000, begins: [] },
  ])('$gone, with $settledCents settled: later ones move up, begun ones stay', (row) => {
    const moved = movedSpans(row.left, row.settledCents)
    expect(moved.map(({ fromSettledCents }) => fromSettledCents)).toEqual(row.begins)
    for (const span of moved) expect(span.untilSettledCents - span.fromSettledCents).toBe(span.mainCents)
  })
})

test('releases with the last requirement the whole bonus, before it what others do not claim', () => {
  expect(releasedBonus(7_000, [])).toBe(7_000)
  expect(releasedBonus(7_000, [{ bonusGrantCents: 2_000 }])).toBe(5_000)
  expect(releasedBonus(1_000, [{ bonusGrantCents: 2_000 }])).toBe(0)
})

const step = fc.oneof(
  fc.record({ stake: fc.integer({ min: 0, max: 5_000 }) }),
  fc.record({ main: fc.integer({ min: 1, max: 5_000 }), grant: fc.integer({ min: 0, max: 1_000 }) }),
)

test('asks for exactly the sum of all requirements, whatever the order of top-ups and stakes', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      // The model: each stake is spent on the oldest requirement that is not met; the rest of it is lost.
      const owed: number[] = []
      let open: Span[] = []
      let settledCents = 0
      for (const one of steps) {
        if ('main' in one) {
          owed.push(one.main + 2 * one.grant)
          open = [...open, opened(open, settledCents, [one.main, 2 * one.grant])]
        } else {
          settledCents += one.stake
          spend(owed, one.stake)
        }
        open = open.filter((span) => !isMet(span, settledCents))
        const left = open.reduce(
          (sum, span) => sum + span.untilSettledCents - Math.max(settledCents, span.fromSettledCents),
          0,
        )
        expect(left).toBe(owed.reduce((sum, cents) => sum + cents, 0))
        expect(open).toHaveLength(owed.filter((cents) => cents > 0).length)
        expect(mainLeft(open, settledCents)).toBeLessThanOrEqual(left)
      }
    }),
  )
})

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
      let open: Span[] = []
      for (const [main, grant] of requests) open = [...open, opened(open, 0, [main, 2 * grant])]
      const now = withdrawable(cashCents, open, settledCents)
      expect(now).toBeGreaterThanOrEqual(0)
      expect(now).toBeLessThanOrEqual(cashCents)
      expect(withdrawable(cashCents, open, settledCents + moreCents)).toBeGreaterThanOrEqual(now)
    }),
  )
})
