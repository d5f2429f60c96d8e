import { assert } from '../../platform/errors.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Device } from '../../platform/http/request.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import {
  deleteOldestDevices,
  deleteOldestSessions,
  insertCountries,
  insertCountryCode,
  insertKnownNetworks,
  insertSessions,
  insertSignIns,
  insertTickets,
  updateFactorUntil,
  updateTrusted,
  type Way,
  upsertKnownDevices,
} from './queries.ts'
import type { Lang } from '../../platform/texts.ts'
import { type HeldSecret, lockSecrets, insertSecuredNotice } from '../accounts/queries.ts'
import { networkOf } from '../abuse/throttles.ts'
import { announceEnded, TOKEN_BYTES, tokenHash } from './sessions.ts'

export type OpenSession = {
  playerId: number
  ip: string
  device: Device
  /** The hash of the device's secret: known from now on. */
  deviceHash?: string
  /** The hash that was verified: no session opens if the password changed meanwhile. */
  passwordHash?: string
  /** The method of sign-in, for the player's history; undefined if the session opens without one. */
  way?: Way
  /** The language of the notice about an unknown device. */
  lang?: Lang
  /** The second factor given. Without one, a player who has a second factor gets a ticket and no session. */
  factor?: 'code' | 'recovery' | 'passkey'
  /** The country of the call, if known. */
  country?: string | undefined
  /** Whether a mailed code has confirmed the sign-in. */
  isMailConfirmed?: boolean
  /** Whether to trust this device without a second factor for some time. */
  isTrusted?: boolean
}

/** The token of a session is returned once, here; only its hash is stored. */
export type OpenedSession = { token: string; playerId: number; sessionId: number }

/** A player's maximum of each; lifetimes of tickets and of trust in a device. */
type Bounds = {
  maxOpen: number
  maxDevices: number
  ticketSeconds: number
  trustSeconds: number
  /** How long a second factor counts; null for no limit. */
  factorSeconds: number | null
}

export type OpenRefusal =
  | 'account_closed'
  | 'account_excluded'
  | 'second_factor_needed'
  | 'country_code_needed'
  | 'wrong_credentials'

export type ClosedRefusal = Extract<OpenRefusal, 'account_closed' | 'account_excluded'>

/** Whether a session was refused because the account is closed, and by whom. */
export const isOfClosed = (refused: OpenRefusal | undefined): refused is ClosedRefusal =>
  refused === 'account_closed' || refused === 'account_excluded'

/**
 * Opens a session for each request, with its own token, and ends a player's oldest beyond the maximum. Network and
 * device become known. A password change during the verification ends all sessions, and refuses this one. A player
 * whose second factor is missing is refused with a ticket, with which a second call opens the session; so is a
 * password sign-in from a country new to the player, or where the law asks everybody for a second factor. No session of
 * a closed account opens. Answers in the order of the requests.
 */
export const openSessions = (deps: Deps, bounds: Bounds, requests: readonly OpenSession[]) =>
  deps.db.begin((tx) => openSessionsIn(tx, { deps, bounds }, requests))

/** The same within a transaction: a code or ticket is used up only if the session opens. */
export async function openSessionsIn(
  tx: Tx,
  { deps, bounds }: { deps: Pick<Deps, 'random'>; bounds: Bounds },
  requests: readonly OpenSession[],
): Promise<Result<OpenedSession, OpenRefusal>[]> {
  const { maxOpen, maxDevices } = bounds
  const asked = [...new Set(requests.map(({ playerId }) => playerId))]
  const held = new Map((await lockSecrets(tx, asked)).map((row) => [row.playerId, row]))
  const decided = requests.map((request) => ({
    ...request,
    token: deps.random.token(TOKEN_BYTES),
    ...verdictOf(request, held.get(request.playerId), bounds),
  }))
  const opened = decided.filter(({ refused }) => refused === undefined)
  const inserted = await insertSessions(
    tx,
    opened.map(({ playerId, token, ip, device, usedFactor }) => ({
      tokenHash: tokenHash(token),
      playerId,
      ip,
      userAgent: device.userAgent,
      deviceKind: device.kind,
      deviceId: device.id,
      zone: device.zone,
      factor: usedFactor,
    })),
  )
  await insertKnownNetworks(tx, {
    playerIds: opened.map(({ playerId }) => playerId),
    networks: opened.map(({ ip }) => networkOf(ip)),
  })
  await mailNewDevices(tx, opened, held)
  await keepHistory(tx, opened, held)
  await keepDevices(tx, opened, maxDevices)
  await trustDevices(tx, opened, bounds.trustSeconds)
  await boundFactors(tx, opened, bounds.factorSeconds)
  await keepTickets(tx, decided, bounds.ticketSeconds)
  await keepCountries(tx, opened, held)
  await keepCountryCodes(tx, decided, bounds.ticketSeconds)
  const playerIds = [...new Set(opened.map(({ playerId }) => playerId))]
  await announceEnded(tx, await deleteOldestSessions(tx, playerIds, maxOpen), 'newer')
  const ids = new Map(inserted.map((row) => [row.tokenHash, row.sessionId]))
  return decided.map(({ refused, token, playerId }) => {
    if (refused === 'wrong_credentials' || isOfClosed(refused)) return refuse(refused)
    if (refused) return refuse(refused, { detail: { ticket: token } })
    const sessionId = ids.get(tokenHash(token))
    assert(sessionId !== undefined, 'each opened session has an id')
    return ok({ token, playerId, sessionId })
  })
}

type Verdict = {
  refused?: OpenRefusal
  usedFactor: NonNullable<OpenSession['factor']> | 'device' | 'mail' | null
  /** The password comes from a country new to its player. */
  isNewCountry?: boolean
}

/** Whether the session may open, and which second proof was given. */
function verdictOf(
  request: OpenSession,
  held: HeldSecret | undefined,
  { factorSeconds }: Pick<Bounds, 'factorSeconds'>,
): Verdict {
  const { passwordHash, deviceHash = '', factor, isMailConfirmed = false } = request
  if (passwordHash !== undefined && passwordHash !== held?.passwordHash) {
    return { refused: 'wrong_credentials', usedFactor: null }
  }
  const isNewCountry = held !== undefined && !isMailConfirmed && isFromNewCountry(request, held)
  const ofDevice = !isNewCountry && held?.trustedDevices.includes(deviceHash) ? ('device' as const) : null
  // Where the law asks everybody for a second factor, a mailed code is that of players who have no other.
  const isByMail = factorSeconds !== null && !held?.hasSecondFactor && !held?.isTest
  const ofMail = isByMail ? (isMailConfirmed ? ('mail' as const) : ofDevice) : null
  const usedFactor = held?.hasSecondFactor ? (factor ?? ofDevice) : ofMail
  if (held?.hasSecondFactor && !usedFactor) return { refused: 'second_factor_needed', usedFactor: null }
  const asksMail = isNewCountry || (isByMail && request.way === 'password')
  if (asksMail && !usedFactor) return { refused: 'country_code_needed', usedFactor: null, isNewCountry }
  // Revealed only after a correct password: an exclusion is private to the player.
  if (held?.isClosed) {
    return { refused: held.isExcluded ? 'account_excluded' : 'account_closed', usedFactor: null }
  }
  return { usedFactor }
}

/**
 * Whether a password comes from a country new to its player. The first country is accepted; a link and a passkey
 * prove more than a password.
 */
const isFromNewCountry = ({ way, country }: OpenSession, { countries, isTest }: HeldSecret): boolean =>
  way === 'password' &&
  country !== undefined &&
  !isTest &&
  countries.length > 0 &&
  !countries.includes(country)

type Decided = OpenSession & Verdict & { token: string }

/** Nothing is stored for the test account: everybody who signs in to it could read the others' addresses. */
async function keepHistory(
  tx: Tx,
  opened: readonly OpenSession[],
  held: ReadonlyMap<number, HeldSecret>,
): Promise<void> {
  const signIns = opened.flatMap(({ playerId, way, device, ip, country = null }) =>
    way && held.get(playerId)?.isTest !== true
      ? [{ playerId, way, userAgent: device.userAgent, network: networkOf(ip), country }]
      : [],
  )
  if (signIns.length > 0) await insertSignIns(tx, signIns)
}

/** Queues an e-mail for each sign-in on an unknown device, except the one of the registration itself. */
async function mailNewDevices(
  tx: Tx,
  opened: readonly OpenSession[],
  held: ReadonlyMap<number, HeldSecret>,
): Promise<void> {
  for (const { playerId, deviceHash, way, lang } of opened) {
    const player = held.get(playerId)
    if (!player || player.isTest || !lang || !way || way === 'register' || deviceHash === undefined) continue
    if (player.knownDevices.includes(deviceHash)) continue
    await insertSecuredNotice(tx, { playerId, email: player.email, lang, what: 'new_device' })
  }
}

async function keepTickets(tx: Tx, decided: readonly Decided[], seconds: number): Promise<void> {
  const tickets = decided.flatMap(({ refused, token, playerId, passwordHash, way }) =>
    refused === 'second_factor_needed' && passwordHash !== undefined && way !== undefined
      ? [{ tokenHash: tokenHash(token), playerId, passwordHash, way }]
      : [],
  )
  if (tickets.length > 0) await insertTickets(tx, tickets, seconds)
}

/** A session expires with its second factor: on a trusted device with the trust. */
async function boundFactors(tx: Tx, opened: readonly Decided[], seconds: number | null): Promise<void> {
  const bounded = opened.flatMap(({ token, playerId, deviceHash = '', usedFactor }) =>
    usedFactor === null ? [] : [{ tokenHash: tokenHash(token), playerId, deviceHash }],
  )
  if (seconds !== null && bounded.length > 0) await updateFactorUntil(tx, bounded, seconds)
}

/** No country is stored for the test account, which many people share. */
async function keepCountries(
  tx: Tx,
  opened: readonly OpenSession[],
  held: ReadonlyMap<number, HeldSecret>,
): Promise<void> {
  const fresh = opened.flatMap(({ playerId, country }) => {
    const player = held.get(playerId)
    const isKept = player && !player.isTest && country !== undefined && !player.countries.includes(country)
    return isKept ? [[`${playerId} ${country}`, { playerId, country }] as const] : []
  })
  if (fresh.length > 0) await insertCountries(tx, [...new Map(fresh).values()])
}

async function keepCountryCodes(tx: Tx, decided: readonly Decided[], seconds: number): Promise<void> {
  for (const { refused, token, playerId, passwordHash, country, isNewCountry, lang = 'pt-BR' } of decided) {
    if (refused !== 'country_code_needed' || passwordHash === undefined) continue
    await insertCountryCode(
      tx,
      {
        tokenHash: tokenHash(token),
        playerId,
        passwordHash,
        country: country ?? null,
        isNewCountry: isNewCountry === true,
        lang,
      },
      seconds,
    )
  }
}

/** A mailed code is asked for once in the time it counts, not at each sign-in on the device. */
async function trustDevices(tx: Tx, opened: readonly Decided[], seconds: number): Promise<void> {
  const trusted = opened.flatMap(({ playerId, deviceHash, isTrusted, usedFactor }) =>
    (isTrusted || usedFactor === 'mail') && deviceHash !== undefined ? [{ playerId, deviceHash }] : [],
  )
  if (trusted.length > 0) await updateTrusted(tx, trusted, seconds)
}

async function keepDevices(tx: Tx, opened: readonly OpenSession[], max: number): Promise<void> {
  const seen = new Map(
    opened.flatMap(({ playerId, deviceHash }) =>
      deviceHash === undefined ? [] : [[`${playerId} ${deviceHash}`, { playerId, deviceHash }] as const],
    ),
  )
  if (seen.size === 0) return
  await upsertKnownDevices(tx, [...seen.values()])
  await deleteOldestDevices(tx, [...new Set([...seen.values()].map(({ playerId }) => playerId))], max)
}
