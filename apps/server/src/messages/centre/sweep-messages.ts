import type { Db } from '../../platform/db/index.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import type { MessagesSettings } from '../settings.ts'
import { deleteOldMessages } from './queries.ts'

/** Deleted in one statement: short enough that nobody waits behind it. */
const AT_ONCE = 5000

/** Deletes the messages that are kept no longer. Several servers may run this at once. */
export async function sweepMessages(db: Db, settings: Settings<MessagesSettings>): Promise<void> {
  const { keepDays } = await settings.read(db)
  while ((await deleteOldMessages(db, keepDays, AT_ONCE)) === AT_ONCE);
}
