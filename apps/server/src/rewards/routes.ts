import type { CallKey, Calls } from '@palpite/contract'
import type { AcceptInvitation } from '../identity/index.ts'
import { type Api, type Handler, serve } from '../platform/http/serve.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import type { RewardBasis } from '../protection/index.ts'
import { readActivities, readActivity, readOwnProgress } from './activities.ts'
import { type ClaimReward, readWaiting, readWireWaiting } from './claim-rewards.ts'
import { type CheckIn, readCheckIn } from './check-in.ts'
import { readGameBonus } from './game-bonus.ts'
import { readRecords } from './grants.ts'
import { readCommissions, readInvitations } from './invitations/invitations.ts'
import { readLadderPage } from './ladder.ts'
import type { Rewards } from './settings.ts'
import { readVipPage } from './vip.ts'
import { type WageringSettings, earningShares } from '../wagering/index.ts'
import { present } from '../platform/errors.ts'
import {
  selectNow,
  selectCheckInPrizes,
  selectGameBonusRates,
  selectLadder,
  selectLowerAwards,
  selectVipLevels,
} from './queries.ts'
import { dayIn, prizesOn } from './rules.ts'
import { selectRates } from './invitations/queries.ts'

type Claimed = Awaited<ReturnType<Handler<'POST /api/app/rewards/awards/claim'>>>
type Checked = Awaited<ReturnType<Handler<'POST /api/app/rewards/checkIn'>>>

/** The list commands as single calls, and the settings in force for calls that only read. */
type SingleCommands = {
  current: () => Promise<Rewards>
  /** The wagering settings in force. */
  readWagering: () => Promise<WageringSettings>
  claimReward: (request: ClaimReward) => Promise<Claimed>
  checkIn: (request: CheckIn) => Promise<Checked>
  accept: (request: AcceptInvitation) => Promise<Result<null>>
}

type Key = Exclude<
  Extract<CallKey, `${string}/api/app/rewards/${string}` | 'GET /api/app/main/userGift'>,
  `${string}/banners${string}`
>

/** The HTTP calls of rewards. */
export function rewardsRoutes(api: Api, commands: SingleCommands): void {
  const reads = readsOf(commands)
  serve(api, 'GET /api/app/main/userGift', reads['GET /api/app/main/userGift'])
  serve(api, 'GET /api/app/rewards/rules', reads['GET /api/app/rewards/rules'])
  serve(api, 'GET /api/app/rewards/awards', reads['GET /api/app/rewards/awards'])
  serve(api, 'GET /api/app/rewards/records', reads['GET /api/app/rewards/records'])
  serve(api, 'GET /api/app/rewards/vip', reads['GET /api/app/rewards/vip'])
  serve(api, 'GET /api/app/rewards/invitations', reads['GET /api/app/rewards/invitations'])
  serve(api, 'GET /api/app/rewards/commissions', reads['GET /api/app/rewards/commissions'])
  serve(api, 'GET /api/app/rewards/ladder', reads['GET /api/app/rewards/ladder'])
  serve(api, 'GET /api/app/rewards/gameBonus', reads['GET /api/app/rewards/gameBonus'])
  serve(api, 'GET /api/app/rewards/checkIn', reads['GET /api/app/rewards/checkIn'])
  serve(api, 'POST /api/app/rewards/awards/claim', ({ caller: { playerId }, body }) =>
    commands.claimReward({ playerId, ...body }),
  )
  serve(api, 'POST /api/app/rewards/checkIn', ({ caller: { playerId }, body, device }) =>
    commands.checkIn({ playerId, zone: device.zone, ...body }),
  )
  serve(api, 'POST /api/app/rewards/invitations/accept', ({ caller: { playerId }, body }) =>
    commands.accept({ playerId, ...body }),
  )
  activityRoutes(api, commands)
}

type ReadKey = Exclude<Key, `POST ${string}` | `${string}/activities${string}`>

const readsOf = ({ current, readWagering }: SingleCommands): { [K in ReadKey]: Handler<K> } => ({
  'GET /api/app/main/userGift': async ({ caller: { playerId } }) => {
    const rewards = await current()
    return ok((await readWaiting(rewards.deps.db, rewards, playerId)).length > 0 ? 1 : 0)
  },
  'GET /api/app/rewards/rules': async () => {
    const [rewards, wagering] = await Promise.all([current(), readWagering()])
    return ok(await readRules(rewards, wagering))
  },
  'GET /api/app/rewards/awards': async ({ caller: { playerId }, lang }) =>
    ok({ waiting: [...(await readWireWaiting(await current(), playerId, lang))] }),
  'GET /api/app/rewards/records': async ({ caller: { playerId }, query }) =>
    readRecords((await current()).deps.reads.of(`player:${playerId}`), {
      playerId,
      type: query.type,
      cursor: query.cursor,
    }),
  'GET /api/app/rewards/vip': async ({ caller: { playerId } }) =>
    where(await current(), 'levels', async ({ deps }) => readVipPage(deps.db, playerId)),
  'GET /api/app/rewards/invitations': async ({ caller: { playerId } }) =>
    where(await current(), 'referrals', (rewards) => readInvitations(rewards, playerId)),
  'GET /api/app/rewards/commissions': async ({ caller: { playerId }, query }) =>
    readCommissions((await current()).deps, {
      playerId,
      level: query.level,
      day: query.day,
      cursor: query.cursor,
    }),
  'GET /api/app/rewards/ladder': async ({ caller: { playerId } }) =>
    where(await current(), 'referrals', (rewards) => readLadderPage(rewards.deps.db, rewards, playerId)),
  'GET /api/app/rewards/gameBonus': async ({ caller: { playerId } }) =>
    ok(await readGameBonus(await current(), playerId)),
  'GET /api/app/rewards/checkIn': async ({ caller: { playerId }, device }) =>
    where(await current(), 'promotions', (rewards) => readCheckIn(rewards, playerId, device.zone)),
})

function activityRoutes(api: Api, { current }: SingleCommands): void {
  serve(api, 'GET /api/app/rewards/activities', async ({ lang }) =>
    ok({ activities: await readActivities(await current(), lang) }),
  )
  serve(api, 'GET /api/app/rewards/activities/:activityId', async ({ params, lang }) =>
    readActivity(await current(), params.activityId, lang),
  )
  serve(api, 'GET /api/app/rewards/activities/:activityId/progress', async ({ params, caller }) =>
    readOwnProgress(await current(), params.activityId, caller.playerId),
  )
}

/** Reads if the policy has rewards of this basis; otherwise refuses. */
async function where<T>(
  rewards: Rewards,
  basis: RewardBasis,
  read: (rewards: Rewards) => Promise<T>,
): Promise<Result<T, 'blocked_by_policy'>> {
  return rewards.policy.hasRewards(basis) ? ok(await read(rewards)) : refuse('blocked_by_policy')
}

type Rules = Calls['GET /api/app/rewards/rules']['data']

/** All reward rules in force; empty where the policy forbids the reward. */
async function readRules(
  { deps, policy, settings }: Rewards,
  { shares, bonusDays, maxBonusStakeCents }: WageringSettings,
): Promise<Rules> {
  const { db } = deps
  const [levels, lower, commission, steps, gameBonus, dated, moment] = await Promise.all([
    selectVipLevels(db),
    selectLowerAwards(db),
    selectRates(db),
    selectLadder(db),
    selectGameBonusRates(db),
    selectCheckInPrizes(db),
    selectNow(db),
  ])
  const given = <T>(basis: Parameters<typeof policy.hasRewards>[0], rows: readonly T[]): T[] =>
    policy.hasRewards(basis) ? [...rows] : []
  const [rate] = given('stakes', gameBonus.slice(-1))
  return {
    vipLevels: given('levels', levels).map((level) => {
      const next = lower.find((one) => one.level === level.level)
      if (!next) return level
      return { ...level, lowerAward: { startsAt: next.startsAt.toISOString(), awardCents: next.awardCents } }
    }),
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
