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

  test('a partial cash-out keeps every cent of the stake, and gives no more than its share', () => {
    const amount = fc.nat(10_000_000)
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: 1, max: 9999 }), (stake, offer, share) => {
        const part = partialCashOut(cents(stake), cents(offer), share)
        if (!part.ok) return
        const { cashedStakeCents, keptStakeCents, offerCents } = part.value
        expect(cashedStakeCents + keptStakeCents).toBe(stake)
        expect(Math.min(cashedStakeCents, keptStakeCents, offerCents)).toBeGreaterThan(0)
        expect(BigInt(cashedStakeCents) * 10_000n).toBeGreaterThanOrEqual(BigInt(stake) * BigInt(share))
        expect(BigInt(offerCents) * BigInt(stake)).toBeLessThanOrEqual(
          BigInt(offer) * BigInt(cashedStakeCents),
        )
      }),
    )
    expect(() => partialCashOut(cents(1), cents(1), 10_000)).toThrow('share')
    expect(() => partialCashOut(cents(-1), cents(1), 100)).toThrow('negative')
  })

  test('any sequence of partial cash-outs and a last whole one gives no more than one whole', () => {
    const shares = fc.array(fc.integer({ min: 1, max: 9999 }), { maxLength: 200 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), fc.nat(1_000_000), shares, (stake, worth, list) => {
        const worthOf = (left: number) => cents(Math.floor((worth * left) / stake))
        let left = cents(stake)
        let given = 0
        for (const share of list) {
          const part = partialCashOut(left, worthOf(left), share)
          if (!part.ok) continue
          left = part.value.keptStakeCents
          given += part.value.offerCents
        }
        expect(given + worthOf(left)).toBeLessThanOrEqual(worth)
      }),
    )
  })

  test.each([
    [50, 100_000, 100, { cashedStakeCents: 1, keptStakeCents: 49, offerCents: 2000 }],
    [100, 1000, 90, { cashedStakeCents: 1, keptStakeCents: 99, offerCents: 10 }],
    [1000, 1520, 2500, { cashedStakeCents: 250, keptStakeCents: 750, offerCents: 380 }],
  ] as const)('of %d cents of stake worth %d, %d bps give %j', (stake, offer, share, value) => {
    expect(partialCashOut(cents(stake), cents(offer), share)).toEqual({ ok: true, value })
  })

  test('is refused where no stake would be kept, or nothing given for it', () => {
    expect(partialCashOut(cents(1), cents(500), 100)).toEqual({ ok: false, reason: 'nothing_kept' })
    expect(partialCashOut(cents(0), cents(0), 100)).toEqual({ ok: false, reason: 'nothing_kept' })
    expect(partialCashOut(cents(10), cents(5), 100)).toEqual({ ok: false, reason: 'nothing_to_offer' })
  })
})
