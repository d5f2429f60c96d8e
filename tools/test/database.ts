import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { APP_ROLE, type Db, openDb } from '../../apps/server/src/platform/db/index.ts'
import { createDatabase, dropDatabase } from '../../apps/server/src/platform/postgres/queries.ts'
import { databaseUrl, urlAs } from './fleeting-databases.ts'

export type FreshDatabase = {
  /** Connects as the application, with its rights only. */
  url: string
  db: Db
  /** Connects as the owner, who may change tables and their guards. */
  ownerUrl: string
  owner: Db
  /** Closes the pool and removes the database. */
  drop: () => Promise<void>
}

/**
 * A separate, empty database with every migration run. The tested code has the rights of the application; what only a
 * test does (another schema, time passing, damage) uses the owner.
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
 * The name of a template that `fill` has filled, for files that would all fill their databases with the same. The first
 * one to ask for this name fills it, for all processes of the run; the others wait. It is gone with the run.
 */
export async function filledTemplate(what: string, fill: (url: string) => Promise<void>): Promise<string> {
  const name = `${templateOfRun()}_${what}`
  const server = openDb({
    url: databaseUrl(serverOfRun(), 'postgres'),
    connections: 1, // so that it holds its lock until it is closed
    onLostConnection: () => {},
  })
  try {
    await server`select pg_advisory_lock(hashtext(${name}))`
    const [known] = await server`select from pg_database where datname = ${name}`
    if (known) return name
    await createDatabase(serverOfRun(), name, templateOfRun())
    try {
      await fill(urlAs(databaseUrl(serverOfRun(), name), APP_ROLE))
    } catch (error) {
      await dropDatabase(serverOfRun(), name) // the next one tries again
      throw error
    }
    return name
  } finally {
    await server.close()
  }
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
