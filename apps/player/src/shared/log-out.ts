import { api } from './api/api.ts'
import { go } from './navigation.ts'
import { hrefOf } from './paths.ts'
import { endSession } from './session.ts'

/** Ends the session here and on the server, and leads home. Without a line to the server it ends here all the same. */
export const logOut = async (): Promise<void> => {
  await api('POST /api/auth/user/restLogout', { inline: true }).catch(() => undefined)
  go(hrefOf('home'))
  endSession()
}
