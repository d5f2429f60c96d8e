import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Lang } from '../../platform/texts.ts'
import { emailOf } from '../players/rules.ts'
import type { Identity } from '../identity.ts'
import { networkOf } from '../throttles/network.ts'
import { insertReset } from './queries.ts'

/**
 * Step one of a forgotten password. Only notes the request: whose e-mail it is, and whether it comes from a network of
 * its player, is looked up by the job that mails, on its own beat: neither the answer nor its time nor what the server
 * does just after it can tell. Past an e-mail's daily number, from one network or in all, it answers yes and mails
 * nothing. Requests that one network has too many of do not count against all, and what all have does not bind a
 * network that the player signed in from: else strangers could keep a player from the own codes for a day.
 */
export async function requestReset(
  identity: Identity,
  request: { email: string; lang: Lang; ip: string },
): Promise<Result<null, 'invalid_email' | 'too_many_requests'>> {
  const email = emailOf(request.email)
  if (email === undefined) return refuse('invalid_email')
  const network = networkOf(request.ip)
  const { deps, throttles } = identity
  if ((await throttles.take([{ name: 'reset-mail-network', of: network }])).size > 0) {
    return refuse('too_many_requests')
  }
  const ofBoth = await throttles.take([{ name: 'reset-mail-email-network', of: `${email} ${network}` }])
  if (ofBoth.size > 0) return ok(null)
  const inAll = await throttles.take([{ name: 'reset-mail-email', of: email }])
  await insertReset(deps.db, { email, lang: request.lang, network, isOver: inAll.size > 0 })
  return ok(null)
}
