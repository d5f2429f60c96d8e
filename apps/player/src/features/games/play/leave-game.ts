import { apiOnLeave } from '../../../shared/api/api.ts'
import { useToken } from '../../../shared/session.ts'
import { forgetInPlay } from './in-play.ts'
import { stopGameQuietly } from './stop-game.ts'

type Watch = {
  /** The page was restored by the browser with a game that was left. */
  onReturn: () => void
}

/**
 * Closes the game when the player goes elsewhere: another app page (once the returned function is called) or a closed
 * tab. An open game blocks withdrawals (SPEC §3, `lock`), so it must not wait for the idle check. The server keeps it
 * while a round is open.
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
    // After a logout no call could close a game.
    if (useToken.getState().token === '') return
    // Home must not offer it before the server says whether a round is open.
    forgetInPlay()
    void stopGameQuietly()
  }
}
