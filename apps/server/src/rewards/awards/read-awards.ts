import type { Calls } from '@palpite/contract'
import { readPlayers } from '../../identity/index.ts'
import { present } from '../../platform/assert.ts'
import type { Sql } from '../../platform/db/index.ts'
import { readOnBreak } from '../../protection/index.ts'
import type { Lang } from '../../platform/texts.ts'
import { readActivityAwards } from '../activities/read-progress.ts'
import { readActivityTitles } from '../activities/read-activities.ts'
import type { Award, AwardsByPlayer } from '../award.ts'
import { basisOf, timesOf } from '../grants/give-grants.ts'
import { readLadderAwards } from '../ladder/read-ladder.ts'
import type { Rewards } from '../rewards.ts'
import { readVipAwards } from '../vip/vip-awards.ts'

type Waiting = Calls['GET /api/app/rewards/awards']['data']['waiting'][number]

/** Everything that these players may claim or have claimed, of every kind. */
export async function readAwards(
  sql: Sql,
  rewards: Rewards,
  playerIds: readonly number[],
): Promise<AwardsByPlayer> {
  const all = await Promise.all([
    readVipAwards(sql, playerIds),
    readLadderAwards(sql, rewards, playerIds),
    readActivityAwards(sql, rewards, playerIds),
  ])
  return new Map(playerIds.map((id) => [id, all.flatMap((awards) => awards.get(id) ?? [])]))
}

/** What waits for a player to be claimed; nothing where the policy gives nothing of that kind, nor on a break. */
export async function readWaiting(sql: Sql, rewards: Rewards, playerId: number): Promise<readonly Award[]> {
  const [awards, players, onBreak] = await Promise.all([
    readAwards(sql, rewards, [playerId]),
    readPlayers(sql, [playerId]),
    readOnBreak(sql, [playerId]),
  ])
  const { isTest } = present(players.get(playerId), `player ${playerId}`)
  if (isTest || onBreak.has(playerId)) return []
  return (awards.get(playerId) ?? []).filter(
    ({ state, kind }) => state === 'ready' && rewards.policy.hasRewards(basisOf(kind)),
  )
}

/** The same as the wire has it. */
export async function readWireWaiting(
  rewards: Rewards,
  playerId: number,
  lang: Lang,
): Promise<readonly Waiting[]> {
  const { db } = rewards.deps
  const [waiting, titles] = await Promise.all([
    readWaiting(db, rewards, playerId),
    readActivityTitles(db, lang),
  ])
  return waiting.map(({ awardId, kind, step, amountCents, endsAt, activityId }) => ({
    awardId,
    type: kind === 'vip' ? '14' : '141',
    kind,
    step,
    activity: activityId === null ? null : { id: activityId, title: titles.get(activityId) ?? '' },
    amountCents,
    wageredTimes: timesOf(rewards, kind),
    endsAt: endsAt?.toISOString() ?? null,
  }))
}
