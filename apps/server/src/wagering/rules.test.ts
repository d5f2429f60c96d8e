import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bonusLeft,
  isMet,
  mainLeft,
  movedSpans,
  releasedBonus,
  type Span,
  spanE4,
  spanStart,
  type Wagered,
  ofBonusAlone,
  remainingWagering,
  withdrawable,
  withoutMain,
} from './rules.ts'

const E4 = 10_000

/** So much settled of own money, where all of it counts. */
const counted = (cents: number) => ({ contributedE4: cents * E4 })

const nextSpan = (open: readonly Span[], now: number, length: number): Span => {
  const from = spanStart(open, now)
  return { from, until: from + length }
}

/** A requirement of so much own money, and of a bonus wagered twice, as it opens behind those that are open. */
const opened = (open: readonly Wagered[], cents: number, [main, grant]: readonly [number, number]) => ({
  ...nextSpan(open, cents * E4, spanE4(main, 2 * grant)),
  mainCents: main,
  bonusCents: 2 * grant,
})

describe('one top-up of R$ 100 with a bonus of R$ 20, main 1×, bonus 2×', () => {
  const one = opened([], 5_000, [10_000, 2_000])
  test.each([
    { cents: 5_000, main: 10_000, bonus: 4_000, met: false },
    { cents: 11_000, main: 4_000, bonus: 4_000, met: false },
    { cents: 15_000, main: 0, bonus: 4_000, met: false }, // own money first, then the bonus
    { cents: 18_999, main: 0, bonus: 1, met: false },
    { cents: 19_000, main: 0, bonus: 0, met: true },
  ])(
    'with $cents counted $main of the main part and $bonus of the bonus is left',
    ({ cents, main, bonus, met }) => {
      expect(mainLeft([one], counted(cents))).toBe(main)
      expect(bonusLeft(one, counted(cents))).toBe(bonus)
      expect(isMet(one, counted(cents))).toBe(met)
    },
  )

  test('is met by R$ 140 of bets, or by R$ 700 in small games, and by not a cent less', () => {
    const after = (stakedCents: number, shareBps: number) => ({
      contributedE4: 5_000 * E4 + stakedCents * shareBps,
    })
    expect([13_999, 14_000].map((cents) => isMet(one, after(cents, 10_000)))).toEqual([false, true])
    expect([69_999, 70_000].map((cents) => isMet(one, after(cents, 2_000)))).toEqual([false, true])
  })

  test('allows withdrawing the excess over the rest of the main part', () => {
    expect(withdrawable(10_000, [one], counted(11_000))).toBe(6_000)
    expect(withdrawable(3_000, [one], counted(11_000))).toBe(0)
  })

  test('where own money need not be wagered only the bonus remains, and a top-up without one is met', () => {
    const seen = withoutMain([one, opened([one], 5_000, [10_000, 0])])
    expect(mainLeft(seen, counted(5_000))).toBe(0)
    expect(seen.map((own) => bonusLeft(own, counted(5_000)))).toEqual([4_000, 0])
    expect(seen.map((own) => isMet(own, counted(8_999)))).toEqual([false, true])
    expect(seen.map((own) => isMet(own, counted(9_000)))).toEqual([true, true])
  })
})

describe('the remaining wagering', () => {
  const gifted = opened([], 0, [10_000, 2_000])
  const plain = opened([gifted], 10_000, [10_000, 0])
  test('of one top-up is its own money, and after it its bonus', () => {
    expect(remainingWagering([gifted], counted(2_500))).toEqual({
      ownLeftCents: 7_500,
      ownTotalCents: 10_000,
      bonusLeftCents: 4_000,
      bonusTotalCents: 4_000,
      isBonusAfter: true,
    })
    expect(remainingWagering([gifted], counted(11_000))).toEqual({
      ownLeftCents: 0,
      ownTotalCents: 0,
      bonusLeftCents: 3_000,
      bonusTotalCents: 4_000,
      isBonusAfter: false,
    })
  })
  test('of a second top-up’s own money includes the bonus of the first', () => {
    expect(remainingWagering([gifted, plain], counted(10_000))).toEqual({
      ownLeftCents: 14_000,
      ownTotalCents: 24_000,
      bonusLeftCents: 4_000,
      bonusTotalCents: 14_000,
      isBonusAfter: false,
    })
  })
  test.each([
    { at: 2_500, left: 11_500, total: 14_000 },
    { at: 11_000, left: 3_000, total: 4_000 },
  ])('of the bonus alone stays the same with $at counted', ({ at, left, total }) => {
    expect(ofBonusAlone(remainingWagering([gifted], counted(at)))).toEqual({
      ownLeftCents: 0,
      ownTotalCents: 0,
      bonusLeftCents: left,
      bonusTotalCents: total,
      isBonusAfter: false,
    })
  })
  test('is zero if nothing is open', () => {
    const nothing = { ownLeftCents: 0, ownTotalCents: 0, bonusLeftCents: 0, bonusTotalCents: 0 }
    expect(remainingWagering([], counted(10_000))).toEqual({ ...nothing, isBonusAfter: false })
  })
})

test('a begun cent counts as a whole one', () => {
  const one = opened([], 0, [100, 50])
  expect(mainLeft([one], { contributedE4: 1 })).toBe(100)
  expect(bonusLeft(one, { contributedE4: 100 * E4 + 1 })).toBe(100)
})

test('counts a settled stake for the oldest open requirement only', () => {
  const first = opened([], 0, [10_000, 1_000])
  const second = opened([first], 2_000, [5_000, 0])
  expect(second.from).toBe(12_000 * E4)
  expect(mainLeft([first, second], counted(11_999))).toBe(5_000)
  expect(mainLeft([second], counted(14_000))).toBe(3_000)
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

test('S28: releases of a bonus its grant and not its winnings, and leaves what open grants claim', () => {
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

test('requires exactly the sums of both parts of all requirements, whatever the order of top-ups and stakes', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      // The model: each stake is spent on the oldest part that is not met, own money before its bonus; what is more is lost.
      const owed: number[] = []
      let open: ReturnType<typeof opened>[] = []
      let cents = 0
      for (const one of steps) {
        if ('main' in one) {
          owed.push(one.main, 2 * one.grant)
          open = [...open, opened(open, cents, [one.main, one.grant])]
        } else {
          cents += one.stake
          spend(owed, one.stake)
        }
        open = open.filter((parts) => !isMet(parts, counted(cents)))
        const ofBonuses = total(open.map((parts) => bonusLeft(parts, counted(cents))))
        expect(mainLeft(open, counted(cents))).toBe(total(owed.filter((_, at) => at % 2 === 0)))
        expect(ofBonuses).toBe(total(owed.filter((_, at) => at % 2 === 1)))
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

test('never allows withdrawing more than the cash, nor less as more is settled', () => {
  const spans = fc.array(fc.tuple(fc.integer({ min: 0, max: 9_999 }), fc.integer({ min: 0, max: 999 })), {
    maxLength: 6,
  })
  const cents = fc.integer({ min: 0, max: 99_999 })
  fc.assert(
    fc.property(spans, cents, cents, cents, (requests, cashCents, settledCents, moreCents) => {
      let open: Wagered[] = []
      for (const request of requests) open = [...open, opened(open, 0, request)]
      const now = withdrawable(cashCents, open, counted(settledCents))
      expect(now).toBeGreaterThanOrEqual(0)
      expect(now).toBeLessThanOrEqual(cashCents)
      expect(withdrawable(cashCents, open, counted(settledCents + moreCents))).toBeGreaterThanOrEqual(now)
    }),
  )
})
