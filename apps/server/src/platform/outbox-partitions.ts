import type { Db } from './db/index.ts'
import { dropDays, makeDays } from './outbox-queries.ts'

/** Days made ahead: a weekend without the job still has its partitions. */
const DAYS_AHEAD = 3

/** Makes the outbox's next days, and drops those before yesterday that every reader is past. */
export async function turnOutboxDays(db: Db): Promise<void> {
  await db.begin((tx) => makeDays(tx, DAYS_AHEAD))
  await db.begin((tx) => dropDays(tx))
}
