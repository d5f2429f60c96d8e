import type { Db } from './db/index.ts'
import { dropDays, makeDays } from './outbox-queries.ts'

/** Days made ahead: a weekend without the job still has its partitions. */
const DAYS_AHEAD = 3

/** Creates the outbox's partitions for the coming days, and drops those before yesterday that every reader has passed. */
export async function rotateOutboxPartitions(db: Db): Promise<void> {
  await db.begin((tx) => makeDays(tx, DAYS_AHEAD))
  await db.begin((tx) => dropDays(tx))
}
