import type { AcceptInvitation } from '../identity/index.ts'
import { batches } from '../platform/batches.ts'
import type { Deps } from '../platform/deps.ts'
import type { Tx } from '../platform/db/index.ts'
import type { Api } from '../platform/http/serve.ts'
import { openSettings } from '../platform/settings.ts'
import { openWageringSettings } from '../wagering/index.ts'
import type { CompliancePolicy } from '../protection/index.ts'
import { type ClaimReward, claimRewards } from './claim-rewards.ts'
import { type CheckIn, checkIn } from './check-in.ts'
import { type DecideHeld, decideHeld, readHeld, payCommission } from './invitations/commission.ts'
import { bannerRoutes } from './banners/routes.ts'
import { accept } from './invitations/invitations.ts'
import { rewardsJobs } from './jobs.ts'
import { type Rewards, type RewardsSettings, rewardsSettingsDefinition } from './settings.ts'
import { rewardsRoutes } from './routes.ts'

export { rewardsPersonalData } from './personal-data-queries.ts'
export { selectPlayerGrants } from './timeline-queries.ts'
export { readActivityDates, seedActivities } from './activities.ts'
export { approveBanner, bannerHosts, endBanner, planBanner, readBanners } from './banners/plan-banners.ts'
export {
  bannerPicturesOf,
  keepBannerPicture,
  makeBannerPicture,
  readBannerPicture,
} from './banners/pictures.ts'
export type { BannerRow } from './banners/queries.ts'
export { grantGiven } from './events.ts'
export { readGameBonuses } from './game-bonus.ts'
export { approvePlan, endPlan, forecastPlan, proposePlan, readPlans } from './plans.ts'
export type { PlanRow } from './plan-queries.ts'
export { rewardsSettingsDefinition } from './settings.ts'
export { readVipStatuses, readVipTerms } from './vip.ts'
export { readCommission, readCommissionFrom, readRelations } from './invitations/invitations.ts'
export type { VipStatus } from './rules.ts'

export type HeldCommission = ReturnType<typeof openRewards>['held']

type Needs = { policy: CompliancePolicy; settings?: Partial<RewardsSettings> }

/** Composes VIP, invitations, ladder, game bonus, activities and check-in, with their claims and calls. */
export function openRewards(deps: Deps, { policy, settings: own }: Needs) {
  const inForce = openSettings(rewardsSettingsDefinition, own)
  const wagering = openWageringSettings()
  /** The module's dependencies with the settings in force for this list of requests. */
  const current = async (): Promise<Rewards> => ({ deps, policy, settings: await inForce.read(deps.db) })
  const patienceMs = deps.config.PATIENCE_MS
  const commands = {
    current,
    readWagering: () => wagering.read(deps.db),
    claimReward: batches({
      patienceMs,
      run: async (requests: readonly ClaimReward[]) => claimRewards(await current(), requests),
    }),
    checkIn: batches({
      patienceMs,
      run: async (requests: readonly CheckIn[]) => checkIn(await current(), requests),
    }),
    accept: batches({
      patienceMs,
      run: async (requests: readonly AcceptInvitation[]) => accept(await current(), requests),
    }),
  }
  return {
    /** Held commission, for the back office. */
    held: {
      read: (cursor: string | undefined) => readHeld(deps.db, cursor),
      decide: async (tx: Tx, request: DecideHeld) => decideHeld(await current(), tx, request),
    },
    routes: (api: Api): void => {
      rewardsRoutes(api, commands)
      bannerRoutes(api, deps, policy)
    },
    /** Pays the commission of all past days, for programs that run without jobs. */
    payCommission: async () => payCommission(await current()),
    /** Starts the background jobs; stop each before the database closes. */
    jobs: () => rewardsJobs(current, deps),
  }
}
