import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSignedBy } from './signature.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const hexKey = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex')
const bytes = new TextEncoder().encode('what was signed')
const signature = sign(null, bytes, privateKey).toString('hex')

test('tells what the key signed from what it did not', async () => {
  expect(await isSignedBy(hexKey, bytes, signature)).toBe(true)
  expect(await isSignedBy(hexKey, new TextEncoder().encode('another'), signature)).toBe(false)
  expect(await isSignedBy(hexKey, bytes, '00'.repeat(64))).toBe(false)
})

test('says nothing of a key that is none', async () => {
  expect(await isSignedBy('ab', bytes, signature)).toBeUndefined()
})
