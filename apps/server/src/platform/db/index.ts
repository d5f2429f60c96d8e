import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Bug } from '../assert.ts'
import { Fault } from '../fault.ts'
import { type Subscription, type SubscriptionHandlers, listen } from './listen.ts'
import { RowClient } from './row-client.ts'
import { type Sql, sqlOver } from './sql.ts'
import { type Line, openLine, type Statement } from './trips.ts'

export { migrate, type MigrationFolder } from './migrate.ts'
export type { Subscription, SubscriptionHandlers } from './listen.ts'
export type { Sql } from './sql.ts'

/**
 * A statement runner inside a transaction. Commands that write take one, so that nobody writes outside.
 * Statements run in the order they are asked; those asked together (`Promise.all`) travel together, without
 * waiting for one another's answers.
 */
export type Tx = Sql & {
  readonly inTransaction: true
  /**
   * Asks statements that travel together with the commit, after all others; all of them at once, because nothing
   * is asked after a commit. A failure of one of them undoes the work.
   */
  readonly beforeCommit: (request: () => Promise<unknown>) => void
  /** Runs once the work is durable; never when it was undone. */
  readonly afterCommit: (run: () => void) => void
}

/** The database: callable for a single read, `begin` for everything that writes. */
export type Db = Sql & {
  /**
   * Runs the work in one transaction and commits. Tried again when PostgreSQL broke a deadlock or a
   * serialization conflict, so the work must decide from what it reads.
   */
  begin: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Hears what is said on a channel (`pg_notify`), on a connection of its own. Stop it before the database closes. */
  listen: (channel: string, handlers: SubscriptionHandlers) => Subscription
  close: () => Promise<void>
}

type Options = {
  url: string
  connections: number
  onLostConnection: (error: Error) => void
}

const ATTEMPTS = 4

/** Opens a pool. Nothing connects before the first statement. */
export function openDb({ url, connections, onLostConnection }: Options): Db {
  const pool = new pg.Pool({
    Client: RowClient,
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 10_000,
    application_name: 'palpite',
  })
  pool.on('error', onLostConnection) // an idle connection that dies would end the process
  // One that dies in the middle of a transaction tells its statement, and then whoever listens here: without
  // a listener it would end the process too.
  pool.on('connect', (client) => client.on('error', () => {}))
  return Object.assign(sqlOver(lineOf(pool)), {
    begin: <T>(work: (tx: Tx) => Promise<T>) => begin(pool, work, ATTEMPTS),
    listen: (channel: string, handlers: SubscriptionHandlers) => listen(url, channel, handlers),
    close: () => pool.end(),
  })
}

/** Single statements, each on whichever connection is free. */
const lineOf =
  (pool: pg.Pool): Line =>
  async (statement) => {
    const client = await connect(pool)
    try {
      return await openLine(client)(statement)
    } finally {
      client.release()
    }
  }

const connect = async (pool: pg.Pool): Promise<pg.PoolClient & RowClient> => {
  const client = await pool.connect().catch((error: unknown) => {
    throw new Fault('the database cannot be reached', error)
  })
  return client as pg.PoolClient & RowClient // the pool makes no others
}

const word = (text: string): Statement => ({ name: text, text, values: [] })

async function begin<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>, attempts: number): Promise<T> {
  const client = await connect(pool)
  const line = openLine(client)
  const open = openTx(line)
  let broken: Error | undefined
  try {
    // Not awaited: it travels with the first statement, which fails as it does.
    line(word('begin')).catch(() => {})
    const answer = await work(open.tx)
    await open.commit()
    return answer
  } catch (error) {
    open.end()
    await line(word('rollback')).catch((lost: unknown) => {
      broken = lost instanceof Error ? lost : new Error(String(lost))
    })
    if (attempts <= 1 || !isConflict(error)) throw error
  } finally {
    client.release(broken)
  }
  await sleep(5 * (ATTEMPTS - attempts) + 1)
  return begin(pool, work, attempts - 1)
}

/**
 * The runner of one transaction. Once it ends nothing runs through it: of statements asked together one may
 * fail while another's branch goes on, and what that requests next would run outside, or in somebody else's
 * transaction.
 */
function openTx(line: Line) {
  const sql = sqlOver(line)
  const last: (() => Promise<unknown>)[] = []
  const after: (() => void)[] = []
  let open = true
  const whileOpen: Sql = (text, ...values) =>
    open
      ? sql(text, ...values)
      : Promise.reject(new Bug('a statement was asked after its transaction had ended'))
  const tx: Tx = Object.assign(whileOpen, {
    inTransaction: true as const,
    beforeCommit: (request: () => Promise<unknown>) => void last.push(request),
    afterCommit: (run: () => void) => void after.push(run),
  })
  const end = () => {
    open = false
  }
  const commit = async () => {
    const requested: Promise<unknown>[] = []
    for (const request of last) requested.push(request()) // what they leave to be asked last comes after them
    end()
    const [{ command }] = await Promise.all([line(word('commit')), ...requested])
    // A transaction that failed, its error caught on the way, is undone by a commit that reports no error.
    if (command !== 'COMMIT') throw new Bug('a transaction that had failed was committed')
    for (const run of after) run()
  }
  return { tx, end, commit }
}

/** 40001 serialization failure, 40P01 deadlock: PostgreSQL undid the work, so it may run again. */
const isConflict = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01')

/** Whether the failure is the line to the database, not the statement. */
export const isLostConnection = (error: unknown): boolean => {
  if (error instanceof pg.DatabaseError) return /^(08|57P0)/.test(error.code ?? '')
  return (
    error instanceof Error &&
    /ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|Connection terminated|not queryable|timeout exceeded when trying to connect/.test(
      `${(error as NodeJS.ErrnoException).code ?? ''} ${error.message}`,
    )
  )
}

/** Whether a row broke the unique index or primary key of this name. */
export const brokeUnique = (error: unknown, constraint: string): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint
