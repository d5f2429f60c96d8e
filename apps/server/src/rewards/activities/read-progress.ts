import { readTopUpsBetween } from '../../cashier/index.ts'
import { type Player, readPlayers } from '../../identity/index.ts'
import { settledBetween } from '../../ledger/index.ts'
import type { Sql } from '../../platform/db/index.ts'
import type { AwardsByPlayer } from '../award.ts'
import { selectGrants } from '../grants/queries.ts'
import { readInvitees } from '../invitations/read-invitees.ts'
import type { Rewards } from '../rewards.ts'
import { type ActivityRow, selectActivities, selectCheckInCounts, selectSteps } from './queries.ts'

type Needs = Pick<Rewards, 'settings'>

/** How far each of these players has come, in the unit of the activity's goals. */
type Progress = ReadonlyMap<number, number>

/** How the progress of each kind of activity is read: another kind is another line here. */
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

/** Whether an activity is for this player. */
export function isFor({ audience, startsAt, endsAt }: ActivityRow, player: Player | undefined): boolean {
  if (!player || player.isTest) return false
  if (audience === 'new') return player.createdAt >= startsAt && player.createdAt < endsAt
  return audience === 'all' || player.referrerId !== null
}

/** One activity's progress of these players. */
export const readProgress = (sql: Sql, needs: Needs, activity: ActivityRow, ids: readonly number[]) =>
  readers[activity.counts](sql, needs, activity, ids)

/** The steps of every activity, and where these players stand with each: one award a step, once, until it ends. */
export async function readActivityAwards(
  sql: Sql,
  needs: Needs,
  playerIds: readonly number[],
): Promise<AwardsByPlayer> {
  const activities = await selectActivities(sql)
  const open = activities.filter(({ state }) => state === 'open')
  const [steps, given, players, ...progresses] = await Promise.all([
    selectSteps(
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
