import type { Calls } from '@palpite/contract'
import type { WageringSettings, WageringStanding } from '../wagering/index.ts'

type WireWagering = Calls['GET /api/app/user/userInfo']['data']['wagering']

/** What is still to be wagered and what counts for it, as the player's page has it. */
export const toWireWagering = (
  { bonusExpiresAt, ...left }: WageringStanding,
  { maxBonusStakeCents, shares }: WageringSettings,
): WireWagering => ({
  ...left,
  bonusExpiresAt: bonusExpiresAt?.toISOString() ?? null,
  maxBonusStakeCents,
  ...shares,
})
