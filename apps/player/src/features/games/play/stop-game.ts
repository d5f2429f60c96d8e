import { api } from '../../../shared/api/api.ts'
import { refreshUser } from '../../../shared/use-user.ts'
import { refreshInPlay } from './in-play.ts'

/** Closes the open game; then the user info and what is in play are asked for anew (SPEC §7). */
export async function stopGame(): Promise<void> {
  await api('GET /api/app/game/stopGame', {})
  await Promise.all([refreshUser(), refreshInPlay()])
}
