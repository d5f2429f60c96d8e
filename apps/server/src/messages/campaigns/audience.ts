import { readCashSums } from '../../cashier/index.ts'
import { readRegisteredAfter } from '../../identity/index.ts'
import type { Sql } from '../../platform/db/index.ts'
import { readDaysAway, readWhyNoMarketing } from '../../protection/index.ts'
import { selectUnwilling } from './queries.ts'
import { asksLevel, type Audience, type Candidate, isInAudience, type LeftOut, whyLeftOut } from './rules.ts'

/** Reads VIP levels: rewards is on the same layer, so the composition root passes it in. */
export type ReadVipLevels = (
  sql: Sql,
  playerIds: readonly number[],
) => Promise<ReadonlyMap<number, { level: number }>>

/** Campaigns are of the kind that players may turn off, and that no mail or push brings to players without marketing. */
export const CAMPAIGN_KIND = 'bonus'

/** A part of an audience. */
type AudiencePart = {
  receivers: readonly number[]
  leftOut: readonly { playerId: number; why: LeftOut }[]
  /** The highest player id of this part; null after the last part. */
  through: number | null
}

type Asked = { audience: Audience; after: number; max: number }

/**
 * The next part of an audience: looks at so many players at most, whether they are in the audience or not, and tells
 * who receives a campaign now, and who does not and why.
 */
export async function readAudiencePart(
  sql: Sql,
  readVipLevels: ReadVipLevels,
  { audience, after, max }: Asked,
): Promise<AudiencePart> {
  const { registeredFrom, registeredTo } = audience
  const players = await readRegisteredAfter(sql, { after, max, from: registeredFrom, to: registeredTo })
  const registered = players.filter(({ isWithin }) => isWithin)
  const candidates = await readCandidates(sql, readVipLevels, { audience, registered })
  const reached = candidates
    .filter((one) => isInAudience(audience, one))
    .map((one) => ({ playerId: one.playerId, why: whyLeftOut(one) }))
  return {
    receivers: reached.flatMap(({ playerId, why }) => (why === undefined ? [playerId] : [])),
    leftOut: reached.flatMap(({ playerId, why }) => (why === undefined ? [] : [{ playerId, why }])),
    through: players.length < max ? null : (players.at(-1)?.playerId ?? null),
  }
}

type Registered = Awaited<ReturnType<typeof readRegisteredAfter>>

async function readCandidates(
  sql: Sql,
  readVipLevels: ReadVipLevels,
  { audience, registered }: { audience: Audience; registered: Registered },
): Promise<Candidate[]> {
  if (registered.length === 0) return []
  const ids = registered.map(({ playerId }) => playerId)
  const [barred, unwilling, levels, away, sums] = await Promise.all([
    readWhyNoMarketing(sql, ids),
    selectUnwilling(sql, ids, CAMPAIGN_KIND),
    asksLevel(audience) ? readVipLevels(sql, ids) : undefined,
    audience.activity === null ? undefined : readDaysAway(sql, ids),
    audience.hasDeposited === null ? undefined : readCashSums(sql, ids),
  ])
  const refusing = new Set(unwilling.map(({ playerId }) => playerId))
  const awayOf = new Map(away?.map(({ playerId, daysAway }) => [playerId, daysAway]))
  return registered.map(({ playerId, isClosed }) => ({
    playerId,
    isClosed,
    vipLevel: levels?.get(playerId)?.level,
    daysAway: awayOf.get(playerId),
    hasDeposited: sums && (sums.get(playerId)?.paySumCents ?? 0) > 0,
    barred: barred.get(playerId),
    isWilling: !refusing.has(playerId),
  }))
}
