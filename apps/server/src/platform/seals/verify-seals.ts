import type { Sql } from '../db/index.ts'
import {
  selectContent,
  selectIsDetached,
  selectMarkedRows,
  selectNotedEnds,
  selectSealsAfter,
} from './queries.ts'
import {
  BEGINNING,
  changedRows,
  endOf,
  FIRST_PREVIOUS_HASH,
  type Seal,
  type SealedTable,
  sealHash,
} from './rules.ts'

/** Seals in one read: of the largest each has a mark of 16 letters for 10,000 rows. */
const SEALS_AT_ONCE = 20
const MAX_FINDINGS = 20

/**
 * Reads all seals and what they were made over, and names what is not as it was sealed: a row by its table and key, or a
 * seal. Nothing when all hold. A month that was detached keeps its seals, and its rows are not read. Reads a window at a
 * time, without a snapshot of the whole: what is sealed stays.
 */
export async function verifySeals(sql: Sql, tables: readonly SealedTable[]): Promise<string[]> {
  const tableOf = new Map(tables.map((table) => [table.tableName, table]))
  const sealedTo = new Map<string, Date>()
  // The oldest note of a seal counts: a chain that was made anew may have been noted anew.
  const notes = (await selectNotedEnds(sql)).toReversed()
  const noted = new Map(notes.map(({ subject }) => [Number(subject.split(':')[1]), subject]))
  const findings: string[] = []
  let last = { id: 0, hash: FIRST_PREVIOUS_HASH }
  for (;;) {
    const seals = await selectSealsAfter(sql, last.id, SEALS_AT_ONCE)
    if (seals.length === 0) break
    for (const seal of seals) {
      const wrong = wrongOf(seal, last, sealedTo.get(seal.tableName) ?? BEGINNING, noted)
      if (wrong !== undefined) return [...findings, `seal ${wrong}`]
      findings.push(...(await changesOf(sql, seal, tableOf.get(seal.tableName))))
      if (findings.length >= MAX_FINDINGS) return findings
      sealedTo.set(seal.tableName, seal.toAt)
      noted.delete(seal.id)
      last = seal
    }
  }
  const [gone] = [...noted.keys()].filter((id) => id > last.id)
  return gone === undefined
    ? findings
    : [...findings, `seal ${last.id + 1}: is gone; the audit names seal ${gone}`]
}

/** What is wrong with a seal itself. */
function wrongOf(
  seal: Seal,
  last: Pick<Seal, 'id' | 'hash'>,
  sealedTo: Date,
  noted: ReadonlyMap<number, string>,
): string | undefined {
  if (seal.id !== last.id + 1) return `${last.id + 1}: is gone; the next one is ${seal.id}`
  if (seal.previousHash !== last.hash) return `${seal.id}: does not follow from seal ${last.id}`
  if (sealHash(seal) !== seal.hash) return `${seal.id}: is not as it was written`
  if (seal.fromAt.getTime() !== sealedTo.getTime())
    return `${seal.id}: does not begin where the one before it ends`
  const end = noted.get(seal.id)
  return end === undefined || end === endOf(seal)
    ? undefined
    : `${seal.id}: is not the one that the audit names`
}

/** What is wrong with the rows that a seal was made over. */
async function changesOf(sql: Sql, seal: Seal, table: SealedTable | undefined): Promise<string[]> {
  if (!table) return [`seal ${seal.id}: nobody knows table ${seal.tableName}`]
  const place = { ...table, fromAt: seal.fromAt, toAt: seal.toAt }
  const now = await selectContent(sql, place)
  if (now.rowCount === seal.rowCount && now.digest === seal.digest && now.marks === seal.marks) return []
  const lastMoment = new Date(seal.toAt.getTime() - 1)
  if (now.rowCount === 0 && (await selectIsDetached(sql, table.tableName, lastMoment))) return []
  const rows = await selectMarkedRows(sql, place)
  return changedRows(seal.marks, rows).map((what) => `${table.tableName}: ${what} (seal ${seal.id})`)
}
