import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../apps/server/src/platform/db/index.ts'
import {
  createDatabase,
  dropDatabase,
  isAlive,
  startPostgres,
} from '../../apps/server/src/platform/postgres/index.ts'
import { migrationFolders } from '../../apps/server/src/migrations.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where databases are made, the migrated one they are copied from, or why there is none. */
    testDatabases: { server: string; template: string; problem: string }
  }
}

const FOLDER_PREFIX = 'palpite-test-'

/**
 * One PostgreSQL for the whole run, with every migration run once in a template database: a test file then gets
 * its own copy in some tens of milliseconds. DATABASE_URL_TEST names another server to use instead, by its
 * owner; the role of the application takes the same password there.
 * When it cannot be prepared, the tests that ask for a database fail with the reason; the pure ones still run.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const outside = process.env['DATABASE_URL_TEST']
  const template = `palpite_template_${process.pid}`
  const closers: (() => Promise<void>)[] = []
  const provide = (server: string, problem: string) => {
    project.provide('testDatabases', { server, template, problem })
  }
  try {
    const server = outside ?? (await startFleeting(closers))
    await createDatabase(server, template)
    closers.unshift(() => dropDatabase(server, template))
    await migrate(databaseUrl(server, template), migrationFolders)
    provide(server, '')
  } catch (error) {
    provide('', inspect(error))
  }
  return async () => {
    for (const close of closers) await close()
  }
}

/** The address of another database on the same server. */
export function databaseUrl(serverUrl: string, database: string): string {
  return serverUrl.replace(/\/[^/?]*(\?|$)/, `/${database}$1`)
}

/** The same address for another role. */
export function urlAs(url: string, user: string): string {
  return url.replace(/^(\w+:\/\/)[^:@/]*(?=[:@])/, `$1${user}`)
}

async function startFleeting(closers: (() => Promise<void>)[]): Promise<string> {
  await clearLeftovers()
  const folder = mkdtempSync(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`))
  chmodSync(folder, 0o755)
  const postgres = await startPostgres({ dataDir: join(folder, 'data'), durable: false })
  closers.push(async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return postgres.ownerUrl
}

/** A run that was killed leaves its server running; the next one ends it. */
async function clearLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(FOLDER_PREFIX))) {
    const owner = Number(name.slice(FOLDER_PREFIX.length).split('-')[0])
    const folder = join(tmpdir(), name)
    if (owner && !isAlive(owner)) await endLeftover(folder)
  }
}

async function endLeftover(folder: string): Promise<void> {
  try {
    const postgres = await startPostgres({ dataDir: join(folder, 'data'), durable: false })
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    console.warn(`left ${folder} alone:`, error) // another account's, or broken: not a reason to stop this run
  }
}
