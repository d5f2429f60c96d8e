import { expect, test } from 'vitest'
import { halvesPlayed } from './halves-played.ts'

test.each([
  { matchTime: 1, minute: 9, played: [0.2, 0] },
  { matchTime: 1, minute: 47, played: [1, 0] },
  { matchTime: 2, minute: null, played: [1, 0] },
  { matchTime: 3, minute: 63, played: [1, 0.4] },
  { matchTime: 3, minute: 96, played: [1, 1] },
  { matchTime: 4, minute: 100, played: [1, 1] },
])('at match time $matchTime, minute $minute, the halves are played to $played', (given) => {
  expect(halvesPlayed(given)).toEqual(given.played)
})
