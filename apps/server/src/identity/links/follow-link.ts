import type { Device } from '../../platform/http/device.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { DeviceSecret } from '../devices/devices.ts'
import type { Identity } from '../identity.ts'
import type { OpenedSession } from '../sessions/open-sessions.ts'
import { tokenHash } from '../sessions/token.ts'
import { takeLink } from './queries.ts'

type FollowLink = { token: string; ip: string; device: Device; deviceSecret: DeviceSecret }

/**
 * Exchanges a sign-in link for a session, once. One that was used, is over or never was answers the same; so does one
 * whose player sets another password at this moment.
 */
export async function followLink(
  { deps, openSession }: Identity,
  { token, ip, device, deviceSecret }: FollowLink,
): Promise<Result<OpenedSession, 'link_over'>> {
  const link = await takeLink(deps.db, tokenHash(token))
  if (!link?.isGood) return refuse('link_over')
  const { playerId, passwordHash } = link
  const opened = await openSession({ playerId, ip, device, deviceHash: deviceSecret.hash, passwordHash })
  if (!opened.ok) return refuse('link_over')
  deps.log.info({ playerId }, 'a sign-in by link')
  return ok(opened.value)
}
