import { expect, test } from 'vitest'
import { outcomeOf } from './outcome.ts'

test.each([
  { payoutCents: 101, isFree: false, told: 'won' },
  { payoutCents: 100, isFree: false, told: 'back' },
  { payoutCents: 40, isFree: false, told: 'back' },
  { payoutCents: 0, isFree: false, told: 'lost' },
  { payoutCents: 40, isFree: true, told: 'won' },
  { payoutCents: 0, isFree: true, told: 'lost' },
])(
  'R$ 1.00 that returns $payoutCents cents (free: $isFree) is told as $told: only what is above the stake is celebrated',
  ({ told, ...round }) => {
    expect(outcomeOf({ stakeCents: 100, ...round })).toBe(told)
  },
)
