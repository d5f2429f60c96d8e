import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

type Creation = { challenge: string; rp: { id?: string | undefined }; user: { id: string } }
type Request = { challenge: string; rpId?: string | undefined }

/** What an answer may say otherwise than it should. */
export type Lie = {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  /** Whether the device asked for finger, face or PIN. */
  isVerified?: boolean
  signCount?: number
  userHandle?: string
}

type Kept = { id: string; privateKey: KeyObject; userHandle: string; rpId: string }

/**
 * A device that keeps passkeys, in software: it makes real keys (ES256) and real signatures, and counts them. What it
 * answers is what a browser sends to us.
 */
export function openAuthenticator(origin: string) {
  let signCount = 0
  const kept: Kept[] = []
  return {
    kept,
    /** Makes a passkey, with the attestation `none`. */
    create: (options: Creation, lie: Lie = {}, id = randomBytes(32).toString('base64url')) => {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const rpId = lie.rpId ?? options.rp.id ?? ''
      kept.push({ id, privateKey, userHandle: options.user.id, rpId })
      const rawId = Buffer.from(id, 'base64url')
      const authData = Buffer.concat([
        authenticatorData({ rpId, signCount: lie.signCount ?? signCount, lie, hasKey: true }),
        Buffer.alloc(16), // of no make that we would know
        uint16(rawId.length),
        rawId,
        coseOf(publicKey),
      ])
      return {
        id,
        clientDataJSON: clientData('webauthn.create', options.challenge, origin, lie).toString('base64url'),
        attestationObject: attestationOf(authData).toString('base64url'),
      }
    },
    /** Signs with the passkey that was made last, or with this one. */
    get: (options: Request, lie: Lie = {}, passkey = kept.at(-1)) => {
      if (!passkey) throw new Error('this device has no passkey')
      signCount += 1
      const rpId = lie.rpId ?? options.rpId ?? ''
      const authData = authenticatorData({ rpId, signCount: lie.signCount ?? signCount, lie, hasKey: false })
      const client = clientData('webauthn.get', options.challenge, origin, lie)
      const signed = Buffer.concat([authData, createHash('sha256').update(client).digest()])
      return {
        id: passkey.id,
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, passkey.privateKey).toString('base64url'),
        userHandle: lie.userHandle ?? passkey.userHandle,
      }
    },
  }
}

const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_KEY = 0x40

type AuthenticatorData = { rpId: string; signCount: number; lie: Lie; hasKey: boolean }

function authenticatorData({
  rpId,
  signCount,
  lie: { isVerified = true },
  hasKey,
}: AuthenticatorData): Buffer {
  const flags = PRESENT | (isVerified ? VERIFIED : 0) | (hasKey ? HAS_KEY : 0)
  const count = Buffer.alloc(4)
  count.writeUInt32BE(signCount)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count])
}

const clientData = (type: string, challenge: string, origin: string, lie: Lie): Buffer =>
  Buffer.from(
    JSON.stringify({
      type: lie.type ?? type,
      challenge: lie.challenge ?? challenge,
      origin: lie.origin ?? origin,
      crossOrigin: false,
    }),
  )

/** CBOR: { fmt: 'none', attStmt: {}, authData }. */
const attestationOf = (authData: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([0xa3, 0x63]),
    Buffer.from('fmt'),
    Buffer.from([0x64]),
    Buffer.from('none'),
    Buffer.from([0x67]),
    Buffer.from('attStmt'),
    Buffer.from([0xa0, 0x68]),
    Buffer.from('authData'),
    Buffer.from([0x59]),
    uint16(authData.length),
    authData,
  ])

/** CBOR: { kty: EC2, alg: ES256, crv: P-256, x, y }. */
function coseOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20])
  return Buffer.concat([
    head,
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, 'base64url'),
  ])
}

function uint16(number: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(number)
  return bytes
}
