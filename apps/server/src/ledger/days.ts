import { growTree, leafHash, ledgerEntry, rootOver } from '@palpite/games/log'
import type { Sql } from '../platform/db/index.ts'
import { selectOldestAtWork } from '../platform/db/queries.ts'
import type { Deps } from '../platform/deps.ts'
import { findUnpublished, publish } from '../platform/public-log.ts'
import { selectContent, selectIsDetached } from '../platform/seals-queries.ts'
import { type DayRow, insertDay, selectDays, selectNextDay } from './day-queries.ts'
import { ledgerSealed } from './queries.ts'
import { insertClosing, selectDayToClose } from './book-queries.ts'

const HOUR_MS = 60 * 60_000
const HOURS = 24
const MAX_FINDINGS = 20

/**
 * Closes past days of the books that no transaction writes to any more, one by one. Balances at a past
 * instant are then computed from the last closed day instead of from all earlier transfers. Returns the
 * number of days closed.
 */
export async function closeDays({ db }: Pick<Deps, 'db'>, until?: Date): Promise<number> {
  const settled = until ?? (await selectOldestAtWork(db))
  for (let count = 0; ; count += 1) {
    const next = await selectDayToClose(db)
    if (!next || next.endsAt > settled) return count
    await insertClosing(db, next.day)
  }
}

/**
 * Publishes past days of the ledger that no transaction writes to any more, one by one: the Merkle root of each goes into the
 * public log. Anybody who keeps the log can then detect that a row of that day was changed, added or removed, even if the
 * whole database was rewritten consistently. Returns the number of days published.
 */
export async function publishDays({ db }: Pick<Deps, 'db'>, until?: Date): Promise<number> {
  const settled = until ?? (await selectOldestAtWork(db))
  for (let count = 0; ; count += 1) {
    const day = await selectNextDay(db)
    if (day === undefined || Date.parse(day) + HOURS * HOUR_MS > settled.getTime()) return count
    const row = await digestOf(db, day)
    await db.begin(async (tx) => {
      if (await insertDay(tx, row)) await publish(tx, [ledgerEntry(row)])
    })
  }
}

/**
 * Recomputes every published day and reports those that differ from what was published, or are missing from the public log.
 * Detached months are skipped.
 */
export async function verifyDays(sql: Sql): Promise<string[]> {
  const findings: string[] = []
  const days = await selectDays(sql)
  for (const content of await findUnpublished(
    sql,
    days.map((day) => ledgerEntry(day)),
  ))
    findings.push(`ledger day: "${content}" does not stand in the public log`)
  for (const published of days) {
    if (findings.length >= MAX_FINDINGS) break
    if (await isDetached(sql, published.day)) continue
    const now = await digestOf(sql, published.day)
    if (ledgerEntry(now) !== ledgerEntry(published))
      findings.push(`ledger day ${published.day}: its rows are not those that were published`)
  }
  return findings
}

/** The Merkle root of a day, with one leaf per table and hour: `<table> <hour> <rows> <digest of their hashes>`. */
async function digestOf(sql: Sql, day: string): Promise<DayRow> {
  const leaves: string[] = []
  const counts: number[] = []
  const startMs = Date.parse(day)
  for (const table of ledgerSealed) {
    let count = 0
    // Hour by hour: a statement reads about 30,000 rows a second.
    for (let hour = 0; hour < HOURS; hour += 1) {
      const [fromAt, toAt] = [hour, hour + 1].map((each) => new Date(startMs + each * HOUR_MS)) as [
        Date,
        Date,
      ]
      const { rowCount, digest } = await selectContent(sql, { ...table, fromAt, toAt })
      leaves.push(leafHash(`${table.tableName} ${fromAt.toISOString()} ${rowCount} ${digest}`))
      count += rowCount
    }
    counts.push(count)
  }
  const [transferCount = 0, entryCount = 0] = counts // in the order of the tables: transfers, then entries
  return {
    day,
    rootHash: rootOver(growTree({ size: 0, edge: [] }, leaves).edge),
    transferCount,
    entryCount,
  }
}

const isDetached = async (sql: Sql, day: string): Promise<boolean> => {
  const at = new Date(Date.parse(day))
  const detached = await Promise.all(
    ledgerSealed.map(({ tableName }) => selectIsDetached(sql, tableName, at)),
  )
  return detached.includes(true)
}
