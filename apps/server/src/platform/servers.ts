import type { Sql } from './db/index.ts'
import type { Deps } from './deps.ts'
import { portStandings } from './port-health.ts'
import { type Job, jobStandings, schedule } from './schedule.ts'
import {
  type Connected,
  deleteServer,
  deleteServersGone,
  type ReaderLag,
  type RunningServer,
  selectReaders,
  selectServers,
  upsertServer,
} from './server-queries.ts'

export type { Connected, RunningServer } from './server-queries.ts'
export { selectDatabase as readDatabase, selectPartitions as readPartitions } from './server-queries.ts'

const EVERY_MS = 10_000
/** Three beats that were missed: it is gone, or hangs. */
const SILENT_SECONDS = 30
/** So long one that fell silent is still told of. */
const FORGOTTEN_SECONDS = 3600
/** Rows that a reader is behind are counted up to here. */
const MAX_BEHIND = 10_000

/** Has this server tell of itself again and again, and that it is gone once it stops. */
export function tellOfServer(
  { db, log, random }: Pick<Deps, 'db' | 'log' | 'random'>,
  { version, connected }: { version: string; connected: () => Connected },
): Job {
  const id = random.hex(16)
  const job = schedule({
    name: 'platform.server',
    everyMs: EVERY_MS,
    log,
    run: async () => {
      const standing = { ...connected(), jobs: jobStandings(), ports: portStandings() }
      await upsertServer(db, { id, version, standing: JSON.stringify(standing) })
      await deleteServersGone(db, FORGOTTEN_SECONDS)
    },
  })
  job.wake()
  return {
    ...job,
    stop: async () => {
      await job.stop()
      // What stops goes on stopping where the database is away; the row is left out after an hour.
      await deleteServer(db, id).catch((err: unknown) => log.warn({ err }, 'the row of this server stays'))
    },
  }
}

/** The servers of this database that told of themselves within the hour, the last one started first. */
export const readServers = (sql: Sql): Promise<readonly RunningServer[]> => selectServers(sql, SILENT_SECONDS)

/** How far each reader of the outbox is behind what can be seen, the farthest first. */
export async function readReaderLags(sql: Sql): Promise<ReaderLag[]> {
  const rows = await selectReaders(sql, MAX_BEHIND + 1)
  return rows.map(({ behind, ...row }) => ({
    ...row,
    behind: Math.min(behind, MAX_BEHIND),
    isMore: behind > MAX_BEHIND,
  }))
}
