import { createCipheriv, createDecipheriv, createHash, timingSafeEqual } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Config } from '../platform/config.ts'
import type { Deps } from '../platform/deps.ts'
import { signingKey } from '../platform/crypto.ts'

/** The secret of an authenticator app, as text and as the URI in its QR code. */
export type NewFactor = { secret: string; uri: string }

/** Whose secrets they are: one kind cannot be decrypted as the other. */
type Owners = 'operators' | 'players'

const ISSUER = 'Palpite'
const SECRET_BYTES = 20
const PERIOD_SECONDS = 30
/** Accepts the step before and after: clocks differ, and typing takes a moment. */
const WINDOW = 1

/** A new secret (RFC 6238, 160 bits), labelled in the app with its owner's e-mail. */
export function newFactor({ random }: Pick<Deps, 'random'>, email: string): NewFactor {
  const { base32 } = Secret.fromHex(random.hex(SECRET_BYTES))
  return { secret: base32, uri: totpOf(base32, email).toString() }
}

/** The time step of a currently valid code, in periods of 30 seconds since 1970. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = totpOf(secret, '').validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta
}

const totpOf = (secret: string, label: string): TOTP =>
  new TOTP({ issuer: ISSUER, label, period: PERIOD_SECONDS, secret: Secret.fromBase32(secret) })

const NONCE_BYTES = 12
const TAG_BYTES = 16

const keyOf = (config: Pick<Config, 'PUBLIC_ID_SECRET'>, owners: Owners) =>
  signingKey(config, `second factors of ${owners}`)

/** Encrypts a secret for its owner under a key outside the database: the ciphertext is valid in no other row. */
export function sealSecret(
  { config, random }: Pick<Deps, 'config' | 'random'>,
  { owners, ownerId, secret }: { owners: Owners; ownerId: number; secret: string },
): string {
  const nonce = Buffer.from(random.hex(NONCE_BYTES), 'hex')
  const cipher = createCipheriv('aes-256-gcm', keyOf(config, owners), nonce).setAAD(
    Buffer.from(String(ownerId)),
  )
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Decrypts a secret of `sealSecret`. Throws if the owner or the key differs. */
export function openSecret(
  config: Pick<Config, 'PUBLIC_ID_SECRET'>,
  { owners, ownerId, sealed }: { owners: Owners; ownerId: number; sealed: string },
): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(config, owners), nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(String(ownerId)))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString(
    'utf8',
  )
}

/** A random code of this many digits. */
export const freshCode = (digits: number, below: (below: number) => number): string =>
  Array.from({ length: digits }, () => String(below(10))).join('')

/**
 * The stored hash of a code, bound to its row. Few digits are quickly brute-forced from the table; the ten minutes
 * and five tries protect them, the hash only hides them.
 */
export const codeHash = (resetId: number, code: string): string =>
  createHash('sha256').update(`${resetId}:${code}`).digest('base64url')

/** Whether two hashes are equal, in constant time. */
export const isSameHash = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
