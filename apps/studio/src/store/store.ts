import { readFileSync } from 'node:fs'
import pg from 'pg'

pg.types.setTypeParser(20, Number) // whole numbers of the book are far below 2^53

/** The studio's own database. */
export type Store = pg.Pool

/** Opens the studio's own database; creates it and its tables if missing. */
export async function openStore(url: string): Promise<Store> {
  const pool = new pg.Pool({ connectionString: url, max: 8 })
  pool.on('error', () => {}) // a connection that dies while idle is replaced with the next statement
  const schema = readFileSync(new URL('schema.sql', import.meta.url), 'utf8')
  await pool.query('select 1').catch(async (error: { code?: string }) => {
    if (error.code !== '3D000') throw error
    await makeDatabase(url)
  })
  await pool.query(schema)
  return pool
}

/** The target of statements: the pool, or one connection in a transaction. */
export type Querying = Pick<Store, 'query'>

/**
 * Runs this unless another process does: of several studios on one database one leads. If it dies its connection is
 * lost, and the next one to ask takes over.
 */
export async function leading(store: Store, work: (own: Querying) => Promise<void>): Promise<void> {
  const client = await store.connect()
  const onLost = () => {} // what it is asked next fails
  client.on('error', onLost)
  try {
    await client.query('begin')
    const { rows } = await client.query<{ leads: boolean }>(
      "select pg_try_advisory_xact_lock(hashtext('studio-crash')) as leads",
    )
    if (rows[0]?.leads) await work(client)
    await client.query('commit')
    client.off('error', onLost)
    client.release()
  } catch (error) {
    client.release(true) // whatever state it is in, it is not used again
    throw error
  }
}

async function makeDatabase(url: string): Promise<void> {
  const place = new URL(url)
  const name = place.pathname.slice(1)
  if (!/^[a-z_]{1,40}$/.test(name)) throw new Error(`${name} is no name of a database`)
  place.pathname = '/postgres'
  const client = new pg.Client({ connectionString: place.toString() })
  await client.connect()
  try {
    await client.query(`create database ${name}`)
  } finally {
    await client.end()
  }
}
