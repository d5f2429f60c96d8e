import type { Calls } from '@palpite/contract'
import { expect } from 'vitest'
import { identitySettings } from '../settings.ts'
import { GOOD, openIdentityHarness } from './identity-harness.ts'
import { type Lie, openAuthenticator } from './authenticator.ts'

/** Where players reach the product: what passkeys are made for. */
export const ORIGIN = 'https://jogo.palpite.example'
export const DOMAIN = 'jogo.palpite.example'

type Data<K extends keyof Calls> = Calls[K]['data']
type Answer = { json: <T>() => T }
type Device = ReturnType<typeof openAuthenticator>
type From = { ip?: string; cookie?: string; lie?: Lie }

const dataOf = <T>(answer: Answer): T => answer.json<{ data: T }>().data

/** The module, with its calls about passkeys as a browser makes them. */
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
    /** A player with a passkey, and the device that keeps it. */
    withPasskey: async (email: string) => {
      const token = await newPlayer(email)
      const device = openAuthenticator(ORIGIN)
      expect((await add(token, device.create(await creationOf(token)))).statusCode).toBe(200)
      return { token, device }
    },
  }
}

/** A device with a passkey that nobody here knows. */
export function strangeDevice(): Device {
  const device = openAuthenticator(ORIGIN)
  device.create({ challenge: 'x', rp: { id: DOMAIN }, user: { id: 'AAAA' } })
  return device
}
