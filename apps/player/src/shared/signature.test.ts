import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { isSignedBy } from './signature.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const hexKey = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex')
const bytes = new TextEncoder().encode('what was signed')
const signature = sign(null, bytes, privateKey).toString('hex')

test('distinguishes signed data from other data', async () => {
  expect(await isSignedBy(hexKey, bytes, signature)).toBe(true)
  expect(await isSignedBy(hexKey, new TextEncoder().encode('another'), signature)).toBe(false)
  expect(await isSignedBy(hexKey, bytes, '00'.repeat(64))).toBe(false)
})

test.each([
  { what: 'key', key: 'ab', signed: signature },
  { what: 'signature', key: hexKey, signed: 'ab' },
])('a malformed $what has signed nothing', async ({ key, signed }) => {
  expect(await isSignedBy(key, bytes, signed)).toBe(false)
})

test('a browser without Ed25519 cannot tell', async () => {
  vi.spyOn(crypto.subtle, 'importKey').mockRejectedValueOnce(new DOMException('', 'NotSupportedError'))
  expect(await isSignedBy(hexKey, bytes, signature)).toBeUndefined()
})
