import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Bug, Busy, Fault } from '../errors.ts'
import { isConflict, isReadOnly } from './failures.ts'
import { type Subscription, type SubscriptionHandlers, listen } from './listen.ts'
import { type Send, type Sql, sqlOver } from './sql.ts'

export { makeAppRole, APP_ROLE, wrongAppRole, inStartTurn, migrate, type MigrationFolder } from './migrate.ts'
export { brokeUnique, isDiskFull, isFault } from './failures.ts'
export type { Session, Subscription, SubscriptionHandlers } from './listen.ts'
export type { Sql } from './sql.ts'

/**
 * A statement runner inside a transaction. Commands that write require one, so they cannot write outside. Statements
 * run in the order of their calls. Those called together (`Promise.all`) are sent in one pipeline: none waits for
 * another's answer, and each sees the effects of the earlier ones.
 */
export type Tx = Sql & {
  readonly inTransaction: true
  /** Runs once the work is durable; never after a rollback. */
  readonly afterCommit: (run: () => void) => void
}

/** The database: callable for a single read, `begin` for everything that writes. */
export type Db = Sql & {
  /**
   * Runs the work in one transaction and commits. Retried after a deadlock or a serialization conflict, so the work
   * must decide from what it reads.
   */
  begin: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Subscribes to a channel (`pg_notify`), on its own connection. Stop it before the database closes. */
  listen: (channel: string, handlers: SubscriptionHandlers) => Subscription
  close: () => Promise<void>
}

type Options = {
  url: string
  connections: number
  onLostConnection: (error: Error) => void
  /** How long a caller waits for a free or new connection. */
  patienceMs?: number
  /** The statement timeout of PostgreSQL: a last resort, far above the time of any statement. */
  statementMs?: number
  /**
   * How often a transaction is tried at most if it conflicts. On a replica once: recovery caused the
   * conflict, and would again.
   */
  attempts?: number
}

const ATTEMPTS = 4
const WAIT_MS = 6

/**
 * The delay before the `nth` retry of a transaction, in milliseconds: growing and random, so that conflicting ones do
 * not meet again.
 */
export const waitMs = (nth: number): number => 1 + randomInt(WAIT_MS * nth)

/**
 * How long an unused connection stays open. With the library's ten seconds, jobs that run every ten seconds found
 * none left: a quiet server opened 45 a minute, each rebuilding its caches and plans, four fifths of the database's
 * work.
 */
const IDLE_MS = 10 * 60_000

/**
 * If a wait for a synchronous replica is cancelled (`pg_cancel_backend`, when no replica is there), PostgreSQL
 * commits all the same and warns from this function. If that machine were lost, the commit would be too.
 */
const WAITING_FOR_REPLICA = 'SyncRepWaitForLSN'

/** Connections whose last commit is not confirmed by a replica. */
const unreplicated = new WeakSet<pg.PoolClient>()

/** A commit is not acknowledged before a replica has it; a repeated request gets the answer later. */
function refuseUnreplicated(client: pg.PoolClient): void {
  if (unreplicated.delete(client)) throw new Fault('committed, but not confirmed by a replica')
}

/** Opens a pool. Nothing connects before the first statement. */
export function openDb({
  url,
  connections,
  onLostConnection,
  patienceMs = 10_000,
  statementMs = 0,
  attempts = ATTEMPTS,
}: Options): Db {
  const settings = {
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: patienceMs,
    idleTimeoutMillis: IDLE_MS,
    statement_timeout: statementMs,
    application_name: 'palpite',
    // A server whose machine is gone must not keep its locks on players and house accounts until the system notices.
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    pipeline: true, // documented (node-postgres.com/features/pipelining), but missing in its types
    types,
  }
  const pool = new pg.Pool(settings)
  pool.on('error', onLostConnection) // an idle connection that dies would end the process
  // One that dies inside a transaction fails its statement, and then emits an error: without a listener it would end
  // the process too.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    client.on('notice', (notice) => {
      if (notice.routine === WAITING_FOR_REPLICA) unreplicated.add(client)
    })
  })
  return Object.assign(sqlOver(sendOver(pool), pool), {
    begin: <T>(work: (tx: Tx) => Promise<T>) => begin(pool, work, attempts),
    listen: (channel: string, handlers: SubscriptionHandlers) => listen(url, channel, handlers),
    close: () => pool.end(),
  })
}

/** Sends single statements, each on any free connection. */
const sendOver =
  (pool: pg.Pool): Send =>
  async (statement) => {
    const client = await connect(pool)
    let isLeft = false
    try {
      const answer = await client.query<object>(statement)
      refuseUnreplicated(client)
      return answer
    } catch (error) {
      isLeft = isReadOnly(error)
      throw error
    } finally {
      client.release(isLeft)
    }
  }

const connect = (pool: pg.Pool): Promise<pg.PoolClient> =>
  pool.connect().catch((error: unknown) => {
    // The pool's message for a caller who got no connection in time.
    const isQueued = error instanceof Error && error.message.startsWith('timeout exceeded')
    throw isQueued
      ? new Busy('no connection to the database became free', error)
      : new Fault('the database cannot be reached', error)
  })

async function begin<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>, attempts: number): Promise<T> {
  const client = await connect(pool)
  const open = openTx(client, pool)
  let broken: Error | undefined
  try {
    // Not awaited: it is sent with the first statement, and fails only with the connection.
    client.query('begin').catch(() => {})
    const answer = await work(open.tx)
    await open.commit()
    return answer
  } catch (error) {
    open.end()
    await client.query('rollback').catch((lost: unknown) => {
      broken = lost instanceof Error ? lost : new Error(String(lost))
    })
    if (isReadOnly(error)) broken = error as Error
    if (attempts <= 1 || !isConflict(error)) throw error
  } finally {
    client.release(broken)
  }
  await sleep(waitMs(ATTEMPTS - attempts + 1))
  return begin(pool, work, attempts - 1)
}

/**
 * The runner of one transaction. After its end it runs nothing: of statements called together one may fail while
 * another's branch continues, and what that calls next would run outside, or in another transaction.
 */
function openTx(client: pg.PoolClient, database: object) {
  let failure: unknown
  // Statements sent after a failed one fail too, because the transaction did: all report its reason.
  const send: Send = (statement) =>
    client.query<object>(statement).catch((error: unknown) => {
      failure ??= error
      throw failure
    })
  const after: (() => void)[] = []
  let open = true
  const sendWhileOpen: Send = (statement) =>
    open ? send(statement) : Promise.reject(new Bug('a statement was called after its transaction had ended'))
  const tx: Tx = Object.assign(sqlOver(sendWhileOpen, database), {
    inTransaction: true as const,
    afterCommit: (run: () => void) => void after.push(run),
  })
  const end = () => {
    open = false
  }
  const commit = async () => {
    end()
    const { command } = await client.query('commit')
    // A failed transaction whose error was caught on the way rolls back at commit, without an error.
    if (command !== 'COMMIT') throw new Bug('a transaction that had failed was committed')
    // Durable here whether or not a replica has it: after-commit actions must run.
    try {
      for (const run of after) run()
    } finally {
      refuseUnreplicated(client)
    }
  }
  return { tx, end, commit }
}

/** Column parsing: bigint (cents, ids and counts) as a number, all others as the driver does. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 && format !== 'binary' ? wholeNumber : parserOf(oid, format),
}

const parserOf = (oid: number, format: 'text' | 'binary' = 'text'): unknown =>
  format === 'binary' ? pg.types.getTypeParser(oid, format) : pg.types.getTypeParser(oid, format)

/** A bigint must be a safe integer: rounding would be a bug. */
function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new Bug(`a whole number within 2^53 came from the database, not ${text}`)
  return value
}
