import { api } from './api/api.ts'
import { go } from './navigation.ts'
import { hrefOf } from './paths.ts'
import { endSession, isCurrentSession, useToken } from './session.ts'

let leaving: Promise<void> | undefined

/**
 * Ends the session here and on the server, and navigates home. Without a connection it still ends here. A second press
 * while it runs is ignored.
 */
export const logOut = (): Promise<void> => {
  leaving ??= leave().finally(() => (leaving = undefined))
  return leaving
}

const leave = async (): Promise<void> => {
  const { token } = useToken.getState()
  await api('POST /api/auth/user/restLogout', { inline: true }).catch(() => undefined)
  // Another tab has started a session meanwhile: that one continues.
  if (useToken.getState().token !== '' && !isCurrentSession(token)) return
  go(hrefOf('home'))
  endSession()
}
