import { expect, test } from 'vitest'
import { halvesPlayed } from './halves-played.ts'

test.each([
  { matchStatus: 1, minute: 9, played: [0.2, 0] },
  { matchStatus: 1, minute: 47, played: [1, 0] },
  { matchStatus: 2, minute: null, played: [1, 0] },
  { matchStatus: 3, minute: 63, played: [1, 0.4] },
  { matchStatus: 3, minute: 96, played: [1, 1] },
  { matchStatus: 4, minute: 100, played: [1, 1] },
])('at match time $matchTime, minute $minute, the halves are played to $played', (given) => {
  expect(halvesPlayed(given)).toEqual(given.played)
})
