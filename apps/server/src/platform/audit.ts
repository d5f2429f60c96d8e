import { present } from './errors.ts'
import type { Sql, Tx } from './db/index.ts'
import {
  type AuditAsked,
  type AuditRow,
  insertAudit,
  lockHead,
  moveHead,
  selectAuditBefore,
  selectAuditOf,
  selectAuditOfAct,
  selectAuditOfAction,
  selectAuditOfOperator,
  selectAuditOfSubject,
  selectAuditWithin,
  type HeadRow,
  selectAuditAfter,
  selectHead,
} from './audit-queries.ts'
import { type AuditEntry, auditHash, keptDetails, FIRST_PREVIOUS_HASH } from './audit-rules.ts'

export type { AuditEntry } from './audit-rules.ts'

/**
 * Adds rows to the audit chain, in the transaction of the change. The head of the chain is locked until that
 * transaction ends, so call it last, after every other lock; and never on the path of a bet or round, which it would
 * serialise.
 * Asserts: no detail named like a secret; masks what looks like a tax id.
 */
export async function audit(tx: Tx, ...entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  const head = present((await lockHead(tx))[0], 'the head of the audit chain')
  let previousHash = head.lastHash
  const rows = entries.map(({ actor, action, subject, details }, place) => {
    const content = {
      id: head.lastId + 1 + place,
      at: head.at,
      actorKind: actor.kind,
      actorId: actor.id,
      action,
      subject,
      details: keptDetails(details),
      previousHash,
    }
    previousHash = auditHash(content)
    return { ...content, hash: previousHash }
  })
  await insertAudit(
    tx,
    rows.map((row) => ({ ...row, details: JSON.stringify(row.details) })),
  )
  await moveHead(tx, { lastId: head.lastId + rows.length, lastHash: previousHash, at: head.at })
}

/** Limit of a subject's rows that one page scans for those of an operator or action. */
const MAX_SCANNED = 20_000

/**
 * A page of the chain before an id (or from its end), newest first, and the id before which the next one starts; optionally
 * of one subject, operator or action. A page that ended at its scan limit is shorter, or empty, and the next one continues.
 */
export async function readAuditPage(
  sql: Sql,
  { beforeId = Number.MAX_SAFE_INTEGER, max, subject, operatorId, action }: AuditPage,
): Promise<{ rows: AuditRow[]; next: number | null }> {
  const page = { beforeId, max }
  if (subject !== undefined && (operatorId !== undefined || action !== undefined)) {
    const asked = {
      subject,
      ...(operatorId !== undefined && { operatorId }),
      ...(action !== undefined && { action }),
    }
    return readWithin(sql, asked, page)
  }
  const rows = await rowsOf(sql, page, { subject, operatorId, action })
  return { rows, next: rows.length < max ? null : (rows.at(-1)?.id ?? null) }
}

/** The rows of such a page alone. */
export const readAudit = async (sql: Sql, asked: AuditPage): Promise<AuditRow[]> =>
  (await readAuditPage(sql, asked)).rows

function rowsOf(
  sql: Sql,
  page: { beforeId: number; max: number },
  { subject, operatorId, action }: { [K in keyof AuditAsked]: AuditAsked[K] | undefined },
): Promise<AuditRow[]> {
  if (subject !== undefined) return selectAuditOfSubject(sql, subject, page)
  if (operatorId !== undefined && action !== undefined)
    return selectAuditOfAct(sql, { operatorId, action }, page)
  if (operatorId !== undefined) return selectAuditOfOperator(sql, operatorId, page)
  if (action !== undefined) return selectAuditOfAction(sql, action, page)
  return selectAuditBefore(sql, page.beforeId, page.max)
}

async function readWithin(
  sql: Sql,
  asked: AuditAsked & { subject: string },
  page: { beforeId: number; max: number },
): Promise<{ rows: AuditRow[]; next: number | null }> {
  const found = await selectAuditWithin(sql, asked, { ...page, maxScanned: MAX_SCANNED })
  const ids = found.flatMap(({ id }) => (id === null ? [] : [id]))
  const rows = ids.length === 0 ? [] : await selectAuditOf(sql, ids)
  if (ids.length === page.max) return { rows, next: ids.at(-1) ?? null }
  const scanned = present(found[0], 'the count of scanned rows')
  return { rows, next: scanned.scanned === MAX_SCANNED ? scanned.scannedTo : null }
}

type AuditPage = { beforeId?: number; max: number } & AuditAsked

/** Rows per read: the chain may not fit in memory. */
const ROWS_AT_ONCE = 1000

type Last = { id: number; at: Date; hash: string }

const beforeTheFirst: Last = { id: 0, at: new Date(0), hash: FIRST_PREVIOUS_HASH }

/**
 * Reads the whole audit chain and reports the first row that was altered, removed, moved or redated; empty if it
 * verifies. Rows added meanwhile are left for the next run.
 * An attacker who bypasses the triggers could rebuild the whole chain: comparing with a `readAuditHead` stored
 * elsewhere detects that too.
 */
export async function verifyAudit(sql: Sql): Promise<string[]> {
  const head = await readAuditHead(sql)
  let last = beforeTheFirst
  while (last.id < head.lastId) {
    const rows = await selectAuditAfter(sql, last.id, Math.min(ROWS_AT_ONCE, head.lastId - last.id))
    if (rows.length === 0) return [`audit row ${last.id + 1}: is gone; the chain goes on to ${head.lastId}`]
    for (const row of rows) {
      const wrong = wrongOf(row, last)
      if (wrong !== undefined) return [`audit row ${wrong}`]
      last = row
    }
  }
  const isWhole = last.hash === head.lastHash && last.at.getTime() === head.at.getTime()
  if (!isWhole) return [`audit row ${last.id}: is not the one that the head of the chain names`]
  const beyond = (await selectAuditAfter(sql, head.lastId, 1))[0]
  const now = await readAuditHead(sql)
  return beyond && now.lastId === head.lastId
    ? [`audit row ${beyond.id}: stands past the end of the chain`]
    : []
}

/** The last row of the chain: id, time and hash. Stored elsewhere, it reveals a rebuilt chain. */
export const readAuditHead = async (sql: Sql): Promise<HeadRow> =>
  present((await selectHead(sql))[0], 'the head of the audit chain')

function wrongOf(row: AuditRow, last: Last): string | undefined {
  if (row.id !== last.id + 1) return `${last.id + 1}: is gone; the next one is ${row.id}`
  if (row.previousHash !== last.hash) return `${row.id}: does not follow from row ${last.id}`
  if (auditHash(row) !== row.hash) return `${row.id}: is not as it was written`
  if (row.at < last.at) return `${row.id}: is dated before row ${last.id}`
  return undefined
}
