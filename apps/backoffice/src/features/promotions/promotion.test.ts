import { expect, test } from 'vitest'
import { besideEachOther, inForceOf, nextOf, type Rule } from './promotion.ts'

const rule = (place: number, amount: number): Rule => ({ place, goal: 0, amount })

test('rules stand beside those of before, and what differs is marked', () => {
  const [one, two, three] = [rule(1, 10), rule(2, 20), rule(3, 30)]
  expect(besideEachOther([one, two], [one, rule(2, 25), three])).toEqual([
    { place: 1, before: one, after: one, isChanged: false },
    { place: 2, before: two, after: rule(2, 25), isChanged: true },
    { place: 3, before: undefined, after: three, isChanged: true },
  ])
})

test('what holds today is the first of its kind, and what follows is the last, where there is more than one', () => {
  const inForce = [
    { kind: 'check_in' as const, startsOn: '2026-01-01', rules: [rule(1, 10)] },
    { kind: 'check_in' as const, startsOn: '2026-12-01', rules: [rule(1, 99)] },
    { kind: 'ladder' as const, startsOn: '2026-01-01', rules: [rule(1, 500)] },
  ]
  expect(inForceOf({ inForce }, 'check_in')).toEqual([rule(1, 10)])
  expect(nextOf({ inForce }, 'check_in')).toEqual([rule(1, 99)])
  expect(nextOf({ inForce }, 'ladder')).toBeUndefined()
})
