import { apiOnLeave } from '../../../shared/api/api.ts'
import { useToken } from '../../../shared/session.ts'
import { forgetInPlay } from './in-play.ts'
import { stopGameQuietly } from './stop-game.ts'

type Watch = {
  /** The page is shown again as it was, with a game in it that was left. */
  onReturn: () => void
}

/**
 * Leaves the open game as soon as its player is elsewhere: on another page of the app, once the answer is called, or with
 * the tab gone. An open game keeps money from being withdrawn (SPEC §3, `lock`), so it must not wait to be found idle. The
 * server knows whether a round is open, and keeps the game for as long as that takes.
 */
export function endWhenLeft({ onReturn }: Watch): () => void {
  let hasLeft = false
  const onHide = () => {
    hasLeft = true
    apiOnLeave('POST /api/app/game/stopGame')
  }
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted && hasLeft) onReturn()
    hasLeft = false
  }
  window.addEventListener('pagehide', onHide)
  window.addEventListener('pageshow', onShow)
  return () => {
    window.removeEventListener('pagehide', onHide)
    window.removeEventListener('pageshow', onShow)
    // Whoever has logged out has no game that could be closed by a call.
    if (useToken.getState().token === '') return
    // Home must not offer to go on with it before the server has said whether a round is open.
    forgetInPlay()
    void stopGameQuietly()
  }
}
