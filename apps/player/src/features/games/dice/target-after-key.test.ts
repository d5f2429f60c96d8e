import { expect, test } from 'vitest'
import { withTarget } from './dice-bet.ts'
import { targetAfterKey } from './target-after-key.ts'

test.each([
  { key: 'ArrowRight', target: 5150 },
  { key: 'ArrowDown', target: 4950 },
  { key: 'PageUp', target: 6050 },
  { key: 'Tab', target: undefined },
])('$key moves a target of 5050 to $target', ({ key, target }) => {
  expect(targetAfterKey(key, 5050)).toBe(target)
})

test.each([
  { side: 'over', key: 'Home', target: 200 },
  { side: 'over', key: 'End', target: 9_999 },
  { side: 'under', key: 'Home', target: 1 },
  { side: 'under', key: 'End', target: 9_800 },
] as const)('$key on a bet $side ends at $target, the furthest the game takes', ({ side, key, target }) => {
  const bet = { side, targetHundredths: 5050 }
  expect(withTarget(bet, targetAfterKey(key, 5050) ?? 5050)).toEqual({ side, targetHundredths: target })
})
