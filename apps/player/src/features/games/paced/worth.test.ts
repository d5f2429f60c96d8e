import { minesMultiplier, minesPayoutCents } from '@palpite/games'
import { cents } from '@palpite/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { worthCents } from './worth.ts'

test('the displayed cash-out value is what the rules pay', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500_000 }), fc.integer({ min: 1, max: 22 }), (stake, safe) => {
      const opened = Array.from({ length: safe }, (_, tile) => tile + 3)
      const round = { stakeCents: cents(stake), mines: [0, 1, 2], opened, status: 'cashed_out' } as const
      expect(worthCents({ stakeCents: stake, multiplierE4: minesMultiplier(3, safe) * 100 })).toBe(
        minesPayoutCents(round),
      )
    }),
  )
})
