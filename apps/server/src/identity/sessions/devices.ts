import type { Deps } from '../../platform/deps.ts'
import type { Cookies } from '../../platform/http/request.ts'
import type { Sql } from '../../platform/db/index.ts'
import { TOKEN_BYTES, tokenHash } from './sessions.ts'
import { selectOperatorsOfDevice, selectPlayersOfDevice } from './queries.ts'

/** The owners of devices: their cookie, the calls it is sent with, and who signed in on it. */
type Owners = {
  cookie: string
  /** The cookie name of the previous version, read at sign-in only. */
  formerCookie?: string
  path: string
  select: (sql: Sql, deviceHash: string, seconds: number) => Promise<readonly { ownerId: number }[]>
}

/** Sent with sign-in, registration and forgotten password. */
const players: Owners = {
  cookie: 'palpite_player_device',
  formerCookie: 'palpite_device',
  path: '/api',
  select: selectPlayersOfDevice,
}
const operators: Owners = {
  cookie: 'palpite_operator_device',
  path: '/api/backoffice/session',
  select: selectOperatorsOfDevice,
}
const SHAPE = /^[\w-]{43}$/

/**
 * The secret that a device proves itself with. We generate it, so a client cannot choose it. It opens no session; it shows
 * that the player signed in on this device before, so they may continue while others guess passwords.
 */
export type DeviceSecret = { hash: string; isKnownFor: (ownerId: number | undefined) => boolean }

type KeptSecret = DeviceSecret & { keep: () => void }

/** Reads the secret of the calling device, or creates one; call `keep` after a sign-in. */
export const deviceSecretOf = (deps: Deps, cookies: Cookies, knownSeconds: number): Promise<KeptSecret> =>
  secretOf(players, deps, { cookies, knownSeconds })

/** The hash of a player's device secret, known or not; undefined if none was sent. */
export function sentDeviceHash(cookies: Cookies): string | undefined {
  const sent = cookies.read(players.cookie) ?? ''
  return SHAPE.test(sent) ? tokenHash(sent) : undefined
}

/** The same for an operator's device; a player's does not count. */
export const operatorDeviceSecretOf = (
  deps: Deps,
  cookies: Cookies,
  knownSeconds: number,
): Promise<KeptSecret> => secretOf(operators, deps, { cookies, knownSeconds })

async function secretOf(
  { cookie, formerCookie, path, select }: Owners,
  { db, random, config }: Deps,
  { cookies, knownSeconds }: { cookies: Cookies; knownSeconds: number },
): Promise<KeptSecret> {
  const sent = cookies.read(cookie) ?? cookies.read(formerCookie ?? cookie) ?? ''
  const rows = SHAPE.test(sent) ? await select(db, tokenHash(sent), knownSeconds) : []
  // A secret without a sign-in is not kept: an attacker who knows it may have planted it.
  const secret = rows.length > 0 ? sent : random.token(TOKEN_BYTES)
  return {
    hash: tokenHash(secret),
    isKnownFor: (ownerId) => rows.some((row) => row.ownerId === ownerId),
    keep: () =>
      cookies.write({
        name: cookie,
        value: secret,
        path,
        seconds: knownSeconds,
        isSecure: config.publicUrl.startsWith('https:'),
      }),
  }
}
