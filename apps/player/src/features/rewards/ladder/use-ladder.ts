import type { Calls } from '@palpite/contract'
import { useCall } from '../../../shared/api/use-call.ts'

type Ladder = Calls['GET /api/app/rewards/ladder']['data']
export type Step = Omit<Ladder['steps'][number], 'awardId'> & { awardId: string }

/** The player's progress on the ladder. */
export const useLadder = (enabled: boolean) =>
  useCall('GET /api/app/rewards/ladder', { loading: false }, { enabled, staleTime: 0 })

type Rule = { step: number; invitees: number; awardCents: number }

/**
 * The steps with the player's progress (a visitor's are all ahead), the lowest claimable one, and the lowest unreached
 * one.
 */
export const stairOf = (rules: readonly Rule[], own: Ladder | undefined) => {
  const steps: readonly Step[] =
    own?.steps ?? rules.map((rule) => ({ ...rule, state: 'ahead', awardId: '', claimedAt: null }))
  return {
    steps,
    ready: steps.find(({ state }) => state === 'ready'),
    next: steps.find(({ state }) => state === 'ahead'),
  }
}
