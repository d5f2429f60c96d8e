import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
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

test('returns undefined for an invalid key', async () => {
  expect(await isSignedBy('ab', bytes, signature)).toBeUndefined()
})
