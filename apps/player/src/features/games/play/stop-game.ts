import { api } from '../../../shared/api/api.ts'
import { refreshUser } from '../../../shared/use-user.ts'
import { refreshInPlay } from './in-play.ts'

/** Closes the open game; then reloads user and open game (SPEC §7). */
export async function stopGame(): Promise<void> {
  await api('GET /api/app/game/stopGame', {})
  await Promise.all([refreshUser(), refreshInPlay()])
}

/** The same in the background: on failure the idle rule closes the game. */
export async function stopGameQuietly(): Promise<void> {
  await api('POST /api/app/game/stopGame', { loading: false, inline: true }).catch(() => undefined)
  await refreshInPlay()
}
