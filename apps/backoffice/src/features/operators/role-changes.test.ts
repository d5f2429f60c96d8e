import { type Permission, permissions } from '@palpite/contract/backoffice'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changed, changeOf, isNoChange } from './role-changes.ts'

const sets = fc.subarray([...permissions])

test('a change applied to its own base gives its result', () => {
  fc.assert(
    fc.property(sets, sets, (before, after) => {
      expect(changed(before, changeOf(before, after))).toEqual(after)
    }),
  )
})

test("a change applied to a newer set keeps other operators' changes", () => {
  const base: Permission[] = ['players.read', 'bets.read']
  const mine = changeOf(base, ['players.read', 'support.answer'])
  const theirs: Permission[] = ['players.read', 'bets.read', 'rounds.read']
  expect(changed(theirs, mine)).toEqual(['players.read', 'rounds.read', 'support.answer'])
})

test('the same set is no change', () => {
  fc.assert(
    fc.property(sets, sets, (one, other) => {
      expect(isNoChange(changeOf(one, other))).toBe(one.join() === other.join())
    }),
  )
})
