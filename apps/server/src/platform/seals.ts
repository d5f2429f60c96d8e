import { audit } from './audit.ts'
import { FIRST_PREVIOUS_HASH } from './audit-rules.ts'
import type { Db, Tx, Sql } from './db/index.ts'
import { selectOldestAtWork } from './db/queries.ts'
import type { Deps } from './deps.ts'
import { type Job, schedule } from './schedule.ts'
import {
  countRows,
  insertSeal,
  selectContent,
  selectLastSeal,
  selectSealedTo,
  trySealing,
  selectIsDetached,
  selectMarkedRows,
  selectNotedEnds,
  selectSealsAfter,
} from './seals-queries.ts'
import {
  BEGINNING,
  endOf,
  monthAfter,
  type SealedTable,
  sealHash,
  type Window,
  changedRows,
  type Seal,
} from './seals-rules.ts'

const SEALS_EVERY_MS = 60_000
/** How often each server records the end of the seals in the audit chain. */
const NOTES_EVERY_MS = 60 * 60_000
/** Bounds what one statement reads, and the search for a changed row. Rows of one millisecond stay together. */
const MAX_ROWS = 10_000
/** An empty window is sealed once it is this long, so that rows backdated into it are detected. */
const EMPTY_MS = 60 * 60_000

/**
 * Seals new rows each minute, about ten seconds behind the oldest open transaction, so that nothing is added to a
 * sealed window. One server at a time; a server that dies leaves its last seal unwritten, and the next one continues.
 */
export function sealEachMinute(deps: Pick<Deps, 'db' | 'log'>, tables: readonly SealedTable[]): Job {
  let notesAtMs = 0
  const run = async () => {
    await sealAll(deps.db, tables)
    if (performance.now() < notesAtMs) return
    await noteEnd(deps.db)
    notesAtMs = performance.now() + NOTES_EVERY_MS
  }
  return schedule({ name: 'seals', everyMs: SEALS_EVERY_MS, log: deps.log, run })
}

/**
 * Seals everything unsealed in these tables, up to a moment before which nobody writes any more. Skips what another
 * server is sealing.
 */
export async function sealAll(db: Db, tables: readonly SealedTable[], until?: Date): Promise<void> {
  const toAt = until ?? (await selectOldestAtWork(db))
  for (const table of tables) while (await sealNext(db, table, toAt));
}

/** Records the end of the seals in the audit chain: it reveals seals that are all rebuilt. */
export const noteEnd = (db: Db): Promise<void> =>
  db.begin(async (tx) => {
    const last = await selectLastSeal(tx)
    if (last)
      await audit(tx, { actor: { kind: 'system', id: null }, action: 'seals.noted', subject: endOf(last) })
  })

/** Seals the next window of a table. Returns whether there is more to seal. */
const sealNext = (db: Db, table: SealedTable, until: Date): Promise<boolean> =>
  db.begin(async (tx) => {
    if (!(await trySealing(tx))) return false
    const fromAt = (await selectSealedTo(tx, table.tableName)) ?? BEGINNING
    if (until <= fromAt) return false
    const window = await nextWindow(tx, table, { fromAt, toAt: until })
    const isNothing = window.isEmpty && window.toAt >= until
    if (isNothing && until.getTime() - fromAt.getTime() < EMPTY_MS) return false
    const [last, content] = [await selectLastSeal(tx), await selectContent(tx, { ...table, ...window })]
    const seal = {
      id: (last?.id ?? 0) + 1,
      tableName: table.tableName,
      fromAt,
      toAt: window.toAt,
      ...content,
      previousHash: last?.hash ?? FIRST_PREVIOUS_HASH,
    }
    await insertSeal(tx, { ...seal, hash: sealHash(seal) })
    return window.toAt < until
  })

/** As much of this time as has few enough rows, within one month. */
async function nextWindow(
  tx: Tx,
  table: SealedTable,
  { fromAt, toAt }: Window,
): Promise<Window & { isEmpty: boolean }> {
  const lengthMs = toAt.getTime() - fromAt.getTime()
  const { rowCount, firstAt } = await countRows(tx, { ...table, fromAt, toAt }, MAX_ROWS + 1)
  if (rowCount > MAX_ROWS && lengthMs > 1) {
    return nextWindow(tx, table, { fromAt, toAt: new Date(fromAt.getTime() + Math.floor(lengthMs / 2)) })
  }
  if (firstAt === null) return { fromAt, toAt, isEmpty: true }
  const endsAtMs = Math.min(toAt.getTime(), monthAfter(firstAt).getTime())
  return { fromAt, toAt: new Date(endsAtMs), isEmpty: false }
}

/** Seals per read: the largest have a mark of 16 letters for each of 10,000 rows. */
const SEALS_AT_ONCE = 20
const MAX_FINDINGS = 20

/**
 * Reads all seals and their rows, and reports what changed since: a row by table and key, or a seal. Empty if all
 * verify. A detached month keeps its seals, and its rows are not read. Reads one window at a time, without one
 * snapshot: sealed rows do not change.
 */
export async function verifySeals(sql: Sql, tables: readonly SealedTable[]): Promise<string[]> {
  const tableOf = new Map(tables.map((table) => [table.tableName, table]))
  const sealedTo = new Map<string, Date>()
  // The oldest record of a seal counts: a rebuilt chain may have been recorded again.
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

/** What is wrong with the rows of a seal. */
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
