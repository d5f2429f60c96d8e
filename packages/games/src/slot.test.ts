import { createHmac } from 'node:crypto'
import { cents } from '@palpite/money'
import { toNumber } from '@palpite/money/fraction'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countSlot } from './slot-count.ts'
import { STUDIO_SLOT, type SlotMachine, type SlotSymbol } from './slot-machine.ts'
import { plainHmac } from './plain-hmac.ts'
import { countSlotRound, slotRound } from './slot-round.ts'
import { slotPayoutCents, spinAt, spinStops } from './slot.ts'

/** Three stops a reel: small enough to enumerate every spin. */
const small: SlotMachine = { ...STUDIO_SLOT, strips: STUDIO_SLOT.strips.map((reel) => reel.slice(5, 9)) }

/** A machine that shows these symbols on its one line, from the left, with blues above and whites below it. */
const showing = (symbols: readonly SlotSymbol[], pays = STUDIO_SLOT.pays): SlotMachine => ({
  strips: symbols.map((symbol) => ['blue', symbol, 'white']),
  lines: [[1, 1, 1, 1, 1]],
  pays,
})
const lineOf = (letters: string): SlotSymbol[] => {
  const names: Record<string, SlotSymbol> = { S: 'star', B: 'ball', C: 'cup', w: 'white', y: 'yellow' }
  return Array.from(letters, (letter) => names[letter] ?? 'boot')
}
const AT_FIRST = [0, 0, 0, 0, 0]

describe('a line of the slot', () => {
  test.each([
    ['wwyww', undefined],
    ['ywwww', undefined], // from the first reel alone
    ['wwwyw', { symbol: 'white', count: 3, pays: 800 }],
    ['wSwyy', { symbol: 'white', count: 3, pays: 800 }],
    ['SwwSw', { symbol: 'white', count: 5, pays: 8000 }],
    ['SSwwy', { symbol: 'white', count: 4, pays: 2000 }],
    ['SSSwy', { symbol: 'star', count: 3, pays: 5000 }], // 2000 as whites
    ['SSSww', { symbol: 'white', count: 5, pays: 8000 }],
    ['SSSSw', { symbol: 'star', count: 4, pays: 50_000 }],
    ['SSSSC', { symbol: 'cup', count: 5, pays: 200_000 }],
    ['SSSSS', { symbol: 'star', count: 5, pays: 500_000 }],
    ['SSSBw', { symbol: 'star', count: 3, pays: 5000 }], // a star is no ball
    ['SSBww', undefined],
    ['BBwww', undefined],
    ['wwBww', undefined],
  ])('%s pays %o', (letters, win) => {
    const { lineWins, pays } = spinAt(AT_FIRST, showing(lineOf(letters)))
    expect(lineWins).toEqual(win ? [{ line: 0, ...win }] : [])
    expect(pays).toBe(win?.pays ?? 0)
  })

  test('is reported as its real symbol where stars alone pay the same', () => {
    const pays = { ...STUDIO_SLOT.pays, star: [2000, 2000, 2000] } as const
    expect(spinAt(AT_FIRST, showing(lineOf('SSSwy'), pays)).lineWins).toMatchObject([{ symbol: 'white' }])
  })

  test.each([
    ['BByyw', 2, 0],
    ['BwByB', 3, 200],
    ['BBwBB', 4, 1000],
    ['BBBBB', 5, 5000],
  ])('balls pay wherever they lie: %s', (letters, balls, pays) => {
    expect(spinAt(AT_FIRST, showing(lineOf(letters)))).toMatchObject({ balls, lineWins: [], pays })
  })

  test('five balls and more pay the same, for each line', () => {
    const many = {
      ...showing(lineOf('BBBBB')),
      strips: AT_FIRST.map(() => ['ball', 'ball', 'ball'] as const),
    }
    const rows = [...many.lines, [0, 0, 0, 0, 0] as const]
    expect(spinAt(AT_FIRST, { ...many, lines: rows })).toMatchObject({ balls: 15, pays: 10_000 })
  })
})

describe('the slot', () => {
  test('stops each reel by a word of the stream', () => {
    const seeds = { serverSeed: 'ab'.repeat(32), clientSeed: 'reels', nonce: 7 }
    const stream = createHmac('sha256', seeds.serverSeed).update('reels:7:0').digest()
    const stops = [0, 4, 8, 12, 16].map((at) => Number((BigInt(stream.readUInt32BE(at)) * 20n) >> 32n))
    expect(spinStops(plainHmac, seeds)).toEqual(stops)
    expect(new Set(stops).size).toBeGreaterThan(1)
  })

  test('pays nothing on an invalid stake', () => {
    const spin = spinAt(AT_FIRST, showing(lineOf('SSSSS')))
    for (const stake of [-100, 0.5, Number.NaN])
      expect(() => slotPayoutCents(stake as never, spin)).toThrow('nothing is paid on')
    expect(slotPayoutCents(cents(0), spin)).toBe(0)
  })

  test('counting by lines equals enumerating every position', () => {
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
    expect(() => spinAt([0, -1, 0, 0, 0])).toThrow('no stop -1 on reel 1')
  })

  test('with its free spins a round returns 95.74 %, and spinning agrees', () => {
    const { returnToPlayer, hitRate } = countSlotRound()
    expect(toNumber(returnToPlayer)).toBeCloseTo(0.9573702098, 9)
    expect(toNumber(hitRate)).toBeGreaterThan(0.3)
    // Four sigma of this many rounds, by what one round varies.
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
