import type { Calls } from '@palpite/contract'
import { callKey, refreshCalls, useCall } from '../../../shared/api/use-call.ts'
import { usePoll } from '../../../shared/api/use-poll.ts'
import { queryClient } from '../../../shared/query.ts'
import { useIsLoggedIn } from '../../../shared/session.ts'

export type InPlay = NonNullable<Calls['GET /api/app/game/inPlay']['data']>

const inPlayCall = 'GET /api/app/game/inPlay'
const input = { loading: false } as const
/** A game's page has no connection (SPEC §4), so it polls. */
const pollMs = 5000

/** The open studio game; null without one. A background call without indicator. */
export const useInPlay = () => useCall(inPlayCall, input, { enabled: useIsLoggedIn() })

/** Polls while a game is visible. */
export const useInPlayPolled = () => {
  usePoll([callKey(inPlayCall)], pollMs)
  return useInPlay()
}

/** Records that no game is open, before the server confirms. */
export const forgetInPlay = () => queryClient.setQueryData(callKey(inPlayCall), null)

export const refreshInPlay = () => refreshCalls(inPlayCall)
