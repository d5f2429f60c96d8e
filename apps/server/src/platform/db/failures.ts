import pg from 'pg'
import { Fault } from '../errors.ts'

/** 40001 serialization failure, 40P01 deadlock: PostgreSQL rolled the work back, so it may run again. */
export const isConflict = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01')

/** Whether a row violated the unique index or primary key of this name. */
export const brokeUnique = (error: unknown, constraint: string): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint

/**
 * Whether the outside failed, not the request: another request would have failed too, and the same one may succeed
 * later. A request that alone makes its batch fail (a poisonous bet) is never one of these.
 */
export const isFault = (error: unknown): boolean =>
  error instanceof Fault || isLostConnection(error) || isReadOnly(error) || lacksMeans(error)

/**
 * Whether this database is read-only: a standby, or about to be promoted. The connection must be reopened: an address
 * in front of several leads to the writer.
 */
export const isReadOnly = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '25006'

/** Whether a disk is full, of the database or of this machine. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return code === DISK_FULL || code === 'ENOSPC' || code === 'EDQUOT' || isDiskFull(error.cause)
}

const DISK_FULL = '53100'

/** Whether the failure is the connection to the database, not the statement. */
function isLostConnection(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|57P0|25P03)/.test(error.code ?? '')
  return (
    error instanceof Error &&
    /ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|Connection terminated|not queryable|timeout exceeded when trying to connect/.test(
      `${(error as NodeJS.ErrnoException).code ?? ''} ${error.message}`,
    )
  )
}

/**
 * Whether the database lacked a resource: space, memory, connections (53), a working disk (58), or statement time
 * (57014).
 */
const lacksMeans = (error: unknown): boolean =>
  isDiskFull(error) || (error instanceof pg.DatabaseError && /^(53|58|57014)/.test(error.code ?? ''))
