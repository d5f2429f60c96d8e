import { ask } from '../shared/api.ts'
import { endSession, tokenNow } from '../shared/session.ts'

/** Ends the session here and on the server; without an answer it still ends here. */
export const useSignOut = () => (): void => {
  const token = tokenNow()
  void ask('POST /api/backoffice/session/signOut')
    .catch(() => undefined)
    .finally(() => endSession(token, 'signed_out'))
}
