import { cents } from '@palpite/money'
import { toNumber } from '@palpite/money/fraction'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countSlot } from './slot-count.ts'
import { STUDIO_SLOT, type SlotMachine } from './slot-machine.ts'
import { plainHmac } from './plain-hmac.ts'
import { countSlotRound, slotRound } from './slot-round.ts'
import { slotPayoutCents, spinAt } from './slot.ts'

/** Three stops a reel: small enough to add up every spin one by one. */
const small: SlotMachine = { ...STUDIO_SLOT, strips: STUDIO_SLOT.strips.map((reel) => reel.slice(5, 9)) }

describe('the slot', () => {
  test('counting by lines equals spinning every position', () => {
    const stops = [0, 1, 2, 3]
    let paid = 0
    let hits = 0
    for (const a of stops) {
      for (const b of stops) {
        for (const c of stops) {
          const spins = stops.flatMap((d) => stops.map((e) => spinAt([a, b, c, d, e], small).pays))
          paid += spins.reduce((sum, pays) => sum + pays, 0)
          hits += spins.filter((pays) => pays > 0).length
        }
      }
    }
    const counted = countSlot(small)
    expect(toNumber(counted.returnToPlayer)).toBeCloseTo(paid / (4 ** 5 * 1000), 12)
    expect(toNumber(counted.hitRate)).toBe(hits / 4 ** 5)
  })

  test('the studio machine returns 95.04 % and pays something in 36.3 % of spins', () => {
    const { positions, returnToPlayer, hitRate, greatestPays } = countSlot()
    expect(positions).toBe(3_200_000)
    expect(toNumber(returnToPlayer)).toBeCloseTo(0.950390625, 12)
    expect(toNumber(hitRate)).toBeCloseTo(0.362845625, 12)
    expect(greatestPays).toBe(529_000)
  })

  test('what a spin pays is the sum of its lines and its balls', () => {
    const stop = fc.integer({ min: 0, max: 19 })
    fc.assert(
      fc.property(fc.tuple(stop, stop, stop, stop, stop), (stops) => {
        const spin = spinAt(stops)
        const lines = spin.lineWins.reduce((sum, win) => sum + win.pays, 0)
        const balls = spin.balls >= 3 ? (STUDIO_SLOT.pays.ball[Math.min(spin.balls, 5) - 3] ?? 0) * 10 : 0
        expect(spin.pays).toBe(lines + balls)
        expect(slotPayoutCents(cents(1000), spin)).toBe(spin.pays)
      }),
    )
  })

  test('refuses stops that are not on the reels', () => {
    expect(() => spinAt([0, 0, 0, 0])).toThrow('no stop')
    expect(() => spinAt([0, 0, 0, 0, 20])).toThrow('no stop')
  })

  test('with its free spins a round returns 95.74 %, and spinning agrees', () => {
    const { returnToPlayer, hitRate } = countSlotRound()
    expect(toNumber(returnToPlayer)).toBeCloseTo(0.9573702098, 9)
    expect(toNumber(hitRate)).toBeGreaterThan(0.3)
    // Four sigma of so many rounds, by what one round varies.
    const payouts = Array.from({ length: 1500 }, (_, nonce) =>
      Number(slotRound(plainHmac, { serverSeed: 's', clientSeed: 'c', nonce }, cents(1000)).payoutCents),
    )
    const mean = payouts.reduce((sum, one) => sum + one, 0) / payouts.length
    const variance = payouts.reduce((sum, one) => sum + (one - mean) ** 2, 0) / payouts.length
    expect(Math.abs(mean / 1000 - toNumber(returnToPlayer))).toBeLessThan(
      (4 * Math.sqrt(variance / payouts.length)) / 1000,
    )
  })
})
