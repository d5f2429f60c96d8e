import { expect, test } from 'vitest'
import { outcomeOf } from './outcome.ts'

test.each([
  { payoutCents: 101, isFree: false, reported: 'won' },
  { payoutCents: 100, isFree: false, reported: 'back' },
  { payoutCents: 40, isFree: false, reported: 'back' },
  { payoutCents: 0, isFree: false, reported: 'lost' },
  { payoutCents: 40, isFree: true, reported: 'won' },
  { payoutCents: 0, isFree: true, reported: 'lost' },
])(
  'R$ 1.00 that returns $payoutCents cents (free: $isFree) is reported as $reported: only what is above the stake is celebrated',
  ({ reported, ...round }) => {
    expect(outcomeOf({ stakeCents: 100, ...round })).toBe(reported)
  },
)
