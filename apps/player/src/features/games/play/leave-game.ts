import { apiOnLeave } from '../../../shared/api/api.ts'
import { useToken } from '../../../shared/session.ts'
import { forgetInPlay } from './in-play.ts'
import { stopGameQuietly } from './stop-game.ts'

type Watch = {
  /** A round that is open goes on with its session: who comes back within it plays it to its end. */
  mayEnd: () => boolean
  /** The page is shown again as it was, with a game in it whose session is over. */
  onReturn: () => void
}

/**
 * Closes the open game as soon as its player is elsewhere: on another page of the app, once the answer is called, or with
 * the tab gone. An open game keeps money from being withdrawn (SPEC §3, `lock`), so it must not wait to be found idle.
 */
export function endWhenLeft({ mayEnd, onReturn }: Watch): () => void {
  let hasEnded = false
  const onHide = () => {
    hasEnded = mayEnd()
    if (hasEnded) apiOnLeave('POST /api/app/game/stopGame')
  }
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted && hasEnded) onReturn()
    hasEnded = false
  }
  window.addEventListener('pagehide', onHide)
  window.addEventListener('pageshow', onShow)
  return () => {
    window.removeEventListener('pagehide', onHide)
    window.removeEventListener('pageshow', onShow)
    // Whoever has logged out has no game that could be closed by a call.
    if (!mayEnd() || useToken.getState().token === '') return
    // Home must not offer to go on with it meanwhile.
    forgetInPlay()
    void stopGameQuietly()
  }
}
