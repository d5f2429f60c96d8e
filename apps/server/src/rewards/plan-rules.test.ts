import { expect, test } from 'vitest'
import {
  type PlanKind,
  type PlannedRule,
  replayCents,
  unfitAward,
  unfitRule,
  type VipLevel,
} from './rules.ts'

const rule = (place: number, goal: number, amount: number): PlannedRule => ({ place, goal, amount })

const pack = (place: number, goal: number, first: number, amount = 0): PlannedRule => ({
  place,
  goal,
  amount,
  first,
})

test.each<[PlanKind, PlannedRule[], string | undefined]>([
  ['check_in', [rule(1, 0, 10), rule(2, 0, 20)], undefined],
  ['check_in', [], 'rules'],
  ['check_in', [rule(2, 0, 10)], 'rules.0.place'],
  ['check_in', [rule(1, 5, 10)], 'rules.0.goal'],
  ['check_in', [rule(1, 0, 0)], 'rules.0.amount'],
  ['check_in', [rule(1, 0, 10_001)], 'rules.0.amount'],
  ['ladder', [rule(1, 1, 500), rule(2, 5, 3000)], undefined],
  ['ladder', [rule(1, 5, 500), rule(2, 5, 3000)], 'rules.1.goal'],
  ['commission', [rule(1, 0, 30), rule(2, 0, 0), rule(3, 0, 5)], undefined],
  ['commission', [rule(1, 0, 30)], 'rules'],
  ['commission', [rule(1, 0, 1001), rule(2, 0, 0), rule(3, 0, 5)], 'rules.0.amount'],
  ['packages', [pack(1, 2000, 400), pack(2, 5000, 0, 50)], undefined],
  ['packages', [pack(1, 2000, 400), pack(2, 2000, 0, 50)], 'rules.1.goal'],
  ['packages', [rule(1, 2000, 0)], 'rules.0.first'],
  ['check_in', [{ ...rule(1, 0, 10), first: 5 }], 'rules.0.first'],
])('rules of %s with %j are refused because of %j', (kind, rules, wrong) => {
  expect(unfitRule(kind, rules)).toBe(wrong)
})

const given = (place: number, count: number, settledCents = 0) => ({ place, count, settledCents })

test('a check-in costs the prize of its day, and prizes start again after the last', () => {
  const rules = [rule(1, 0, 10), rule(2, 0, 50)]
  expect(replayCents('check_in', [given(1, 3), given(2, 2), given(3, 1)], { present: rules, rules })).toBe(
    140,
  )
})

test('a reached step costs the steps of the plan up to the same number of invitees', () => {
  const present = [rule(1, 1, 500), rule(2, 5, 3000)]
  const rules = [rule(1, 1, 700), rule(2, 3, 1000), rule(3, 5, 2000), rule(4, 9, 9000)]
  const reached = [given(1, 4), given(2, 1)]
  expect(replayCents('ladder', reached, { present, rules: present })).toBe(4 * 500 + 3000)
  expect(replayCents('ladder', reached, { present, rules })).toBe(4 * 700 + 1000 + 2000)
})

test('commission costs its rate on the same stakes', () => {
  const rules = [rule(1, 0, 50), rule(2, 0, 10), rule(3, 0, 5)]
  expect(
    replayCents('commission', [given(1, 2, 100_000), given(3, 1, 20_000)], { present: rules, rules }),
  ).toBe(510)
})

const table = [40_000, 300_000, null].map((nextSettledCents, level): VipLevel => ({
  level,
  depositCents: 500 * level,
  nextTopUpCents: nextSettledCents,
  nextSettledCents,
  withdrawalsADay: 1,
  feeBps: 0,
  awardCents: level === 1 ? 200 : 0,
  hasOwnQueue: false,
}))

test.each([
  [
    'what is given already, and five in ten thousand of what is staked',
    [rule(1, 500, 200), rule(2, 1000, 130)],
    undefined,
  ],
  ['less than what is given already', [rule(1, 500, 20), rule(2, 1000, 130)], undefined],
  [
    'a cent more than what is given already',
    [rule(1, 500, 201), rule(2, 1000, 130)],
    { at: 0, what: 'amount' },
  ],
  ['a cent more for the next', [rule(1, 500, 200), rule(2, 1000, 131)], { at: 1, what: 'amount' }],
  ['another goal', [rule(1, 400, 200), rule(2, 1000, 130)], { at: 0, what: 'goal' }],
  ['a level less', [rule(1, 500, 200)], { at: 0, what: 'goal' }],
] as const)('awards of levels of %s are refused because of %j', (_what, rules, unfit) => {
  expect(unfitAward(rules, table)).toEqual(unfit)
})

test('a reached level costs its award', () => {
  const rules = [rule(1, 500, 150), rule(2, 1000, 900)]
  expect(replayCents('vip', [given(1, 4), given(2, 1)], { present: rules, rules })).toBe(4 * 150 + 900)
})
