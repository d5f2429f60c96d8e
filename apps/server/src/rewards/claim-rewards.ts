import type { Calls } from '@palpite/contract'
import { ok, refuse, type Result } from '../platform/result.ts'
import {
  type ClaimableReward,
  type RewardsByPlayer,
  decideGrant,
  type GrantBatch,
  lockGrants,
  mayReceive,
  wageredTimesOf,
  writeGrants,
  basisOf,
} from './grants.ts'
import { type GrantRow, selectRequested } from './queries.ts'
import { type OnBreak, readOnBreak } from '../protection/index.ts'
import type { Rewards } from './settings.ts'
import { readPlayers } from '../identity/index.ts'
import { present } from '../platform/errors.ts'
import type { Sql } from '../platform/db/index.ts'
import type { Lang } from '../platform/texts.ts'
import { readActivityRewards, readActivityTitles } from './activities.ts'
import { readLadderRewards } from './ladder.ts'
import { readVipRewards } from './vip.ts'

export type ClaimReward = { playerId: number; requestId: string; awardId: string }

type Claimed = Calls['POST /api/app/rewards/awards/claim']['data']

type ClaimRefusal =
  | 'award_not_found'
  | 'award_claimed'
  | 'activity_over'
  | 'request_mismatch'
  | 'blocked_by_policy'
  | 'kyc_needed'
  | OnBreak['refusal']['code']

type State = {
  rewards: Rewards
  batch: GrantBatch
  awards: RewardsByPlayer
  /** The grants of earlier requests, and the rewards that requests of this list have claimed. */
  requested: ReadonlyMap<string, GrantRow>
  claimed: Map<string, { requestId: string; awardId: string }>
}

/**
 * Grants claimable rewards to these players, each once. A repeated request gets the same answer; another request for
 * the same reward is refused. Answers in the order asked.
 */
export const claimRewards = (rewards: Rewards, requests: readonly ClaimReward[]) =>
  rewards.deps.db.begin(async (tx): Promise<Result<Claimed, ClaimRefusal>[]> => {
    const playerIds = [...new Set(requests.map(({ playerId }) => playerId))]
    const batch = await lockGrants(rewards, tx, playerIds)
    const [awards, requested] = await Promise.all([
      readClaimableRewards(tx, rewards, playerIds),
      selectRequested(tx, {
        playerIds: requests.map(({ playerId }) => playerId),
        requestIds: requests.map(({ requestId }) => requestId),
      }),
    ])
    const state: State = {
      rewards,
      batch,
      awards,
      requested: new Map(requested.map((row) => [nameOf(row.playerId, row.requestId ?? ''), row])),
      claimed: new Map(),
    }
    const answers = requests.map((request) => decide(state, request))
    await writeGrants(tx, batch)
    return answers
  })

const nameOf = (playerId: number, name: string) => `${playerId} ${name}`

function decide(state: State, request: ClaimReward): Result<Claimed, ClaimRefusal> {
  const { playerId, requestId, awardId } = request
  const award = state.awards.get(playerId)?.find((one) => one.awardId === awardId)
  const before = state.requested.get(nameOf(playerId, requestId))
  if (before) {
    const isSame = award?.kind === before.kind && award.sourceKey === before.sourceKey
    return isSame ? ok(answerOf(award, before.bonusTimes)) : refuse('request_mismatch')
  }
  const inList = [
    state.claimed.get(nameOf(playerId, requestId)),
    state.claimed.get(nameOf(playerId, awardId)),
  ]
  const times = award ? wageredTimesOf(state.rewards, award.kind) : 0
  if (inList[0])
    return inList[0].awardId === awardId && award ? ok(answerOf(award, times)) : refuse('request_mismatch')
  if (!award || award.state === 'ahead') return refuse('award_not_found')
  if (award.state === 'claimed' || inList[1]) return refuse('award_claimed')
  if (award.state === 'missed') return refuse('activity_over')
  const allowed = mayReceive(state.batch, playerId, award.kind)
  if (!allowed.ok) return allowed
  decideGrant(state.batch, { playerId, requestId, ...award })
  state.claimed.set(nameOf(playerId, requestId), request)
  state.claimed.set(nameOf(playerId, awardId), request)
  return ok(answerOf(award, times))
}

const answerOf = ({ awardId, kind, amountCents }: ClaimableReward, wageredTimes: number): Claimed => ({
  awardId,
  type: kind === 'vip' ? '14' : '141',
  amountCents,
  wageredTimes,
})

type Waiting = Calls['GET /api/app/rewards/awards']['data']['waiting'][number]

/** The VIP, ladder and activity rewards of these players, each with its state: also those not reached or missed. */
export async function readClaimableRewards(
  sql: Sql,
  rewards: Rewards,
  playerIds: readonly number[],
): Promise<RewardsByPlayer> {
  const all = await Promise.all([
    readVipRewards(sql, playerIds),
    readLadderRewards(sql, rewards, playerIds),
    readActivityRewards(sql, rewards, playerIds),
  ])
  return new Map(playerIds.map((id) => [id, all.flatMap((awards) => awards.get(id) ?? [])]))
}

/**
 * The rewards that a player can claim now: none of a kind that the policy forbids, and none for a test account or
 * during a break.
 */
export async function readWaiting(
  sql: Sql,
  rewards: Rewards,
  playerId: number,
): Promise<readonly ClaimableReward[]> {
  const [awards, players, onBreak] = await Promise.all([
    readClaimableRewards(sql, rewards, [playerId]),
    readPlayers(sql, [playerId]),
    readOnBreak(sql, [playerId]),
  ])
  const { isTest } = present(players.get(playerId), `player ${playerId}`)
  if (isTest || onBreak.has(playerId)) return []
  return (awards.get(playerId) ?? []).filter(
    ({ state, kind }) => state === 'ready' && rewards.policy.hasRewards(basisOf(kind)),
  )
}

/** The same in wire format. */
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
    wageredTimes: wageredTimesOf(rewards, kind),
    endsAt: endsAt?.toISOString() ?? null,
  }))
}
