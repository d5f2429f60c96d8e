import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { makeAppRole } from '../db/index.ts'

/** Connections made here answer or fail within this time: an unreachable host must not hold a start for minutes. */
const CONNECT_TIMEOUT_MS = 5_000
const LEAVING_MS = 2_000

/**
 * Creates the database if missing. A template must have no open connections. Tests use one hundreds of times a run:
 * copying its files takes half the CPU of copying its pages through the log.
 */
export async function createDatabase(serverUrl: string, name: string, template?: string): Promise<void> {
  const copied = template ? ` template ${pg.escapeIdentifier(template)} strategy file_copy` : ''
  await withConnection(serverUrl, async (client) => {
    const found = await client.query('select 1 as found from pg_database where datname = $1', [name])
    if (found.rowCount) return
    await client.query(`create database ${pg.escapeIdentifier(name)}${copied}`)
  })
}

/** Creates the application's role if missing. */
export const createAppRole = (serverUrl: string): Promise<void> => withConnection(serverUrl, makeAppRole)

/**
 * Drops the database if it exists. Connections get a moment to close: a pool reports closed a little before its
 * backends are, and terminating a backend then raises an error nobody listens for.
 */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await withConnection(serverUrl, async (client) => {
    const until = Date.now() + LEAVING_MS
    while ((await connectionsTo(client, name)) > 0 && Date.now() < until) await sleep(10)
    await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
  })
}

async function connectionsTo(client: pg.Client, database: string): Promise<number> {
  const answer = await client.query<{ count: number }>(
    'select count(*)::int as count from pg_stat_activity where datname = $1',
    [database],
  )
  return answer.rows[0]?.count ?? 0
}

/** The server's version number (180004); throws if it cannot be read. */
export async function requestVersion(url: string): Promise<number> {
  return withConnection(url, async (client) => {
    const answer = await client.query<{ version: string }>(
      `select current_setting('server_version_num') as version`,
    )
    return Number(answer.rows[0]?.version)
  })
}

async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  client.on('error', () => undefined) // the server may close while we disconnect; the query itself reports failures
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
