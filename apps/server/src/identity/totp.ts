import { createCipheriv, createDecipheriv, createHash, timingSafeEqual } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Config } from '../platform/config.ts'
import type { Deps } from '../platform/deps.ts'
import { signingKey } from '../platform/crypto.ts'

/** The secret of an authenticator app, as text to type and as the address that its QR code holds. */
export type NewFactor = { secret: string; uri: string }

/** Whose secrets they are: those of one kind cannot be read as those of the other. */
type Owners = 'operators' | 'players'

const ISSUER = 'Palpite'
const SECRET_BYTES = 20
const PERIOD_SECONDS = 30
/** A code of the step before or after is taken: clocks differ, and typing takes a moment. */
const WINDOW = 1

/** A fresh secret (RFC 6238, 160 bits), named in the app by its owner's e-mail. */
export function newFactor({ random }: Pick<Deps, 'random'>, email: string): NewFactor {
  const { base32 } = Secret.fromHex(random.hex(SECRET_BYTES))
  return { secret: base32, uri: totpOf(base32, email).toString() }
}

/** The time step of the code, in periods of 30 seconds since 1970, where it is one of now. */
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

/** Encrypts a secret for its owner under a key that is not in the database: the text is good in no other row. */
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

/** The secret that `sealSecret` encrypted. Throws where it was another owner's, or the key is another one. */
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

/** A code of so many digits, each as likely. */
export const freshCode = (digits: number, below: (below: number) => number): string =>
  Array.from({ length: digits }, () => String(below(10))).join('')

/**
 * What is kept of a code: bound to its row. Few digits are soon tried through by who has the table; the ten
 * minutes and five tries are what protects them, the hash keeps them out of sight.
 */
export const codeHash = (resetId: number, code: string): string =>
  createHash('sha256').update(`${resetId}:${code}`).digest('base64url')

/** Whether two hashes are the same, in the same time wherever they differ. */
export const isSameHash = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
