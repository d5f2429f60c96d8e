import type { HarmSign } from '@palpite/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  coolOffFrom,
  coolOffTerms,
  type DayFigures,
  type HarmFigures,
  harmReasons,
  harmThresholds,
  nextGrade,
} from './harm-rules.ts'

const quiet: DayFigures = {
  depositedCents: 0,
  depositsAgain: 0,
  failedDeposits: 0,
  activeMinutes: 0,
  nightMinutes: 0,
  limitsLoosened: 0,
  netLossCents: 0,
}
const days = (count: number, figures: Partial<DayFigures>): DayFigures[] =>
  Array.from({ length: count }, () => ({ ...quiet, ...figures }))

type Case = { sign: HarmSign; short: HarmFigures; enough: HarmFigures; seen: number; from: number }
const cases: Case[] = [
  {
    sign: 'chasing',
    short: { week: days(2, { depositsAgain: 1, netLossCents: 1 }), before: [] },
    enough: { week: days(3, { depositsAgain: 1, netLossCents: 1 }), before: [] },
    seen: 3,
    from: 3,
  },
  {
    sign: 'nights',
    short: { week: [...days(2, { nightMinutes: 90 }), ...days(1, { nightMinutes: 29 })], before: [] },
    enough: { week: days(3, { nightMinutes: 30 }), before: [] },
    seen: 3,
    from: 3,
  },
  {
    sign: 'rising_deposits',
    short: { week: days(1, { depositedCents: 59_999 }), before: days(4, { depositedCents: 30_000 }) },
    enough: { week: days(2, { depositedCents: 30_000 }), before: days(4, { depositedCents: 30_000 }) },
    seen: 60_000,
    from: 60_000,
  },
  {
    sign: 'limits_loosened',
    short: { week: days(1, { limitsLoosened: 1 }), before: days(9, { limitsLoosened: 1 }) },
    enough: { week: days(1, { limitsLoosened: 2 }), before: [] },
    seen: 2,
    from: 2,
  },
  {
    sign: 'failed_deposits',
    short: { week: days(4, { failedDeposits: 1 }), before: [] },
    enough: { week: days(5, { failedDeposits: 1 }), before: [] },
    seen: 5,
    from: 5,
  },
  {
    sign: 'long_days',
    short: { week: [...days(2, { activeMinutes: 600 }), ...days(1, { activeMinutes: 239 })], before: [] },
    enough: { week: days(3, { activeMinutes: 240 }), before: [] },
    seen: 3,
    from: 3,
  },
  {
    sign: 'loss_above_usual',
    short: { week: days(1, { netLossCents: 44_999 }), before: days(4, { netLossCents: 15_000 }) },
    enough: { week: days(3, { netLossCents: 15_000 }), before: days(4, { netLossCents: 15_000 }) },
    seen: 45_000,
    from: 45_000,
  },
]

test.each(cases)('$sign is a reason from its threshold on, with its figures', (one) => {
  expect(harmReasons(one.short, harmThresholds)).toEqual([])
  expect(harmReasons(one.enough, harmThresholds)).toEqual([
    { sign: one.sign, seen: one.seen, from: one.from },
  ])
})

test.each([
  {
    why: 'top-ups after wins are no chasing',
    week: days(3, { depositsAgain: 2, netLossCents: -1 }),
    before: [],
  },
  { why: 'a new player has no usual week', week: days(3, { depositedCents: 90_000 }), before: [] },
  {
    why: 'three times a small loss is small',
    week: days(1, { netLossCents: 29_999 }),
    before: days(1, { netLossCents: 100 }),
  },
  {
    why: 'a player who usually wins has no usual loss',
    week: days(1, { netLossCents: 90_000 }),
    before: days(1, { netLossCents: -100 }),
  },
])('$why', ({ week, before }) => {
  expect(harmReasons({ week, before }, harmThresholds)).toEqual([])
})

const anyDay = fc.record({
  depositedCents: fc.nat(100_000),
  depositsAgain: fc.nat(5),
  failedDeposits: fc.nat(5),
  activeMinutes: fc.nat(600),
  nightMinutes: fc.nat(360),
  limitsLoosened: fc.nat(3),
  netLossCents: fc.integer({ min: -100_000, max: 100_000 }),
})
const figureNames = Object.keys(quiet) as (keyof DayFigures)[]

test('a higher figure in the week never removes a reason', () => {
  fc.assert(
    fc.property(
      fc.array(anyDay, { minLength: 1, maxLength: 7 }),
      fc.array(anyDay, { maxLength: 28 }),
      fc.record({
        name: fc.constantFrom(...figureNames),
        more: fc.integer({ min: 1, max: 100_000 }),
        at: fc.nat(6),
      }),
      (week, before, { name, more, at }) => {
        const signsOf = (judged: readonly DayFigures[]) =>
          harmReasons({ week: judged, before }, harmThresholds).map(({ sign }) => sign)
        const raised = week.map((day, place) =>
          place === at % week.length ? { ...day, [name]: day[name] + more } : day,
        )
        expect(signsOf(raised)).toEqual(expect.arrayContaining(signsOf(week)))
      },
    ),
  )
})

const reason = { sign: 'nights', seen: 3, from: 3 } as const
const terms = { daysBetweenSteps: 7, reasonsToHurry: 3 }
test.each([
  { open: undefined, reasons: 0, next: undefined },
  { open: undefined, reasons: 4, next: 1 },
  { open: { grade: 1, daysSinceStep: 6 }, reasons: 2, next: undefined },
  { open: { grade: 1, daysSinceStep: 7 }, reasons: 1, next: 2 },
  { open: { grade: 1, daysSinceStep: 30 }, reasons: 0, next: undefined },
  { open: { grade: 2, daysSinceStep: 0 }, reasons: 3, next: undefined },
  { open: { grade: 2, daysSinceStep: 1 }, reasons: 3, next: 3 },
  { open: { grade: 5, daysSinceStep: 90 }, reasons: 7, next: undefined },
])('with $reasons reasons and $open the next grade is $next', ({ open, reasons, next }) => {
  expect(
    nextGrade(
      open,
      Array.from({ length: reasons }, () => reason),
      terms,
    ),
  ).toBe(next)
})

test.each([
  { what: 'the bound for everybody, without a losing day before', before: [0, -5_000], from: 50_000 },
  {
    what: 'three times a usual losing day; days that were won do not count',
    before: [8_000, -90_000, 4_000],
    from: 18_000,
  },
  { what: 'the least, where little is usual', before: [100], from: 10_000 },
  { what: 'the bound for everybody, where much is usual', before: [80_000], from: 50_000 },
])('a pause is offered from $what', ({ before, from }) => {
  expect(coolOffFrom(before, coolOffTerms)).toBe(from)
})

test('a higher usual loss never brings a pause sooner', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1 }),
      fc.nat(100_000),
      (days, more) => {
        const later = days.map((cents) => cents + more)
        expect(coolOffFrom(later, coolOffTerms)).toBeGreaterThanOrEqual(coolOffFrom(days, coolOffTerms))
      },
    ),
  )
})
