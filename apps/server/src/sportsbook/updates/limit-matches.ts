import type { Tx } from '../../platform/db/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { announceLimits } from '../risk/exposure-headroom.ts'
import {
  endMatchLimits,
  insertMatchLimits,
  type MatchLimitRow,
  selectKnownFixtures,
  selectMatchLimits,
} from './match-limit-queries.ts'
import { lockFixturesToMovePrices } from './trading-queries.ts'

/** Shares of the limits of the settings, in ten-thousandths: of stakes before kick-off, and in play. */
export type MatchLimits = { beforeStartBps: number; inPlayBps: number }

/** An operator's limits for a match; null returns it to those of the settings. `version` is that of the limits seen. */
type LimitMatch = {
  fixtureId: number
  limits: MatchLimits | null
  /** 0 if the match had the limits of the settings. */
  version: number
  operatorId: number
  reason: string
}

/** What a request changed; null stands for the limits of the settings. */
type ChangedLimits = { before: MatchLimits | null; after: MatchLimits | null }

const WHOLE_BPS = 10_000

/**
 * Sets what share of its limits a match has, or says for each request why not. Never more than the settings allow. The next
 * stake on any server is decided by it: bets lock the match too. Of several requests for one match only the first has seen
 * its limits. Answers in the order given.
 */
export async function limitMatches(
  tx: Tx,
  requests: readonly LimitMatch[],
): Promise<Result<ChangedLimits, 'not_found' | 'match_limits_outdated'>[]> {
  const ids = [...new Set(requests.map(({ fixtureId }) => fixtureId))]
  await lockFixturesToMovePrices(tx, ids)
  const known = new Set((await selectKnownFixtures(tx, ids)).map(({ fixtureId }) => fixtureId))
  const rows = new Map((await selectMatchLimits(tx, ids)).map((row) => [row.fixtureId, row]))
  const accepted = new Map<number, LimitMatch>()
  const answers = requests.map((request): Result<ChangedLimits, 'not_found' | 'match_limits_outdated'> => {
    const { fixtureId, version } = request
    if (!known.has(fixtureId)) return refuse('not_found')
    const row = rows.get(fixtureId)
    const after = lowered(request.limits)
    const isSeen = version === (row?.version ?? 0) && !accepted.has(fixtureId)
    if (!isSeen || (!row && !after)) return refuse('match_limits_outdated')
    accepted.set(fixtureId, { ...request, limits: after })
    return ok({ before: limitsOf(row), after })
  })
  if (accepted.size > 0) await writeLimits(tx, [...accepted.values()])
  return answers
}

/** The whole of both limits is those of the settings. */
const lowered = (limits: MatchLimits | null): MatchLimits | null =>
  limits && Math.min(limits.beforeStartBps, limits.inPlayBps) < WHOLE_BPS ? limits : null

const limitsOf = (row: MatchLimitRow | undefined): MatchLimits | null =>
  row ? { beforeStartBps: row.beforeStartBps, inPlayBps: row.inPlayBps } : null

async function writeLimits(tx: Tx, accepted: readonly LimitMatch[]): Promise<void> {
  await endMatchLimits(
    tx,
    accepted.map(({ fixtureId }) => fixtureId),
  )
  const set = accepted.flatMap(({ limits, ...request }) => (limits ? [{ ...request, ...limits }] : []))
  if (set.length > 0) {
    await insertMatchLimits(tx, {
      fixtureIds: set.map(({ fixtureId }) => fixtureId),
      beforeStart: set.map(({ beforeStartBps }) => beforeStartBps),
      inPlay: set.map(({ inPlayBps }) => inPlayBps),
      operatorIds: set.map(({ operatorId }) => operatorId),
      reasons: set.map(({ reason }) => reason),
    })
  }
  await announceLimits(tx)
}
