import { api } from './api/api.ts'
import { go } from './navigation.ts'
import { hrefOf } from './paths.ts'
import { endSession } from './session.ts'

let leaving: Promise<void> | undefined

/**
 * Ends the session here and on the server, and leads home. Without a line to the server it ends here all the same.
 * Pressed again meanwhile it is still the one logging out.
 */
export const logOut = (): Promise<void> => {
  leaving ??= leave().finally(() => (leaving = undefined))
  return leaving
}

const leave = async (): Promise<void> => {
  await api('POST /api/auth/user/restLogout', { inline: true }).catch(() => undefined)
  go(hrefOf('home'))
  endSession()
}
