import { cents } from '@palpite/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priceMilli } from '../price.ts'
import { LOST, WON } from '../resolution.ts'
import { cashOutOffer, partialCashOut } from './cash-out.ts'
import { potentialMultipleReturn } from './multiple.ts'

const leg = (odds: number, chance?: number) => ({ priceMilli: priceMilli(odds), chance })

describe('cash-out', () => {
  test('a single is worth its potential return times its chance, less the reduction', () => {
    const bet = { unitStakeCents: cents(1000), folds: [1], legs: [leg(2000, 0.8)] }
    expect(cashOutOffer(bet, 500)).toEqual({ ok: true, value: { fairCents: 1600, offerCents: 1520 } })
  })

  test('settled legs count as settled', () => {
    const legs = [{ ...leg(2000), resolution: WON }, leg(3000, 0.5)]
    expect(cashOutOffer({ unitStakeCents: cents(1000), folds: [2], legs }, 0)).toMatchObject({
      value: { fairCents: 3000 },
    })
    const lost = [{ ...leg(2000), resolution: LOST }, leg(3000, 0.5)]
    expect(cashOutOffer({ unitStakeCents: cents(1000), folds: [2], legs: lost }, 0)).toEqual({
      ok: false,
      reason: 'nothing_to_offer',
    })
  })

  test('is refused while an open leg is suspended, or its chance is none', () => {
    const bet = { unitStakeCents: cents(1000), folds: [2], legs: [leg(2000, 0.5), leg(3000)] }
    expect(cashOutOffer(bet, 0)).toEqual({ ok: false, reason: 'leg_suspended' })
    const odd = { ...bet, legs: [leg(2000, 0.5), leg(3000, 1.5)] }
    expect(cashOutOffer(odd, 0)).toEqual({ ok: false, reason: 'chance_out_of_range' })
    expect(() => cashOutOffer(bet, -1)).toThrow('reduction')
  })

  test('never offers more than the bet can return', () => {
    const anyLeg = fc.record({
      priceMilli: fc.integer({ min: 1001, max: 20_000 }).map(priceMilli),
      chance: fc.double({ min: 0.001, max: 1, noNaN: true }),
    })
    fc.assert(
      fc.property(
        fc.array(anyLeg, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 0, max: 9000 }),
        (legs, bps) => {
          const bet = {
            unitStakeCents: cents(100),
            folds: [1, legs.length].slice(legs.length === 1 ? 1 : 0),
            legs,
          }
          const offer = cashOutOffer(bet, bps)
          expect(offer.ok ? offer.value.offerCents : 0).toBeLessThanOrEqual(potentialMultipleReturn(bet))
        },
      ),
    )
  })

  test('a partial cash-out keeps every cent of the stake', () => {
    fc.assert(
      fc.property(
        fc.nat(10_000_000),
        fc.nat(10_000_000),
        fc.integer({ min: 1, max: 9999 }),
        (stake, offer, share) => {
          const part = partialCashOut(cents(stake), cents(offer), share)
          expect(part.cashedStakeCents + part.keptStakeCents).toBe(stake)
          expect(part.offerCents).toBeLessThanOrEqual(offer)
        },
      ),
    )
    expect(() => partialCashOut(cents(1), cents(1), 10_000)).toThrow('share')
  })
})
