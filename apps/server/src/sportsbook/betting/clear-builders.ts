import type { Db } from '../../platform/db/index.ts'
import { deleteUnused, keepUsed, selectAskedLongAgo } from './builder-queries.ts'
import { lockFixturesExclusive } from './queries.ts'

/** So long somebody who was told a price may take to bet on it, a bet that waits out its delay included. */
const UNUSED_MINUTES = 60
/** Looked at in one transaction. */
const MAX_AT_ONCE = 500

/**
 * Clears away bet builders that were asked for and that nobody bet on; one that was bet on is kept for good, and not
 * looked at again. Bets on their matches wait meanwhile: a leg has no foreign key that would hold its outcome. Answers
 * how many are gone.
 */
export async function clearBuilders(db: Db): Promise<number> {
  const old = await selectAskedLongAgo(db, UNUSED_MINUTES, MAX_AT_ONCE)
  if (old.length === 0) return 0
  const marketIds = old.map(({ marketId }) => marketId)
  return db.begin(async (tx) => {
    await lockFixturesExclusive(
      tx,
      old.map(({ outcomeId }) => outcomeId),
    )
    await keepUsed(tx, marketIds)
    return (await deleteUnused(tx, marketIds, UNUSED_MINUTES)).length
  })
}
