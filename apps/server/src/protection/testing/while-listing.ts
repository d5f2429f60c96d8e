import { ownerOf } from '../../../../../tools/test/database.ts'
import { until } from '../../../../../tools/test/until.ts'
import type { Deps } from '../../platform/deps.ts'
import { listPersons } from '../listed-persons.ts'

/**
 * Calls while a listing of this person has not committed yet: it commits once the call is answered or waits for a lock.
 * Returns the answer.
 */
export async function whileListing<T>(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  cpf: string,
  call: () => Promise<T>,
): Promise<T> {
  const reason = 'plays for a club of the first division'
  const { calling } = await db.begin(async (tx) => {
    await listPersons(tx, config, { cpfs: [cpf], ground: 'sport', reason, operatorId: 1 })
    let isAnswered = false
    const answering = call().finally(() => (isAnswered = true))
    await until('the call is answered or waits', async () => isAnswered || (await isLockAwaited(db)))
    return { calling: answering }
  })
  return calling
}

async function isLockAwaited(db: Deps['db']): Promise<boolean> {
  const waiting = await ownerOf(db)`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return waiting.length > 0
}
