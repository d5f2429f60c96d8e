import type { Deps } from '../platform/deps.ts'
import { addPartitions } from '../platform/db/queries.ts'
import { type Job, schedule } from '../platform/schedule.ts'
import { closeDays, publishDays } from './days.ts'
import { deleteOldKeys, partitionedTables } from './queries.ts'

/** Partitions are created months ahead, so hours do not matter. */
const PARTITIONS_EVERY_MS = 6 * 60 * 60_000
/** Faster than any server writes them: up to 2.5 million per run. */
const KEYS_EVERY_MS = 60_000
/** A day is closed and published within this time of its end. */
const DAYS_EVERY_MS = 10 * 60_000

/** Days for which a repeated transfer key is recognised: payment notifications may repeat for weeks. */
const KEY_DAYS = 90

/** Bounds the locks of one statement and, with the number of rounds, the length of a run; the next run continues. */
const KEYS_AT_ONCE = 5000
const ROUNDS_AT_MOST = 500

/** Creates partitions months ahead. Called before a server's first command too: it may have been down for long. */
export const addLedgerPartitions = ({ db }: Pick<Deps, 'db'>): Promise<void> =>
  addPartitions(db, partitionedTables)

/** Deletes idempotency keys too old to be repeated. Returns the number deleted. */
export async function forgetOldKeys({ db }: Pick<Deps, 'db'>): Promise<number> {
  let count = 0
  for (let round = 0; round < ROUNDS_AT_MOST; round += 1) {
    const gone = await deleteOldKeys(db, { days: KEY_DAYS, max: KEYS_AT_ONCE })
    count += gone
    if (gone < KEYS_AT_ONCE) break
  }
  return count
}

/** Background jobs of the ledger. */
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
