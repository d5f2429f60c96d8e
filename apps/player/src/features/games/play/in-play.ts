import type { Calls } from '@palpite/contract'
import { callKey, refreshCalls, useCall } from '../../../shared/api/use-call.ts'
import { usePoll } from '../../../shared/api/use-poll.ts'
import { queryClient } from '../../../shared/query.ts'
import { useIsLoggedIn } from '../../../shared/session.ts'

export type InPlay = NonNullable<Calls['GET /api/app/game/inPlay']['data']>

const inPlayCall = 'GET /api/app/game/inPlay'
const input = { loading: false } as const
/** The page of a game has no connection (SPEC §4), so it asks. */
const pollMs = 5000

/** The open game of a studio; null where there is none. Nobody waits for it, so nothing says that it loads. */
export const useInPlay = () => useCall(inPlayCall, input, { enabled: useIsLoggedIn() })

/** Keeps asking while a game is in sight. */
export const useInPlayPolled = () => {
  usePoll([callKey(inPlayCall)], pollMs)
  return useInPlay()
}

/** Notes that no game is open, before the server says so. */
export const forgetInPlay = () => queryClient.setQueryData(callKey(inPlayCall), null)

export const refreshInPlay = () => refreshCalls(inPlayCall)
