import { setTimeout as sleep } from 'node:timers/promises'
import { requestVersion } from '../../apps/server/src/platform/postgres/queries.ts'
import { type Postgres, startPostgres } from '../../apps/server/src/platform/postgres/start-postgres.ts'
import { StartRefused, wordsOf } from './start-refused.ts'

const MIN_VERSION = 150_000
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 10_000
/** A server that lived this long was healthy: the next pause is the shortest again. */
const STEADY_MS = 30_000

/** The server's database addresses; the owner's is for migrations. */
export type DatabaseUrls = { url: string; ownerUrl: string | undefined }

/** The external database of DATABASE_URL, once it answers. Not ours to start or stop. */
export async function outsideDatabase(url: string, ownerUrl: string | undefined): Promise<DatabaseUrls> {
  const version = await requestVersion(url).catch((error: unknown) => {
    throw new StartRefused(
      `The database in DATABASE_URL (${placeIn(url)}) cannot be reached: ${wordsOf(error)}.`,
      {
        cause: error,
      },
    )
  })
  if (version < MIN_VERSION) {
    throw new StartRefused(
      `The database in DATABASE_URL is PostgreSQL ${Math.floor(version / 10_000)}; 15 or newer is needed.`,
    )
  }
  return { url, ownerUrl }
}

/** An address without its password. */
function placeIn(url: string): string {
  const read = URL.parse(url)
  return read ? decodeURIComponent(`${read.host}${read.pathname}`) : 'not a postgres:// address'
}

/** Our own PostgreSQL on this data folder, restarted whenever it dies. */
export async function ownDatabase(
  dataDir: string,
  say: (line: string) => void,
): Promise<DatabaseUrls & { stop: () => Promise<void> }> {
  const stopping = new AbortController()
  let postgres = await start(dataDir)
  if (postgres.attached) say('PostgreSQL was still running from the last start; using it.')
  const { url, ownerUrl } = postgres
  const kept = keep()

  async function keep(): Promise<void> {
    let pauseMs = 0
    while (!stopping.signal.aborted) {
      const startedAt = Date.now()
      await postgres.gone
      if (stopping.signal.aborted) return
      if (Date.now() - startedAt > STEADY_MS) pauseMs = 0
      say(`PostgreSQL ended; starting it again${pauseMs ? ` in ${pauseMs / 1000} s` : ''}.`)
      do {
        await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
        pauseMs = Math.min(Math.max(pauseMs * 2, FIRST_PAUSE_MS), LONGEST_PAUSE_MS)
      } while (!stopping.signal.aborted && !(await startedAgain()))
    }
    await postgres.stop() // stopped while restarting
  }

  async function startedAgain(): Promise<boolean> {
    try {
      postgres = await startPostgres({ dataDir })
      return true
    } catch (error) {
      say(`PostgreSQL does not start: ${wordsOf(error)}`)
      return false
    }
  }

  return {
    url,
    ownerUrl,
    stop: async () => {
      stopping.abort()
      await postgres.stop()
      await kept
    },
  }
}

async function start(dataDir: string): Promise<Postgres> {
  try {
    return await startPostgres({ dataDir })
  } catch (error) {
    throw new StartRefused(`PostgreSQL cannot be used: ${wordsOf(error)}.`, { cause: error })
  }
}
