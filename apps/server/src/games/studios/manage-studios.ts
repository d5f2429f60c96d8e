import { isIP } from 'node:net'
import { type Outside, whyNotOutside } from '../../platform/call-outside.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { Random } from '../../platform/random.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { takeOnStudioIn } from '../sessions/index.ts'
import {
  endKeys,
  insertKey,
  lockStudio,
  type StudioSeen,
  updateAddresses,
  updateStudioOpen,
  updateSuspended,
} from './queries.ts'

export type StudioRefusal = 'not_found' | 'bad_request'

/** A key with its secret: what is answered once, to who asked for it. */
export type NewKey = { keyId: string; secret: string }

const SECRET_BYTES = 32
const ID_BYTES = 4

const makeKey = (random: Random, studioId: string): NewKey => ({
  keyId: `${studioId}-${random.hex(ID_BYTES)}`,
  secret: random.token(SECRET_BYTES),
})

const wrong = (field: string) => refuse('bad_request', { values: { field }, detail: { field } })

type NewStudio = Pick<StudioSeen, 'studioId' | 'name' | 'baseUrl' | 'addresses'>

/**
 * Whether a studio may stand at this address: one of the public network, over https in production. Asked before anything is
 * held, since a name is looked up; each call to it is checked again.
 */
export async function admitPlace(
  outside: Outside,
  { baseUrl }: Pick<NewStudio, 'baseUrl'>,
): Promise<Result<null, StudioRefusal>> {
  return (await whyNotOutside(outside, baseUrl)) === undefined ? ok(null) : wrong('baseUrl')
}

/** Takes a new studio on, with its first key. */
export async function addStudio(
  tx: Tx,
  random: Random,
  { studioId, name, baseUrl, addresses }: NewStudio,
): Promise<Result<NewKey, StudioRefusal>> {
  if (!addresses.every(isAddress)) return wrong('addresses')
  if (await lockStudio(tx, studioId)) return wrong('studioId')
  const key = makeKey(random, studioId)
  await takeOnStudioIn(tx, { id: studioId, name, baseUrl, ...key })
  await updateAddresses(tx, studioId, addresses)
  return ok(key)
}

/** Gives a studio a new key; its others end after the overlap, so that it can change without a pause. */
export async function rotateKey(
  tx: Tx,
  random: Random,
  { studioId, overlapMinutes }: { studioId: string; overlapMinutes: number },
): Promise<Result<NewKey & { ending: string[] }, StudioRefusal>> {
  if (!(await lockStudio(tx, studioId))) return refuse('not_found')
  const key = makeKey(random, studioId)
  await insertKey(tx, { id: key.keyId, studioId, secret: key.secret })
  const ended = await endKeys(tx, { studioId, except: key.keyId, minutes: overlapMinutes })
  return ok({ ...key, ending: ended.map(({ keyId }) => keyId) })
}

/** Ends a key now. One that is over already is not found: nothing was done. */
export async function revokeKey(
  tx: Tx,
  { studioId, keyId }: { studioId: string; keyId: string },
): Promise<Result<null, StudioRefusal>> {
  const ended = await endKeys(tx, { studioId, only: keyId, minutes: 0 })
  return ended.length === 1 ? ok(null) : refuse('not_found')
}

/** Sets who may call. Answers what was set before. */
export async function setAddresses(
  tx: Tx,
  { studioId, addresses }: { studioId: string; addresses: readonly string[] },
): Promise<Result<{ before: string[] }, StudioRefusal>> {
  if (!addresses.every(isAddress)) return wrong('addresses')
  const studio = await lockStudio(tx, studioId)
  if (!studio) return refuse('not_found')
  await updateAddresses(tx, studioId, addresses)
  return ok({ before: studio.addresses })
}

/** Suspends a studio, or one game of it: no launch and no stake; what is owed to players still lands. */
export async function setSuspended(
  tx: Tx,
  { studioId, code, isSuspended }: { studioId: string; code: string | null; isSuspended: boolean },
): Promise<Result<null, StudioRefusal>> {
  if (!(await lockStudio(tx, studioId))) return refuse('not_found')
  if (code === null) await updateStudioOpen(tx, studioId, !isSuspended)
  else if ((await updateSuspended(tx, { studioId, code, isSuspended })).length === 0) {
    return refuse('not_found')
  }
  return ok(null)
}

/** Whether this is an address, or a network of one. */
function isAddress(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const kind = isIP(address)
  if (kind === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128))
}
