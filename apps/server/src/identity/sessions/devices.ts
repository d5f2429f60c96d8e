import type { Deps } from '../../platform/deps.ts'
import type { Cookies } from '../../platform/http/cookies.ts'
import { TOKEN_BYTES, tokenHash } from './tokens.ts'
import { selectPlayersOfDevice } from './queries.ts'

const COOKIE = 'palpite_device'
/** Sent with sign-in and registration alone. */
const PATH = '/api/auth/user'
const SHAPE = /^[\w-]{43}$/

/**
 * What a device proves itself with: a secret of ours that it keeps, told by nothing that a client could choose. It
 * opens nothing; it says that somebody signed in here before, who may go on while others guess.
 */
export type DeviceSecret = { hash: string; isKnownFor: (playerId: number | undefined) => boolean }

/** Reads the secret of the device that calls, or gives it a fresh one; `keep` once somebody has signed in. */
export async function deviceSecretOf(
  { db, random, config }: Deps,
  cookies: Cookies,
  knownSeconds: number,
): Promise<DeviceSecret & { keep: () => void }> {
  const sent = cookies.read(COOKIE) ?? ''
  const rows = SHAPE.test(sent) ? await selectPlayersOfDevice(db, tokenHash(sent), knownSeconds) : []
  // One that nobody signed in with is not taken over: somebody may have put it there who knows it.
  const secret = rows.length > 0 ? sent : random.token(TOKEN_BYTES)
  return {
    hash: tokenHash(secret),
    isKnownFor: (playerId) => rows.some((row) => row.playerId === playerId),
    keep: () =>
      cookies.write({
        name: COOKIE,
        value: secret,
        path: PATH,
        seconds: knownSeconds,
        isSecure: config.publicUrl.startsWith('https:'),
      }),
  }
}
