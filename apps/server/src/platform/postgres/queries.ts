import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { makeAppRole } from '../db/index.ts'

/** Connections made here answer or fail within this time: an unreachable host must not hold a start for minutes. */
const CONNECT_TIMEOUT_MS = 5_000
const LEAVING_MS = 2_000

/**
 * Creates the database unless it is there. A template, if given, must have no open connections. Tests give one hundreds
 * of times a run: copying its files takes half the processor of copying its pages through the log.
 */
export async function createDatabase(serverUrl: string, name: string, template?: string): Promise<void> {
  const copied = template ? ` template ${pg.escapeIdentifier(template)} strategy file_copy` : ''
  await withConnection(serverUrl, async (client) => {
    const found = await client.query('select 1 as found from pg_database where datname = $1', [name])
    if (found.rowCount) return
    await client.query(`create database ${pg.escapeIdentifier(name)}${copied}`)
  })
}

/** Makes the role that the application connects as, unless it is there. */
export const createAppRole = (serverUrl: string): Promise<void> => withConnection(serverUrl, makeAppRole)

/**
 * Drops the database; one that is not there is no mistake. Connections get a moment to leave by themselves:
 * a pool says it is closed a little before its backends are, and a backend ended by force in that moment is an
 * error nobody listens for any more.
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

/** The server's version number (180004), or throws what keeps us from it. */
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
  client.on('error', () => undefined) // the server may go while we leave; the query itself reports what matters
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
