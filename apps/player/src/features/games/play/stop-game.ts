import { api } from '../../../shared/api/api.ts'
import { refreshUser } from '../../../shared/use-user.ts'
import { refreshInPlay } from './in-play.ts'

/** Closes the open game; then the user info and what is in play are asked for anew (SPEC §7). */
export async function stopGame(): Promise<void> {
  await api('GET /api/app/game/stopGame', {})
  await Promise.all([refreshUser(), refreshInPlay()])
}

/** The same where nobody asked for it: what fails is left to the rule that closes games nobody plays. */
export async function stopGameQuietly(): Promise<void> {
  await api('POST /api/app/game/stopGame', { loading: false, inline: true }).catch(() => undefined)
  await refreshInPlay()
}
