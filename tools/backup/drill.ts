import { openDb } from '../../apps/server/src/platform/db/index.ts'
import { verifyAll } from '../../apps/server/src/verify.ts'
import { compareCopy } from '../../apps/server/src/platform/db/dump.ts'
import { placeOf, type Repository, restoreInto, type Target } from './engine.ts'

/** A drill's findings: empty if the copy verifies and matches the original. */
export type Drilled = {
  findings: string[]
  /** The duration from an empty folder to an answering database. */
  restoredSeconds: number
  /** How much older the copy's last transfer is than the original's: the data that would be lost. */
  behindSeconds: number
  tables: number
  rows: number
}

type Drill = {
  /** The folder for the copy; it must not exist yet. */
  folder: string
  repository: Pick<Repository, 'call'>
  originalUrl: string
  target?: Target
  /** The maximum age of a current copy; absent for an earlier moment, where any age is fine. */
  maxBehindSeconds?: number | undefined
}

/** Restores the newest backup into an empty folder, verifies it, and compares it with the original. */
export async function drill({
  folder,
  repository,
  originalUrl,
  target = {},
  maxBehindSeconds,
}: Drill): Promise<Drilled> {
  const began = performance.now()
  const copy = await restoreInto(placeOf(folder), repository, target)
  try {
    const restoredSeconds = Math.ceil((performance.now() - began) / 1000)
    const findings = await withDb(copy.urlOf(), verifyAll)
    const { tables, rows, differences } = await compareCopy(copy.urlOf(), originalUrl)
    const [copyAt, originalAt] = await Promise.all([copy.urlOf(), originalUrl].map(lastTransferMs))
    const behindSeconds = Math.round(((originalAt ?? 0) - (copyAt ?? 0)) / 1000)
    const stale =
      maxBehindSeconds !== undefined && behindSeconds > maxBehindSeconds
        ? [`the copy is ${behindSeconds} s behind, of ${maxBehindSeconds} at most: is the log archived?`]
        : []
    return { findings: [...findings, ...differences, ...stale], restoredSeconds, behindSeconds, tables, rows }
  } finally {
    await copy.stop()
  }
}

const lastTransferMs = (url: string): Promise<number> =>
  withDb(url, async (db) => {
    const [row] = await db<{ at: Date | null }[]>`select max(created_at) as at from ledger_transfer`
    return row?.at?.getTime() ?? 0
  })

type Db = ReturnType<typeof openDb>

async function withDb<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDb({ url, connections: 4, patienceMs: 600_000, onLostConnection: () => {} })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
