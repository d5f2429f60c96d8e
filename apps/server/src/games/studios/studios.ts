import { isIP } from 'node:net'
import { areIndependent } from '../../identity/index.ts'
import { present } from '../../platform/errors.ts'
import { type Outside, whyNotOutside } from '../../platform/call-outside.ts'
import type { Tx, Sql } from '../../platform/db/index.ts'
import type { Random } from '../../platform/crypto.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { openStudioIn } from '../sessions/catalogues.ts'
import {
  endKeys,
  insertKey,
  lockStudio,
  selectMadeKey,
  type StudioSeen,
  updateAddresses,
  updateStudioOpen,
  updateSuspended,
  updateToApproved,
  selectGamesSeen,
  selectKeys,
  selectStudiosSeen,
} from './queries.ts'
import { toCsv } from '../../platform/csv.ts'
import {
  nothingOnThatDay,
  selectDay,
  selectEndedByRule,
  selectStudioTotal,
  selectTransactionPage,
} from '../wallet-api/queries.ts'

type StudioRefusal = 'not_found' | 'bad_request'

/** A key with its secret: returned once, to the operator who created it. */
type NewKey = { keyId: string; secret: string }

const SECRET_BYTES = 32
const ID_BYTES = 4

const makeKey = (random: Random, studioId: string): NewKey => ({
  keyId: `${studioId}-${random.hex(ID_BYTES)}`,
  secret: random.token(SECRET_BYTES),
})

const wrong = (field: string) => refuse('bad_request', { values: { field }, detail: { field } })

type NewStudio = Pick<StudioSeen, 'studioId' | 'name' | 'baseUrl' | 'addresses'>

/**
 * Whether a studio may use this address: public, and https in production. Checked before anything is locked, since a
 * name is resolved; each call to it is checked again.
 */
export async function admitPlace(
  outside: Outside,
  { baseUrl }: Pick<NewStudio, 'baseUrl'>,
): Promise<Result<null, StudioRefusal>> {
  return (await whyNotOutside(outside, baseUrl)) === undefined ? ok(null) : wrong('baseUrl')
}

/** Registers a new studio, with its first key, which a second operator must approve. */
export async function addStudio(
  tx: Tx,
  random: Random,
  { studioId, name, baseUrl, addresses, operatorId }: NewStudio & { operatorId: number },
): Promise<Result<NewKey, StudioRefusal>> {
  if (!addresses.every(isAddress)) return wrong('addresses')
  if (await lockStudio(tx, studioId)) return wrong('studioId')
  const key = makeKey(random, studioId)
  await openStudioIn(tx, { id: studioId, name, baseUrl })
  await insertKey(tx, { ...key, studioId, madeBy: operatorId, overlapMinutes: 0 })
  await updateAddresses(tx, studioId, addresses)
  return ok(key)
}

type Rotation = { studioId: string; overlapMinutes: number; operatorId: number }

/** Creates a new key for a studio. Its others stay valid until this one is approved, and for the overlap after it. */
export async function rotateKey(
  tx: Tx,
  random: Random,
  { studioId, overlapMinutes, operatorId }: Rotation,
): Promise<Result<NewKey, StudioRefusal>> {
  if (!(await lockStudio(tx, studioId))) return refuse('not_found')
  const key = makeKey(random, studioId)
  await insertKey(tx, { ...key, studioId, madeBy: operatorId, overlapMinutes })
  return ok(key)
}

/**
 * Approves a key another operator created, and ends the studio's others after the requested overlap. The holder of a
 * key pays players what it signs for, so the second operator must be independent of the first, who saw the secret.
 * Repeated, nothing changes.
 */
export async function approveKey(
  tx: Tx,
  { studioId, keyId, operatorId }: { studioId: string; keyId: string; operatorId: number },
): Promise<Result<{ isNew: boolean; ending: string[] }, StudioRefusal | 'four_eyes'>> {
  const key = (await lockStudio(tx, studioId)) && (await selectMadeKey(tx, { studioId, keyId }))
  if (!key) return refuse('not_found')
  if (key.isApproved) return ok({ isNew: false, ending: [] })
  const madeBy = present(key.madeBy, `the creator of key ${keyId}`)
  if (!(await areIndependent(tx, madeBy, operatorId, 'studios.manage'))) return refuse('four_eyes')
  await updateToApproved(tx, { keyId, by: operatorId })
  const ended = await endKeys(tx, { studioId, except: keyId, minutes: key.overlapMinutes })
  return ok({ isNew: true, ending: ended.map((one) => one.keyId) })
}

/** Ends a key now. An already ended one is not found: nothing was done. */
export async function revokeKey(
  tx: Tx,
  { studioId, keyId }: { studioId: string; keyId: string },
): Promise<Result<null, StudioRefusal>> {
  const ended = await endKeys(tx, { studioId, only: keyId, minutes: 0 })
  return ended.length === 1 ? ok(null) : refuse('not_found')
}

/** Sets the addresses that may call. Returns the previous ones. */
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

/** Suspends a studio, or one game of it: no launch and no stake; what is owed to players still arrives. */
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

/** Whether this is an address, or a network. */
function isAddress(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const kind = isIP(address)
  if (kind === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128))
}

const PAGE = 5000

/** Every studio with its keys, its games, and its account balance. */
export async function readStudios(sql: Sql) {
  const [studios, keys, games] = await Promise.all([
    selectStudiosSeen(sql, null),
    selectKeys(sql),
    selectGamesSeen(sql),
  ])
  return Promise.all(
    studios.map(async (studio) => ({
      ...studio,
      accountCents: await selectStudioTotal(sql, studio.studioId),
      keys: keys.filter(({ studioId }) => studioId === studio.studioId),
      games: games.filter(({ studioId }) => studioId === studio.studioId),
    })),
  )
}

type Day = { studioId: string; day: string }

/** A day of a studio; undefined if the studio does not exist. */
export async function readStudioDay(sql: Sql, { studioId, day }: Day) {
  const [[studio], sums, accountCents, endedByRule] = await Promise.all([
    selectStudiosSeen(sql, studioId),
    selectDay(sql, studioId, day),
    selectStudioTotal(sql, studioId),
    selectEndedByRule(sql, studioId, day),
  ])
  return studio && { ...nothingOnThatDay, ...sums, accountCents, endedByRule }
}

/** A page of a day's reconciliation file, as the studio reads it too; undefined if the studio does not exist. */
export async function readReconciliation(sql: Sql, { studioId, day, after }: Day & { after: string }) {
  const [[studio], rows] = await Promise.all([
    selectStudiosSeen(sql, studioId),
    selectTransactionPage(sql, { studioId, day, after, max: PAGE }),
  ])
  if (!studio) return undefined
  const lines = rows.map(({ transactionId, roundId, playerId, kind, cents, refersTo, at }) => [
    transactionId,
    roundId,
    String(playerId),
    kind,
    (cents / 100).toFixed(2),
    refersTo ?? '',
    at.toISOString(),
  ])
  return {
    csv: toCsv([['transaction', 'round', 'player', 'kind', 'reais', 'refers_to', 'at'], ...lines]),
    next: rows.length < PAGE ? null : (rows.at(-1)?.transactionId ?? null),
  }
}
