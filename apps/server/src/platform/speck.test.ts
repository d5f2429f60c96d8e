import { expect, test } from 'vitest'
import { decrypt, encrypt, roundKeys } from './public-ids.ts'

test('makes of the published block what is published, and back', () => {
  const keys = roundKeys(Uint32Array.of(0x03020100, 0x0b0a0908, 0x13121110, 0x1b1a1918))
  expect(encrypt(keys, [0x3b726574, 0x7475432d])).toEqual([0x8c6fa548, 0x454e028b])
  expect(decrypt(keys, [0x8c6fa548, 0x454e028b])).toEqual([0x3b726574, 0x7475432d])
})
