import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { Calls } from '@palpite/contract'
import { expect } from 'vitest'
import { identitySettings } from '../settings.ts'
import { GOOD, openIdentityHarness } from './identity-harness.ts'

/** Where players reach the product: the party of passkeys. */
export const ORIGIN = 'https://jogo.palpite.example'
export const DOMAIN = 'jogo.palpite.example'

type Data<K extends keyof Calls> = Calls[K]['data']
type Answer = { json: <T>() => T }
type Device = ReturnType<typeof openAuthenticator>
type From = { ip?: string; cookie?: string; lie?: Lie }

const dataOf = <T>(answer: Answer): T => answer.json<{ data: T }>().data

/** The module, with its passkey calls as a browser makes them. */
export async function openPasskeyHarness(asked = { max: 5000, seconds: 60 }) {
  const settings = { passkey: { ...identitySettings.passkey, asked } }
  const harness = await openIdentityHarness({ settings }, { PUBLIC_URL: `${ORIGIN}/` })
  const { post, get, newPlayer } = harness
  const begin = (token: string, pwd = GOOD) => post('/api/app/user/newPasskey', { pwd }, { token })
  const creationOf = async (token: string) =>
    dataOf<Data<'POST /api/app/user/newPasskey'>>(await begin(token))
  const add = (token: string, made: object, name = 'my phone') =>
    post('/api/app/user/addPasskey', { ...made, name }, { token })
  const challenge = async (ip = '10.0.0.1') =>
    dataOf<Data<'POST /api/auth/user/passkeyChallenge'>>(
      await post('/api/auth/user/passkeyChallenge', {}, { ip }),
    )
  const send = (signed: object, { ip = '10.0.0.1', cookie }: From = {}) =>
    post('/api/auth/user/passkeyLogin', signed, { ip, headers: cookie === undefined ? {} : { cookie } })
  return {
    ...harness,
    begin,
    creationOf,
    add,
    challenge,
    send,
    remove: (token: string, key: string, pwd = GOOD) =>
      post('/api/app/user/removePasskey', { key, pwd }, { token }),
    listed: async (token: string) =>
      dataOf<Data<'GET /api/app/user/passkeys'>>(await get('/api/app/user/passkeys', token)).passkeys,
    signIn: async (device: Device, { lie, ...from }: From = {}) =>
      send(device.get(await challenge(from.ip), lie), from),
    /** A player with a passkey, and its device. */
    withPasskey: async (email: string) => {
      const token = await newPlayer(email)
      const device = openAuthenticator(ORIGIN)
      expect((await add(token, device.create(await creationOf(token)))).statusCode).toBe(200)
      return { token, device }
    },
  }
}

/** A device with an unregistered passkey. */
export function strangeDevice(): Device {
  const device = openAuthenticator(ORIGIN)
  device.create({ challenge: 'x', rp: { id: DOMAIN }, user: { id: 'AAAA' } })
  return device
}

type Creation = { challenge: string; rp: { id?: string | undefined }; user: { id: string } }
type Request = { challenge: string; rpId?: string | undefined }

/** What a manipulated answer changes. */
export type Lie = {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  /** Whether the device verified finger, face or PIN. */
  isVerified?: boolean
  signCount?: number
  userHandle?: string
}

type Kept = { id: string; privateKey: KeyObject; userHandle: string; rpId: string }

/**
 * A software authenticator: it creates real keys (ES256) and real signatures, and counts them. Its answers are what a
 * browser sends us.
 */
export function openAuthenticator(origin: string) {
  let signCount = 0
  const kept: Kept[] = []
  return {
    kept,
    /** Creates a passkey, with the attestation `none`. */
    create: (options: Creation, lie: Lie = {}, id = randomBytes(32).toString('base64url')) => {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const rpId = lie.rpId ?? options.rp.id ?? ''
      kept.push({ id, privateKey, userHandle: options.user.id, rpId })
      const rawId = Buffer.from(id, 'base64url')
      const authData = Buffer.concat([
        authenticatorData({ rpId, signCount: lie.signCount ?? signCount, lie, hasKey: true }),
        Buffer.alloc(16), // of an unknown make
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
    /** Signs with the last passkey, or with this one. */
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
