import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { APP_ROLE, type Db, openDb } from '../../apps/server/src/platform/db/index.ts'
import { createDatabase, dropDatabase } from '../../apps/server/src/platform/postgres/queries.ts'
import { databaseUrl, urlAs } from './fleeting-databases.ts'

export type FreshDatabase = {
  /** As the application connects: with its rights alone. */
  url: string
  db: Db
  /** As the owner connects, who may change tables and what guards them. */
  ownerUrl: string
  owner: Db
  /** Closes the pool and removes the database. */
  drop: () => Promise<void>
}

/**
 * A database of one's own with every migration run and nothing in it. What is tested works with the rights of the
 * application; what only a test does (another schema, time that has passed, damage) goes through the owner.
 * An empty one has no tables: its test runs the migrations.
 * `beforeAll(async () => { fresh = await freshDatabase() })`, `afterAll(() => fresh.drop())`.
 */
export async function freshDatabase({
  connections = 6,
  isEmpty = false,
  template = templateOfRun(),
}: { connections?: number; isEmpty?: boolean; template?: string } = {}): Promise<FreshDatabase> {
  const server = serverOfRun()
  const name = `palpite_test_${process.pid}_${randomBytes(4).toString('hex')}`
  await createDatabase(server, name, isEmpty ? undefined : template)
  const ownerUrl = databaseUrl(server, name)
  const url = urlAs(ownerUrl, APP_ROLE)
  const lost: Error[] = []
  const onLostConnection = (error: Error) => void lost.push(error)
  const db = openDb({ url, connections, onLostConnection })
  const owner = openDb({ url: ownerUrl, connections: 3, onLostConnection })
  owners.set(db, owner)
  return {
    url,
    db,
    ownerUrl,
    owner,
    drop: async () => {
      await Promise.all([db.close(), owner.close()])
      await dropDatabase(server, name)
      if (lost.length) throw new Error('the test lost its database', { cause: lost[0] })
    },
  }
}

/**
 * The name of a template that `fill` has filled, for files that would all fill their databases with the same. It is gone
 * with the run.
 */
export async function filledTemplate(fill: (url: string) => Promise<void>): Promise<string> {
  const name = `${templateOfRun()}_${randomBytes(4).toString('hex')}`
  await createDatabase(serverOfRun(), name, templateOfRun())
  await fill(urlAs(databaseUrl(serverOfRun(), name), APP_ROLE))
  return name
}

function databasesOfRun() {
  const databases = inject('testDatabases')
  if (databases.problem) throw new Error(`no database for the tests: ${databases.problem}`)
  return databases
}

const serverOfRun = (): string => databasesOfRun().server
const templateOfRun = (): string => databasesOfRun().template

const owners = new WeakMap<Db, Db>()

/** The owner's connection to the database that these deps work on, for what the application may not do. */
export function ownerOf(db: Db): Db {
  const owner = owners.get(db)
  if (!owner) throw new Error('only a fresh database has an owner to ask')
  return owner
}
