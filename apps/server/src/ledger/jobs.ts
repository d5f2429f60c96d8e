import type { Deps } from '../platform/deps.ts'
import { addPartitions } from '../platform/partitions.ts'
import { type Job, schedule } from '../platform/schedule.ts'
import { closeDays } from './close-days.ts'
import { publishDays } from './days.ts'
import { deleteOldKeys, partitionedTables } from './queries.ts'

/** Hours early or late do not matter: partitions are made months ahead. */
const PARTITIONS_EVERY_MS = 6 * 60 * 60_000
/** Faster than any server writes them: at most 2.5 million in each run. */
const KEYS_EVERY_MS = 60_000
/** A day is closed, and published, within so long of its end. */
const DAYS_EVERY_MS = 10 * 60_000

/** For how many days a transfer that is posted again is known; what came in may come again for weeks. */
const KEY_DAYS = 90

/** Bounds the locks of one statement, and with the rounds how long one run takes; the next one goes on. */
const KEYS_AT_ONCE = 5000
const ROUNDS_AT_MOST = 500

/** Makes room for what happens, months ahead. Before the first command of a server: it may have been stopped long. */
export const addLedgerPartitions = ({ db }: Pick<Deps, 'db'>): Promise<void> =>
  addPartitions(db, partitionedTables)

/** Forgets which transfers were posted, of those too old to come again. Answers how many. */
export async function forgetOldKeys({ db }: Pick<Deps, 'db'>): Promise<number> {
  let count = 0
  for (let round = 0; round < ROUNDS_AT_MOST; round += 1) {
    const gone = await deleteOldKeys(db, { days: KEY_DAYS, max: KEYS_AT_ONCE })
    count += gone
    if (gone < KEYS_AT_ONCE) break
  }
  return count
}

/** What the ledger does beside the requests. */
export const ledgerJobs = (deps: Deps): Job[] => [
  schedule({
    name: 'ledger-partitions',
    everyMs: PARTITIONS_EVERY_MS,
    log: deps.log,
    run: () => addLedgerPartitions(deps),
  }),
  schedule({
    name: 'ledger-keys',
    everyMs: KEYS_EVERY_MS,
    log: deps.log,
    run: async () => {
      await forgetOldKeys(deps)
    },
  }),
  schedule({
    name: 'ledger-closings',
    everyMs: DAYS_EVERY_MS,
    log: deps.log,
    run: async () => {
      await closeDays(deps)
    },
  }),
  schedule({
    name: 'ledger-days',
    everyMs: DAYS_EVERY_MS,
    log: deps.log,
    run: async () => {
      await publishDays(deps)
    },
  }),
]
