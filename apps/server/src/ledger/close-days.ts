import { selectOldestAtWork } from '../platform/db/oldest-at-work-queries.ts'
import type { Deps } from '../platform/deps.ts'
import { insertClosing, selectDayToClose } from './book-queries.ts'

/**
 * Closes the days of the house that are over and that nobody writes to any more, one after the other: what stood on each
 * account is then read from there, however much was booked before. Answers how many days were closed.
 */
export async function closeDays({ db }: Pick<Deps, 'db'>, until?: Date): Promise<number> {
  const settled = until ?? (await selectOldestAtWork(db))
  for (let count = 0; ; count += 1) {
    const next = await selectDayToClose(db)
    if (!next || next.endsAt > settled) return count
    await insertClosing(db, next.day)
  }
}
