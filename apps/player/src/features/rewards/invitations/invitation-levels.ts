import type { Calls } from '@palpite/contract'
import { countUpText } from '@palpite/ui'
import { useCall } from '../../../shared/api/use-call.ts'
import { useText } from '../../../shared/text/text.ts'

/** Invitees on three levels, and the earnings. */
export type Invitations = Calls['GET /api/app/rewards/invitations']['data']

/** Each level's text colour, the first level first. */
export const levelTints = ['text-brand-text', 'text-play-text', 'text-info'] as const

/** A people count in words: from a thousand on in the largest unit, such as 1K+. */
export const usePersonsText = (): ((count: number) => string) => {
  const t = useText()
  return (count) =>
    count < 1000
      ? t('rewards.invite.persons', { count })
      : t('rewards.invite.personsMany', { count: countUpText(count) })
}

/** The player's invitations, reloaded whenever a page opens. */
export const useInvitations = (enabled = true) =>
  useCall('GET /api/app/rewards/invitations', { loading: false }, { enabled, staleTime: 0 })
