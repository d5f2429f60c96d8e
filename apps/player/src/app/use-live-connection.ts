import { useEffect } from 'react'
import { dropLive, keepLive, leaveGame, wakeLive } from '../shared/live.ts'
import type { ScreenName } from '../shared/paths.ts'
import { useToken } from '../shared/session.ts'
import { smallGames } from '../shared/small-games.ts'

/** Keeps the socket open during a session outside game frames, and reports which game is left (SPEC §2, §4). */
export const useLiveConnection = (screen: ScreenName | undefined): void => {
  const token = useToken((state) => state.token)
  const liveToken = screen === 'play' ? '' : token
  useEffect(() => keepLive(liveToken), [liveToken])
  useEffect(() => {
    const wakeWhenSeen = () => {
      if (document.visibilityState === 'visible') wakeLive()
    }
    window.addEventListener('online', wakeLive)
    window.addEventListener('offline', dropLive)
    document.addEventListener('visibilitychange', wakeWhenSeen)
    return () => {
      window.removeEventListener('online', wakeLive)
      window.removeEventListener('offline', dropLive)
      document.removeEventListener('visibilitychange', wakeWhenSeen)
    }
  }, [])
  const game = smallGames.find((each) => each.game === screen)?.game
  useEffect(() => (game ? () => leaveGame(game) : undefined), [game])
}
