import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { type Db, openDb } from '../../apps/server/src/platform/db/index.ts'
import { createDatabase, dropDatabase } from '../../apps/server/src/platform/postgres/index.ts'
import { databaseUrl } from './database-server.ts'

export type FreshDatabase = {
  url: string
  db: Db
  /** Closes the pool and removes the database. */
  drop: () => Promise<void>
}

/**
 * A database of one's own with every migration run and nothing in it.
 * `beforeAll(async () => { fresh = await freshDatabase() })`, `afterAll(() => fresh.drop())`.
 */
export async function freshDatabase({
  connections = 6,
}: { connections?: number } = {}): Promise<FreshDatabase> {
  const { server, template, problem } = inject('testDatabases')
  if (problem) throw new Error(`no database for the tests: ${problem}`)
  const name = `palpite_test_${process.pid}_${randomBytes(4).toString('hex')}`
  await createDatabase(server, name, template)
  const url = databaseUrl(server, name)
  const lost: Error[] = []
  const db = openDb({ url, connections, onLostConnection: (error) => lost.push(error) })
  return {
    url,
    db,
    drop: async () => {
      await db.close()
      await dropDatabase(server, name)
      if (lost.length) throw new Error('the test lost its database', { cause: lost[0] })
    },
  }
}
