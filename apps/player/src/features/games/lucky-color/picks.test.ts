import { expect, test } from 'vitest'
import { colourPicks, digitPicks, dualPays, sizePicks, termsOf } from './picks.ts'

test.each([
  ...colourPicks.map((pick) => ({
    pick,
    pays: pick === 'violet' ? 480 : 200,
    leastPays: pick === 'violet' ? 480 : dualPays,
    wins: pick === 'violet' ? 2 : 5,
  })),
  ...digitPicks.map((pick) => ({ pick, pays: 960, leastPays: 960, wins: 1 })),
  ...sizePicks.map((pick) => ({ pick, pays: 192, leastPays: 192, wins: 5 })),
])('$pick pays $pays hundredths and wins on $wins digits of ten', ({ pick, pays, leastPays, wins }) => {
  expect(termsOf(pick)).toEqual({ pays, leastPays, wins, returned: { n: 24n, d: 25n } })
})

test('a colour pays less on the digit that is also violet', () => {
  expect(dualPays).toBe(160)
})
