import { freshDatabase } from './database.ts'
import { depsFor, type OwnDeps } from './fleeting-databases.ts'
import { testLog } from './watched-logs.ts'

/** Deps over a fresh database of its own, for tests of commands. Close it in `afterAll`. */
export async function openTestDeps(env: Readonly<Record<string, string>> = {}): Promise<OwnDeps> {
  const database = await freshDatabase({ connections: 10 })
  const deps = depsFor(database.url, { db: database.db, log: testLog(), env })
  return { deps: { ...deps, log: testLog(deps.config) }, close: database.drop }
}
