import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'

export type Row = Readonly<Record<string, SQLOutputValue>>

/** The sandbox's database: one SQLite file. Every call is synchronous, so commands never see each other half done. */
export type Store = Readonly<{
  run: (sql: string, ...values: SQLInputValue[]) => number
  one: (sql: string, ...values: SQLInputValue[]) => Row | undefined
  all: (sql: string, ...values: SQLInputValue[]) => Row[]
  atomically: <T>(work: () => T) => T
  close: () => void
}>

/** The store cannot be opened: the message says which folder and why. */
export class StoreError extends Error {}

/** Grows by one whenever a table changes: a file with another layout is refused instead of misread. */
const LAYOUT = 1

/**
 * Opens or creates the store in this folder, with the tables of the modules. A commit is on disk before the call
 * returns (write-ahead log, synchronous=full), so an answered call survives a kill -9 and a power cut.
 */
export const openStore = (folder: string, tables: readonly string[], isDurable = true): Store => {
  const database = openFile(folder)
  if (!isDurable) database.exec('pragma synchronous = off')
  checkLayout(database, folder)
  database.exec(tables.join('\n'))
  return storeOver(database)
}

const openFile = (folder: string): DatabaseSync => {
  try {
    mkdirSync(folder, { recursive: true })
    const database = new DatabaseSync(join(folder, 'sandbox.sqlite'), { timeout: 2000 })
    database.exec('pragma journal_mode = wal; pragma synchronous = full')
    return database
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new StoreError(`its data folder ${folder} cannot be used (${why})`, { cause: error })
  }
}

const checkLayout = (database: DatabaseSync, folder: string): void => {
  const found = Number(database.prepare('pragma user_version').get()?.['user_version'] ?? 0)
  if (found !== 0 && found !== LAYOUT) {
    database.close()
    throw new StoreError(`the data in ${folder} has layout ${found}, not ${LAYOUT}: remove the folder`)
  }
  database.exec(`pragma user_version = ${LAYOUT}`)
}

const storeOver = (database: DatabaseSync): Store => {
  const prepared = new Map<string, StatementSync>()
  const statement = (sql: string): StatementSync => {
    const known = prepared.get(sql)
    if (known) return known
    const made = database.prepare(sql)
    prepared.set(sql, made)
    return made
  }
  return {
    run: (sql, ...values) => Number(statement(sql).run(...values).changes),
    one: (sql, ...values) => statement(sql).get(...values),
    all: (sql, ...values) => statement(sql).all(...values),
    atomically: (work) => atomically(database, work),
    close: () => database.close(),
  }
}

const atomically = <T>(database: DatabaseSync, work: () => T): T => {
  // A nested command belongs to the outer transaction.
  if (database.isTransaction) return work()
  database.exec('begin immediate')
  try {
    const result = work()
    database.exec('commit')
    return result
  } catch (error) {
    database.exec('rollback')
    throw error
  }
}
