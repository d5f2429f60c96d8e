import type { Calls } from '@palpite/contract'
import { readPlayers } from '../../identity/index.ts'
import type { Sql } from '../../platform/db/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Lang } from '../../platform/texts.ts'
import { timesOf } from '../grants/give-grants.ts'
import type { Rewards } from '../rewards.ts'
import { type ActivityRow, type ActivityStep, selectActivities, selectSteps } from './queries.ts'
import { isFor, readActivityAwards, readProgress } from './read-progress.ts'

type Card = Calls['GET /api/app/rewards/activities']['data']['activities'][number]
type Page = Calls['GET /api/app/rewards/activities/:activityId']['data']
type OwnProgress = Calls['GET /api/app/rewards/activities/:activityId/progress']['data']

/** The titles of activities in a language, by their ids. */
export const readActivityTitles = async (sql: Sql, lang: Lang): Promise<ReadonlyMap<string, string>> =>
  new Map((await selectActivities(sql)).map(({ id, texts }) => [id, (texts[lang] ?? texts.en).title]))

/** Activities as a list of cards; none where the policy gives no promotions. */
export async function readActivities({ deps, policy }: Rewards, lang: Lang): Promise<Card[]> {
  if (!policy.hasRewards('promotions')) return []
  const activities = await selectActivities(deps.db)
  const steps = await selectSteps(
    deps.db,
    activities.map(({ id }) => id),
  )
  return activities.map((activity) => cardOf(activity, steps, lang))
}

function cardOf(activity: ActivityRow, steps: readonly ActivityStep[], lang: Lang): Card {
  const { id, counts, art, startsAt, endsAt, state, texts } = activity
  const own = steps.filter(({ activityId }) => activityId === id)
  const { title, summary } = texts[lang] ?? texts.en
  return {
    id,
    counts,
    title,
    summary,
    art,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    state,
    prizeCents: own.reduce((sum, { prizeCents }) => sum + prizeCents, 0),
  }
}

/** One activity with its steps and rules. */
export async function readActivity(
  rewards: Rewards,
  activityId: string,
  lang: Lang,
): Promise<Result<Page, 'not_found'>> {
  const activity = await findActivity(rewards, activityId)
  if (!activity) return refuse('not_found')
  const steps = await selectSteps(rewards.deps.db, [activityId])
  const { how, rules } = activity.texts[lang] ?? activity.texts.en
  return ok({
    ...cardOf(activity, steps, lang),
    steps: steps.map(({ step, goal, prizeCents }) => ({ step, goal, prizeCents })),
    how,
    rules,
    audience: activity.audience,
    wageredTimes: timesOf(rewards, 'activity'),
  })
}

/** How far a player has come in one activity, and which of its awards may be claimed. */
export async function readOwnProgress(
  rewards: Rewards,
  activityId: string,
  playerId: number,
): Promise<Result<OwnProgress, 'not_found'>> {
  const { db } = rewards.deps
  const activity = await findActivity(rewards, activityId)
  if (!activity) return refuse('not_found')
  const [awards, players, progress] = await Promise.all([
    readActivityAwards(db, rewards, [playerId]),
    readPlayers(db, [playerId]),
    readProgress(db, rewards, activity, [playerId]),
  ])
  const own = (awards.get(playerId) ?? []).filter((award) => award.activityId === activityId)
  return ok({
    isFor: isFor(activity, players.get(playerId)),
    progress: progress.get(playerId) ?? 0,
    steps: own.map(({ step, state, awardId, claimedAt }) => ({
      step,
      state,
      awardId,
      claimedAt: claimedAt?.toISOString() ?? null,
    })),
  })
}

async function findActivity({ deps, policy }: Rewards, activityId: string) {
  if (!policy.hasRewards('promotions')) return undefined
  return (await selectActivities(deps.db)).find(({ id }) => id === activityId)
}
