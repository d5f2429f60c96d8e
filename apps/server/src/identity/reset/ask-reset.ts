import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Lang } from '../../platform/texts.ts'
import { emailOf } from '../players/rules.ts'
import type { Identity } from '../identity.ts'
import { networkOf } from '../throttles/network.ts'
import { insertReset, selectIsKnownNetworkOf } from './queries.ts'

/**
 * Step one of a forgotten password. Only notes the request: whose e-mail it is is looked up by the job that mails, so
 * neither the answer nor its time can tell. Whether the request comes from a network of its player is looked up here, and
 * changes only whether the note is mailed. Past an e-mail's daily number, from one network or in all, it answers yes
 * and mails nothing. Asks that one network has too many of do not count against all, and what all have does not bind a
 * network that the player signed in from: else strangers could keep a player from the own codes for a day.
 */
export async function requestReset(
  identity: Identity,
  request: { email: string; lang: Lang; ip: string },
): Promise<Result<null, 'invalid_email' | 'too_many_requests'>> {
  const email = emailOf(request.email)
  if (email === undefined) return refuse('invalid_email')
  const network = networkOf(request.ip)
  const over = await identity.throttles.take([
    { name: 'reset-mail-network', of: network },
    { name: 'reset-mail-email-network', of: `${email} ${network}` },
  ])
  if (over.has('reset-mail-network')) return refuse('too_many_requests')
  if (over.has('reset-mail-email-network')) return ok(null)
  const { deps, settings, throttles } = identity
  const isKnownNetwork = await selectIsKnownNetworkOf(deps.db, email, {
    network,
    seconds: settings.knownNetworkSeconds,
  })
  const overInAll = await throttles.take([{ name: 'reset-mail-email', of: email }])
  const isMailed = overInAll.size === 0 || isKnownNetwork
  await insertReset(deps.db, { email, lang: request.lang, isMailed })
  identity.wakeMails()
  return ok(null)
}
