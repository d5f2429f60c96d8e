import type { Sql } from '../../platform/db/index.ts'
import type { AwardsByPlayer } from '../award.ts'
import { selectGrants } from '../grants/queries.ts'
import { selectVipLevels } from './queries.ts'
import { readVipStandings } from './read-vip.ts'

/** What each level above 0 brings, and where these players stand with it: one award a level, once. */
export async function readVipAwards(sql: Sql, playerIds: readonly number[]): Promise<AwardsByPlayer> {
  const [levels, standings, given] = await Promise.all([
    selectVipLevels(sql),
    readVipStandings(sql, playerIds),
    selectGrants(sql, playerIds, ['vip']),
  ])
  const claimed = new Map(given.map((row) => [`${row.playerId}:${row.step}`, row]))
  return new Map(
    playerIds.map((playerId) => [
      playerId,
      levels
        .filter(({ awardCents }) => awardCents > 0)
        .map(({ level, awardCents }) => {
          const grant = claimed.get(`${playerId}:${level}`)
          const isReached = level <= (standings.get(playerId)?.level ?? 0)
          return {
            awardId: `vip-${level}`,
            kind: 'vip' as const,
            sourceKey: String(level),
            step: level,
            amountCents: grant?.amountCents ?? awardCents,
            state: grant ? ('claimed' as const) : isReached ? ('ready' as const) : ('ahead' as const),
            claimedAt: grant?.grantedAt ?? null,
            endsAt: null,
            activityId: null,
          }
        }),
    ]),
  )
}
