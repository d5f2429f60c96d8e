import { cents } from '@palpite/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priceMilli } from '../price.ts'
import { HALF_LOST, HALF_WON, LOST, VOID, WON } from '../resolution.ts'
import { type ParlayBoost, parlayBoostBps, parlayBoostCents } from './boost.ts'
import { multipleReturn } from './parlay.ts'

const boost: ParlayBoost = {
  minPriceMilli: 1500,
  maxCents: 5000,
  steps: [
    { legs: 3, bps: 500 },
    { legs: 4, bps: 1000 },
    { legs: 6, bps: 2500 },
  ],
}

const leg = fc.record({
  priceMilli: fc.integer({ min: 1010, max: 6000 }).map(priceMilli),
  resolution: fc.constantFrom(WON, HALF_WON, VOID, HALF_LOST, LOST),
})

describe("a parlay's winnings boost", () => {
  test('uses the step of its counting legs, without void ones and those below the minimum odds', () => {
    const legs = [{ priceMilli: 1500 }, { priceMilli: 2000 }, { priceMilli: 1800 }]
    expect(parlayBoostBps(boost, legs.slice(0, 2))).toBe(0)
    expect(parlayBoostBps(boost, legs)).toBe(500)
    expect(parlayBoostBps(boost, [...legs, { priceMilli: 1499 }])).toBe(500)
    expect(parlayBoostBps(boost, [...legs, { priceMilli: 1600, resolution: VOID }])).toBe(500)
    expect(parlayBoostBps(boost, [...legs, { priceMilli: 1600 }])).toBe(1000)
    expect(parlayBoostBps(boost, [...legs, { priceMilli: 1600, resolution: HALF_LOST }])).toBe(1000)
  })

  test('equals counting the legs one by one, and never exceeds its maximum', () => {
    fc.assert(
      fc.property(
        fc.array(leg, { minLength: 2, maxLength: 8 }),
        fc.integer({ min: 1, max: 1_000_000 }).map(cents),
        (legs, stakeCents) => {
          const returnCents =
            multipleReturn({ unitStakeCents: stakeCents, folds: [legs.length], legs }) ?? cents(0)
          const adds = parlayBoostCents(boost, legs, { stakeCents, returnCents })
          let count = 0
          for (const one of legs) if (one.resolution !== VOID && one.priceMilli >= 1500) count += 1
          const percent = count >= 6 ? 25n : count >= 4 ? 10n : count >= 3 ? 5n : 0n
          const won = BigInt(Math.max(0, returnCents - stakeCents))
          const share = (won * percent) / 100n
          expect(BigInt(adds)).toBe(share > 5000n ? 5000n : share)
        },
      ),
    )
  })
})
