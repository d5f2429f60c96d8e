import { expect, test } from 'vitest'
import {
  besideEachOther,
  discountsOf,
  inForceOf,
  nextOf,
  packagesOf,
  paidCents,
  type Rule,
} from './promotion.ts'

const rule = (place: number, amount: number): Rule => ({ place, goal: 0, amount })

test('rules are shown beside the previous ones, with the differences marked', () => {
  const [one, two, three] = [rule(1, 10), rule(2, 20), rule(3, 30)]
  expect(besideEachOther('check_in', [one, two], [one, rule(2, 25), three])).toEqual([
    { key: 1, before: one, after: one, isChanged: false },
    { key: 2, before: two, after: rule(2, 25), isChanged: true },
    { key: 3, before: undefined, after: three, isChanged: true },
  ])
})

test('the plan in force today comes first of its kind, and the next one second', () => {
  const inForce = [
    { kind: 'check_in' as const, startsOn: '2026-01-01', rules: [rule(1, 10)] },
    { kind: 'check_in' as const, startsOn: '2026-12-01', rules: [rule(1, 99)] },
    { kind: 'check_in' as const, startsOn: '2026-12-31', rules: [rule(1, 10)] },
    { kind: 'ladder' as const, startsOn: '2026-01-01', rules: [rule(1, 500)] },
  ]
  expect(inForceOf({ inForce }, 'check_in')).toEqual([rule(1, 10)])
  expect(nextOf({ inForce }, 'check_in')).toEqual([rule(1, 99)])
  expect(nextOf({ inForce }, 'ladder')).toBeUndefined()
  // A plan beside another approved one replaces that one, and an approved plan what was before it.
  expect(inForceOf({ inForce }, 'check_in', '2026-12-15')).toEqual([rule(1, 99)])
  expect(inForceOf({ inForce }, 'check_in', '2026-12-01')).toEqual([rule(1, 10)])
  expect(inForceOf({ inForce }, 'ladder', '2025-01-01')).toEqual([rule(1, 500)])
})

const pack = (place: number, goal: number, first: number, amount: number): Rule => ({
  place,
  goal,
  amount,
  first,
})

test('packages are compared by price, whatever their order in the list', () => {
  const [twenty, fifty] = [pack(1, 2000, 400, 20), pack(2, 5000, 1000, 50)]
  expect(besideEachOther('packages', [twenty, fifty], [pack(1, 5000, 900, 50), pack(2, 7500, 0, 0)])).toEqual(
    [
      { key: 2000, before: twenty, after: undefined, isChanged: true },
      { key: 5000, before: fifty, after: pack(1, 5000, 900, 50), isChanged: true },
      { key: 7500, before: undefined, after: pack(2, 7500, 0, 0), isChanged: true },
    ],
  )
})

test('each current or planned package price has its current discount, or none', () => {
  const inForce = [
    { kind: 'packages' as const, startsOn: '2026-01-01', rules: [pack(1, 2000, 400, 20)] },
    {
      kind: 'packages' as const,
      startsOn: '2026-12-01',
      rules: [pack(1, 2000, 400, 0), pack(2, 7500, 0, 0)],
    },
    { kind: 'discounts' as const, startsOn: '2026-01-01', rules: [{ place: 1, goal: 2000, amount: 50 }] },
  ]
  expect(discountsOf({ inForce })).toEqual([
    { place: 1, goal: 2000, amount: 50 },
    { place: 2, goal: 7500, amount: 0 },
  ])
})

test('a fraction of a cent of a discount is not deducted', () => {
  expect(paidCents({ place: 1, goal: 7500, amount: 101 })).toBe(7425) // 75.75 cents are off: 75
})

test('typed packages are sorted by price, and undefined while an amount is invalid', () => {
  const typed = [
    { key: 1, price: '50', first: '10,00', later: '0,5' },
    { key: 2, price: '20,00', first: '4', later: '0' },
  ]
  expect(packagesOf(typed)).toEqual([pack(1, 2000, 400, 0), pack(2, 5000, 1000, 50)])
  expect(packagesOf([...typed, { key: 3, price: '', first: '0', later: '0' }])).toBeUndefined()
  expect(packagesOf([])).toBeUndefined()
})
