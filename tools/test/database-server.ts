import { inspect } from 'node:util'
import type { TestProject } from 'vitest/node'
import { openDb } from '../../apps/server/src/platform/db/index.ts'
import { dropDatabase } from '../../apps/server/src/platform/postgres/queries.ts'
import { databaseUrl, makeTemplate, startFleeting } from './fleeting-databases.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server that creates test databases and their migrated template, or why there is none. */
    testDatabases: { server: string; template: string; problem: string }
  }
}

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
    closers.unshift(() => dropTemplates(server, template))
    await makeTemplate(server, template)
    provide(server, '')
  } catch (error) {
    provide('', inspect(error))
  }
  return async () => {
    for (const close of closers) await close()
  }
}

/** Drops the template of the run, and those that tests have made of it. */
async function dropTemplates(server: string, template: string): Promise<void> {
  const db = openDb({ url: databaseUrl(server, 'postgres'), connections: 1, onLostConnection: () => {} })
  try {
    const templates = await db<{ name: string }[]>`
      select datname as name from pg_database
       where datname = ${template} or starts_with(datname, ${`${template}_`})`
    for (const { name } of templates) await dropDatabase(server, name)
  } finally {
    await db.close()
  }
}
