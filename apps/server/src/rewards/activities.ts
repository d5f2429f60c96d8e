import type { Calls } from '@palpite/contract'
import { readPlayers, type Player } from '../identity/index.ts'
import type { Sql } from '../platform/db/index.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import type { Lang } from '../platform/texts.ts'
import { wageredTimesOf, type RewardsByPlayer } from './grants.ts'
import type { Rewards } from './settings.ts'
import {
  type ActivityRow,
  type ActivityStep,
  selectActivities,
  selectActivitySteps,
  selectCheckInCounts,
  type ActivityTexts,
  insertActivities,
  insertActivitySteps,
  selectDayStart,
  selectGrants,
} from './queries.ts'
import { readTopUpsBetween } from '../cashier/index.ts'
import { settledBetween } from '../ledger/index.ts'
import { readInvitees } from './invitations/invitations.ts'
import firstActivities from './first-activities.json' with { type: 'json' }
import { present } from '../platform/errors.ts'
import type { Deps } from '../platform/deps.ts'

type Card = Calls['GET /api/app/rewards/activities']['data']['activities'][number]
type Page = Calls['GET /api/app/rewards/activities/:activityId']['data']
type OwnProgress = Calls['GET /api/app/rewards/activities/:activityId/progress']['data']

/** Activity titles in one language, by activity id. */
export const readActivityTitles = async (sql: Sql, lang: Lang): Promise<ReadonlyMap<string, string>> =>
  new Map((await selectActivities(sql)).map(({ id, texts }) => [id, (texts[lang] ?? texts.en).title]))

/** For operators: the activities that players see, with their Portuguese titles, beginning and end. */
export const readActivityDates = async (sql: Sql) =>
  (await selectActivities(sql)).map(({ id, texts, state, startsAt, endsAt }) => ({
    id,
    title: texts['pt-BR'].title,
    state,
    startsAt,
    endsAt,
  }))

/** Activities as a list of cards; none where the policy gives no promotions. */
export async function readActivities({ deps, policy }: Rewards, lang: Lang): Promise<Card[]> {
  if (!policy.hasRewards('promotions')) return []
  const activities = await selectActivities(deps.db)
  const steps = await selectActivitySteps(
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
  const steps = await selectActivitySteps(rewards.deps.db, [activityId])
  const { how, rules } = activity.texts[lang] ?? activity.texts.en
  return ok({
    ...cardOf(activity, steps, lang),
    steps: steps.map(({ step, goal, prizeCents }) => ({ step, goal, prizeCents })),
    how,
    rules,
    audience: activity.audience,
    wageredTimes: wageredTimesOf(rewards, 'activity'),
  })
}

/** A player's progress in one activity, and which of its rewards can be claimed. */
export async function readOwnProgress(
  rewards: Rewards,
  activityId: string,
  playerId: number,
): Promise<Result<OwnProgress, 'not_found'>> {
  const { db } = rewards.deps
  const activity = await findActivity(rewards, activityId)
  if (!activity) return refuse('not_found')
  const [awards, players, progress] = await Promise.all([
    readActivityRewards(db, rewards, [playerId]),
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

type Needs = Pick<Rewards, 'settings'>

/** Progress of each player, in the unit of the activity's goals. */
type Progress = ReadonlyMap<number, number>

/** Reads the progress for each kind of activity. A new kind is a new line here. */
const readers: Record<
  ActivityRow['counts'],
  (sql: Sql, needs: Needs, activity: ActivityRow, ids: readonly number[]) => Promise<Progress>
> = {
  stakes: (sql, _needs, { firstDay, lastDay }, ids) =>
    settledBetween(sql, ids, { from: firstDay, until: lastDay }),
  top_ups: async (sql, _needs, { startsAt, endsAt }, ids) =>
    new Map((await readTopUpsBetween(sql, ids, startsAt, endsAt)).map((row) => [row.playerId, row.cents])),
  invitees: async (sql, { settings }, { startsAt, endsAt }, ids) => {
    const invited = await readInvitees(sql, settings, ids)
    return new Map(
      [...invited].map(([playerId, all]) => [
        playerId,
        all.filter(({ isValid, createdAt }) => isValid && createdAt >= startsAt && createdAt < endsAt).length,
      ]),
    )
  },
  check_ins: async (sql, _needs, { firstDay, lastDay }, ids) =>
    new Map(
      (await selectCheckInCounts(sql, ids, firstDay, lastDay)).map(({ playerId, days }) => [playerId, days]),
    ),
}

/** Whether this player may take part in the activity. */
function isFor({ audience, startsAt, endsAt }: ActivityRow, player: Player | undefined): boolean {
  if (!player || player.isTest) return false
  if (audience === 'new') return player.createdAt >= startsAt && player.createdAt < endsAt
  return audience === 'all' || player.referrerId !== null
}

/** Progress of these players in one activity. */
const readProgress = (sql: Sql, needs: Needs, activity: ActivityRow, ids: readonly number[]) =>
  readers[activity.counts](sql, needs, activity, ids)

/** The steps of every activity with the state of each for these players. Each step pays once, until the activity ends. */
export async function readActivityRewards(
  sql: Sql,
  needs: Needs,
  playerIds: readonly number[],
): Promise<RewardsByPlayer> {
  const activities = await selectActivities(sql)
  const open = activities.filter(({ state }) => state === 'open')
  const [steps, given, players, ...progresses] = await Promise.all([
    selectActivitySteps(
      sql,
      activities.map(({ id }) => id),
    ),
    selectGrants(sql, playerIds, ['activity']),
    readPlayers(sql, playerIds),
    ...open.map((activity) => readProgress(sql, needs, activity, playerIds)),
  ])
  const progressOf = new Map(open.map(({ id }, at) => [id, progresses[at]]))
  const claimed = new Map(given.map((row) => [`${row.playerId}:${row.sourceKey}`, row]))
  const awardOf = (
    playerId: number,
    activity: ActivityRow,
    { step, goal, prizeCents }: (typeof steps)[number],
  ) => {
    const sourceKey = `${activity.id}-${step}`
    const grant = claimed.get(`${playerId}:${sourceKey}`)
    const isReached =
      isFor(activity, players.get(playerId)) && (progressOf.get(activity.id)?.get(playerId) ?? 0) >= goal
    const unclaimed = activity.state === 'ended' ? 'missed' : isReached ? 'ready' : 'ahead'
    return {
      awardId: `activity-${sourceKey}`,
      kind: 'activity' as const,
      sourceKey,
      step,
      amountCents: grant?.amountCents ?? prizeCents,
      state: grant ? ('claimed' as const) : (unclaimed as 'missed' | 'ready' | 'ahead'),
      claimedAt: grant?.grantedAt ?? null,
      endsAt: activity.endsAt,
      activityId: activity.id,
    }
  }
  return new Map(
    playerIds.map((playerId) => [
      playerId,
      activities.flatMap((activity) =>
        steps
          .filter(({ activityId }) => activityId === activity.id)
          .map((step) => awardOf(playerId, activity, step)),
      ),
    ]),
  )
}

const DAY_MS = 24 * 60 * 60_000

/** One of the initial activities, as its file holds it. Texts are data: a new activity brings its own. */
type Seeded = {
  id: string
  counts: 'stakes' | 'invitees' | 'check_ins'
  audience: 'all' | 'new'
  days: number
  art: string
  steps: readonly { goal: number; prizeCents: number }[]
  texts: ActivityTexts
}

/**
 * Inserts the three activities of a first start, beginning that day: a month of stakes, check-ins of new players, and
 * invited friends. Existing activities and their dates stay unchanged.
 */
export async function seedActivities({ db }: Pick<Deps, 'db'>): Promise<void> {
  await db.begin(async (tx) => {
    const today = present((await selectDayStart(tx))[0], 'the day').startsAt
    const fresh = await insertActivities(
      tx,
      (firstActivities as Seeded[]).map(({ days, texts, ...one }) => ({
        ...one,
        startsAt: today,
        endsAt: new Date(today.getTime() + days * DAY_MS),
        texts: JSON.stringify(texts),
      })),
    )
    const ids = new Set(fresh.map(({ id }) => id))
    const steps = (firstActivities as Seeded[])
      .filter(({ id }) => ids.has(id))
      .flatMap(({ id, steps: own }) => own.map((step, at) => ({ activityId: id, step: at + 1, ...step })))
    if (steps.length > 0) await insertActivitySteps(tx, steps)
  })
}
