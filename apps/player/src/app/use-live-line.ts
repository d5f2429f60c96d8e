import { useEffect } from 'react'
import { keepLive, leaveGame } from '../shared/live.ts'
import { onLeave } from '../shared/navigation.ts'
import { screenAt, type ScreenName } from '../shared/paths.ts'
import { useIsLoggedIn } from '../shared/session.ts'
import { smallGames } from '../shared/small-games.ts'

/** Keeps the socket open while there is a session and no game frame, and tells it which game is left (SPEC §2, §4). */
export const useLiveLine = (screen: ScreenName | undefined): void => {
  const isLoggedIn = useIsLoggedIn()
  const wanted = isLoggedIn && screen !== 'play'
  useEffect(() => keepLive(wanted), [wanted])
  useEffect(
    () =>
      onLeave((leftPathname) => {
        const left = screenAt(leftPathname)?.name
        const game = smallGames.find((each) => each.game === left)
        if (game) leaveGame(game.game)
      }),
    [],
  )
}
