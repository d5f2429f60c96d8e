import { expect, test } from 'vitest'
import { pickOdds, roomStakeBounds } from './room-odds.ts'

test.each([
  { room: 'double', pick: 'red', chance: 7 / 15, multiplierE4: 20_000 },
  { room: 'double', pick: 'white', chance: 1 / 15, multiplierE4: 140_000 },
  { room: 'luckyColor:30', pick: '7', chance: 0.1, multiplierE4: 96_000 },
  { room: 'luckyColor:30', pick: 'big', chance: 0.5, multiplierE4: 19_200 },
  // Four digits pay 2, and the fifth 1.6: the lower value is used.
  { room: 'luckyColor:30', pick: 'green', chance: 0.5, multiplierE4: 16_000 },
] as const)('a bet on $pick in $room wins $chance of the time', ({ room, pick, chance, multiplierE4 }) => {
  expect(pickOdds(room, pick)).toEqual({ chance, multiplierE4 })
})

test.each([
  { room: 'double', pick: 'white', most: 714_285 },
  { room: 'luckyColor:60', pick: 'green', most: 5_000_000 },
] as const)('a stake on $pick is at most what R$ 100,000 pays', ({ room, pick, most }) => {
  const bounds = { minStakeCents: 10, maxStakeCents: 500_000, maxPayoutCents: 10_000_000 }
  expect(roomStakeBounds(room, pick, bounds)).toEqual({ ...bounds, maxPaidStakeCents: most })
})
