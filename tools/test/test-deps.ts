import { openLog } from '../../apps/server/src/platform/log.ts'
import { freshDatabase } from './database.ts'
import { depsFor, type OwnDeps } from './fleeting-databases.ts'

/** Deps over a fresh database of its own, for tests of commands. Close it in `afterAll`. */
export async function openTestDeps(env: Readonly<Record<string, string>> = {}): Promise<OwnDeps> {
  const database = await freshDatabase({ connections: 10 })
  return {
    deps: depsFor(database.url, { db: database.db, log: openLog('silent', { write: () => undefined }), env }),
    close: database.drop,
  }
}
