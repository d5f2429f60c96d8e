import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decrypt, encrypt, publicIds, roundKeys } from './public-ids.ts'

const config = { PUBLIC_ID_SECRET: 'a secret of this test' }
const bets = publicIds(config, 'bet')

test('every id round-trips through its public form', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (id) => {
      const shown = bets.show(id)
      expect(shown).toMatch(/^[0-9A-HJKMNP-TV-Z]{13}$/)
      expect(bets.read(shown)).toBe(id)
    }),
  )
})

test('consecutive ids reveal neither order nor number', () => {
  const shown = Array.from({ length: 2000 }, (_none, at) => bets.show(at + 1))
  expect(new Set(shown).size).toBe(2000)
  const rising = shown.filter((one, at) => at > 0 && one > (shown[at - 1] ?? '')).length
  expect(rising).toBeGreaterThan(850)
  expect(rising).toBeLessThan(1150)
  // Each letter but the first occurs at each position about equally often.
  for (let place = 1; place < 13; place += 1) {
    const counts = new Map<string, number>()
    for (const one of shown) counts.set(one[place] ?? '', (counts.get(one[place] ?? '') ?? 0) + 1)
    expect(counts.size).toBe(32)
    expect(Math.max(...counts.values())).toBeLessThan(125)
  }
})

test('another kind or secret gives other ids, and reads none of these', () => {
  const others = [publicIds(config, 'round'), publicIds({ PUBLIC_ID_SECRET: 'another secret here' }, 'bet')]
  const shown = Array.from({ length: 200 }, (_none, at) => bets.show(at + 1))
  for (const other of others) {
    const read = shown.map((one) => other.read(one))
    expect(read.filter((id) => id > 0 && id < 1_000_000)).toEqual([])
  }
})

test('encrypts the published block to the published result, and back', () => {
  const keys = roundKeys(Uint32Array.of(0x03020100, 0x0b0a0908, 0x13121110, 0x1b1a1918))
  expect(encrypt(keys, [0x3b726574, 0x7475432d])).toEqual([0x8c6fa548, 0x454e028b])
  expect(decrypt(keys, [0x8c6fa548, 0x454e028b])).toEqual([0x3b726574, 0x7475432d])
})
