import { expect, test } from 'vitest'
import { halvesPlayed } from './halves-played.ts'

test.each([
  { matchStatus: 1, clock: { period: 'half1', minute: 9 }, played: [0.2, 0] },
  { matchStatus: 1, clock: { period: 'half1', minute: 47 }, played: [1, 0] },
  { matchStatus: 2, clock: null, played: [1, 0] },
  { matchStatus: 3, clock: { period: 'half2', minute: 63 }, played: [1, 0.4] },
  { matchStatus: 3, clock: { period: 'half2', minute: 96 }, played: [1, 1] },
  { matchStatus: 4, clock: { period: 'all', minute: 100 }, played: [1, 1] },
] as const)(
  'at match status $matchStatus, minute $clock.minute, the halves are played to $played',
  (given) => {
    expect(halvesPlayed(given)).toEqual(given.played)
  },
)
