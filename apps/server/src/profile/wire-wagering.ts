import type { Calls } from '@palpite/contract'
import { contributingGames, type WageringSettings, type WageringStanding } from '../wagering/index.ts'

type WireWagering = Calls['GET /api/app/user/userInfo']['data']['wagering']

/** What is still to be wagered and what counts for it, as the player's page has it: shares as they count now. */
export const toWireWagering = (
  { contributionFactor, bonusExpiresAt, ...left }: WageringStanding,
  { minPriceMilli, maxBonusStakeCents, contributions }: WageringSettings,
): WireWagering => ({
  ...left,
  bonusExpiresAt: bonusExpiresAt?.toISOString() ?? null,
  minPriceMilli,
  maxBonusStakeCents,
  contributions: contributingGames.flatMap((game) =>
    contributions[game].map(({ fromPriceMilli, shareBps }) => ({
      game,
      fromPriceMilli: Math.max(fromPriceMilli, minPriceMilli),
      shareBps: Math.floor(shareBps * contributionFactor),
    })),
  ),
})
