import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Identity } from '../identity.ts'
import { TOKEN_BYTES, tokenHash } from '../sessions/token.ts'
import { networkOf } from '../throttles/network.ts'
import { codeHash, isSameHash } from './codes.ts'
import { lockLastCode, selectIsKnownNetworkOf, updateTried } from './queries.ts'

/**
 * Step two of a forgotten password: exchanges the mailed code for an id that allows one new password. A wrong
 * code, one that was tried too often, an old one and an unknown e-mail answer the same. Tries from networks that the
 * player signed in from are counted apart: no stranger can use them up by guessing.
 */
export async function checkCode(
  identity: Identity,
  request: { email: string; code: string; ip: string },
): Promise<Result<string, 'wrong_reset_code' | 'too_many_requests'>> {
  const { deps, settings } = identity
  const { codeTries, chkSeconds } = settings.reset
  const email = request.email.trim().toLowerCase()
  const network = networkOf(request.ip)
  const isKnownNetwork = await selectIsKnownNetworkOf(deps.db, email, {
    network,
    seconds: settings.knownNetworkSeconds,
  })
  const ofEmail = isKnownNetwork ? 'reset-code-email-known' : 'reset-code-email'
  const isPutOff = (await identity.throttles.take([{ name: 'reset-code-network', of: network }])).size > 0
  if (isPutOff) return refuse('too_many_requests')
  const over = await identity.throttles.take([{ name: ofEmail, of: email }])
  const chkId = deps.random.token(TOKEN_BYTES)
  return deps.db.begin(async (tx) => {
    const [row] = await lockLastCode(tx, email, isKnownNetwork)
    const id = row?.id ?? 0 // nobody's row: the statement below runs all the same
    const isRight = isSameHash(row?.codeHash ?? '', codeHash(id, request.code.trim()))
    const mayTry = row !== undefined && row.lives && row.codeTries < codeTries && !over.has(ofEmail)
    // A code of an unknown e-mail was told to nobody, and is tried like any other.
    const passes = mayTry && isRight && row.playerId !== null
    const chkHash = passes ? tokenHash(chkId) : null
    await updateTried(tx, { id: mayTry ? id : 0, isKnownNetwork, chkHash, chkSeconds })
    return passes ? ok(chkId) : refuse('wrong_reset_code')
  })
}
