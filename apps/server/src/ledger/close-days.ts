import { selectOldestAtWork } from '../platform/db/queries.ts'
import type { Deps } from '../platform/deps.ts'
import { insertClosing, selectDayToClose } from './book-queries.ts'

/**
 * Closes past days of the house accounts that no transaction writes to any more, one by one. Balances at a past instant are
 * then computed from the closed day instead of from all earlier entries. Returns the number of days closed.
 */
export async function closeDays({ db }: Pick<Deps, 'db'>, until?: Date): Promise<number> {
  const settled = until ?? (await selectOldestAtWork(db))
  for (let count = 0; ; count += 1) {
    const next = await selectDayToClose(db)
    if (!next || next.endsAt > settled) return count
    await insertClosing(db, next.day)
  }
}
