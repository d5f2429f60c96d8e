import { landings, placeOf, screenAt, type ScreenName } from '../shared/paths.ts'
import { smallGames } from '../shared/small-games.ts'

/** The result of opening an address. */
export type Destination =
  | { kind: 'screen'; screen: { name: ScreenName; params: Record<string, string> } }
  /** The screen needs a session and there is none. */
  | { kind: 'login' }
  | { kind: 'invitation'; code: string }
  | { kind: 'signInLink'; token: string }
  /** A game of the specification that is unavailable here. */
  | { kind: 'closedGame'; game: (typeof smallGames)[number] }
  | { kind: 'home' }

/** The route guard of SPEC §2, as a pure function. Unknown paths and missing screens redirect home. */
export const destinationOf = (
  pathname: string,
  isLoggedIn: boolean,
  hasPage: (screen: ScreenName) => boolean,
): Destination => {
  const code = landings.invitation.exec(pathname)?.groups?.['yqm']
  if (code !== undefined) return { kind: 'invitation', code }
  const token = landings.signInLink.exec(pathname)?.groups?.['token']
  if (token !== undefined) return { kind: 'signInLink', token }
  const screen = screenAt(pathname)
  if (!screen) return { kind: 'home' }
  if (!hasPage(screen.name)) {
    const game = smallGames.find((each) => each.game === screen.name)
    return game ? { kind: 'closedGame', game } : { kind: 'home' }
  }
  // The register form is for visitors without an account.
  if (screen.name === 'registered' && isLoggedIn) return { kind: 'home' }
  if (placeOf(screen.name).needsToken && !isLoggedIn) return { kind: 'login' }
  return { kind: 'screen', screen }
}
