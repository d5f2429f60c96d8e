import type { Tx } from '../platform/db/index.ts'
import { insertAccounts } from './queries.ts'

/**
 * Opens cash and bonus of those of these players who have none yet. Asked right before `lockAccounts` in the same
 * pipeline: an account that is not there locks nothing, and what is asked after it would be read without the lock.
 */
export const openAccounts = async (tx: Tx, playerIds: readonly number[]): Promise<void> => {
  await insertAccounts(tx, playerIds, ['cash', 'bonus'])
}
