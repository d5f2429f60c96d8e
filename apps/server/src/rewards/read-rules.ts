import type { Calls } from '@palpite/contract'
import { present } from '../platform/assert.ts'
import { earningShares, type WageringSettings } from '../wagering/index.ts'
import { selectNow, selectPrizes } from './check-in/queries.ts'
import { dayIn, prizesOn } from './check-in/rules.ts'
import { selectRates as selectGameBonusRates } from './game-bonus/queries.ts'
import { selectRates } from './invitations/queries.ts'
import { selectLadder } from './ladder/queries.ts'
import type { Rewards } from './rewards.ts'
import { selectVipLevels } from './vip/queries.ts'

type Rules = Calls['GET /api/app/rewards/rules']['data']

/** All that rewards go by, as it is in force; what the policy does not give is empty. */
export async function readRules(
  { deps, policy, settings }: Rewards,
  { shares, bonusDays, maxBonusStakeCents }: WageringSettings,
): Promise<Rules> {
  const { db } = deps
  const [levels, commission, steps, gameBonus, dated, moment] = await Promise.all([
    selectVipLevels(db),
    selectRates(db),
    selectLadder(db),
    selectGameBonusRates(db),
    selectPrizes(db),
    selectNow(db),
  ])
  const given = <T>(basis: Parameters<typeof policy.hasRewards>[0], rows: readonly T[]): T[] =>
    policy.hasRewards(basis) ? [...rows] : []
  const [rate] = given('stakes', gameBonus.slice(-1))
  return {
    vipLevels: given('levels', levels),
    commission: given('referrals', commission),
    ladder: {
      steps: given('referrals', steps),
      minTopUpCents: settings.validTopUpCents,
      minStakedCents: settings.validStakedCents,
    },
    gameBonus: rate ? { rateBps: rate.rateBps, maxReleaseCents: rate.maxReleaseCents } : null,
    checkIn: given('promotions', prizesOn(dated, dayIn('', present(moment[0], 'the moment').now))),
    wageredTimes: settings.wageredTimes,
    maxBonusStakeCents,
    counted: { ...shares, bonusDays },
    earning: earningShares,
  }
}
