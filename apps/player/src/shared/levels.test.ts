import { expect, test } from 'vitest'
import { hasLevels } from './levels.ts'

const next = { level: 1, gameSumAmount: 100, paySumAmount: 10 }

test.each([
  { user: { level: 0, nextlevel: next }, has: true },
  { user: { level: 3, nextlevel: { ...next, level: 4 } }, has: true },
  { user: { level: 12, nextlevel: null }, has: true }, // the highest
  { user: { level: 0, nextlevel: null }, has: false }, // the profile has no levels
])('level $user.level with next $user.nextlevel.level: levels are shown: $has', ({ user, has }) => {
  expect(hasLevels(user)).toBe(has)
})
