import type { Calls } from '@palpite/contract'
import { useCall } from '../../../shared/api/use-call.ts'

/** Who came by the player's code, on three levels, and what that earned. */
export type Invitations = Calls['GET /api/app/rewards/invitations']['data']

/** The colour of each level's text, the first level first. */
export const levelTints = ['text-brand-text', 'text-play-text', 'text-info'] as const

/** The player's invitations; read anew whenever a page opens. */
export const useInvitations = (enabled = true) =>
  useCall('GET /api/app/rewards/invitations', { loading: false }, { enabled, staleTime: 0 })
