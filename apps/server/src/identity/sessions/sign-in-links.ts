import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Lang } from '../../platform/texts.ts'
import type { Identity } from '../identity.ts'
import { emailOf } from '../accounts/rules.ts'
import { TOKEN_BYTES, tokenHash } from './tokens.ts'
import { networkOf } from '../abuse/throttles.ts'
import { insertLink, insertLinkRequest, consumeLink } from './link-queries.ts'
import type { Device } from '../../platform/http/device.ts'
import type { DeviceSecret } from './devices.ts'
import type { OpenedSession, OpenRefusal } from './open-sessions.ts'

/**
 * Asks for a sign-in link by mail. As for a forgotten password it only notes the request: whose e-mail it is the job
 * that mails finds out, so that neither the answer nor its time can tell. What a mailbox gets of both is counted together.
 */
export async function askLink(
  { deps, throttles }: Identity,
  request: { email: string; lang: Lang; ip: string },
): Promise<Result<null, 'invalid_email' | 'too_many_requests'>> {
  const email = emailOf(request.email)
  if (email === undefined) return refuse('invalid_email')
  const network = networkOf(request.ip)
  if ((await throttles.take([{ name: 'reset-mail-network', of: network }])).size > 0) {
    return refuse('too_many_requests')
  }
  const over = await throttles.take([
    { name: 'reset-mail-email-network', of: `${email} ${network}` },
    { name: 'reset-mail-email', of: email },
  ])
  if (over.size === 0) await insertLinkRequest(deps.db, { email, lang: request.lang })
  return ok(null)
}

/** A link for a player who is signed in here, to go on in the app wrapper. */
export async function issueLink({ deps, settings }: Identity, playerId: number): Promise<string> {
  const token = deps.random.token(TOKEN_BYTES)
  await insertLink(deps.db, { playerId, tokenHash: tokenHash(token), seconds: settings.link.liveSeconds })
  return token
}

type FollowLink = {
  token: string
  lang: Lang
  ip: string
  country: string | undefined
  device: Device
  deviceSecret: DeviceSecret
}

/**
 * Exchanges a sign-in link for a session, once. One that was used, is over or never was answers the same; so does one
 * whose player sets another password at this moment.
 */
export async function followLink(
  { deps, openSession }: Identity,
  { token, lang, ip, country, device, deviceSecret }: FollowLink,
): Promise<Result<OpenedSession, 'link_over' | OpenRefusal>> {
  const link = await consumeLink(deps.db, tokenHash(token))
  if (!link?.isGood) return refuse('link_over')
  const { playerId, passwordHash } = link
  const opened = await openSession({
    playerId,
    ip,
    device,
    deviceHash: deviceSecret.hash,
    passwordHash,
    way: 'link',
    country,
    lang,
  })
  if (!opened.ok) return opened.refusal.code === 'wrong_credentials' ? refuse('link_over') : opened
  deps.log.info({ playerId }, 'a sign-in by link')
  return ok(opened.value)
}
