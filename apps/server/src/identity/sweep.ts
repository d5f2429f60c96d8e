import type { Room } from './room.ts'
import { deleteEndedCaptchas } from './captcha/queries.ts'
import { deleteOldResets } from './reset/queries.ts'
import { deleteEndedSessions, deleteForgottenNetworks } from './sessions/queries.ts'
import { deleteEndedThrottles } from './throttles/queries.ts'

/** Removes what is over: sessions, captchas, throttles, resets, networks not seen for long. */
export async function sweep({ house: { db }, settings }: Pick<Room, 'house' | 'settings'>): Promise<void> {
  await deleteEndedCaptchas(db)
  await deleteEndedThrottles(db)
  await deleteEndedSessions(db, settings.session)
  await deleteOldResets(db, settings.reset.keepSeconds)
  await deleteForgottenNetworks(db, settings.knownNetworkSeconds)
}
