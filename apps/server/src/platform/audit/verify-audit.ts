import { present } from '../assert.ts'
import type { Sql } from '../db/index.ts'
import { type AuditRow, type HeadRow, selectAuditAfter, selectHead } from './queries.ts'
import { auditHash, FIRST_PREVIOUS_HASH } from './rules.ts'

/** Rows in one read: the chain may be longer than memory is large. */
const ROWS_AT_ONCE = 1000

type Last = { id: number; at: Date; hash: string }

const beforeTheFirst: Last = { id: 0, at: new Date(0), hash: FIRST_PREVIOUS_HASH }

/**
 * Reads the whole audit chain and names the first row that is altered, removed, put elsewhere or dated anew; nothing
 * when it holds. Rows that are added meanwhile are left for the next time.
 * Who may write to the database past its triggers could make the whole chain anew: what `readAuditHead` answers, kept
 * elsewhere, shows that too.
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

/** The end of the chain: its last row's id, time and hash. Kept elsewhere, it shows a chain that was made anew. */
export const readAuditHead = async (sql: Sql): Promise<HeadRow> =>
  present((await selectHead(sql))[0], 'the head of the audit chain')

function wrongOf(row: AuditRow, last: Last): string | undefined {
  if (row.id !== last.id + 1) return `${last.id + 1}: is gone; the next one is ${row.id}`
  if (row.previousHash !== last.hash) return `${row.id}: does not follow from row ${last.id}`
  if (auditHash(row) !== row.hash) return `${row.id}: is not as it was written`
  if (row.at < last.at) return `${row.id}: is dated before row ${last.id}`
  return undefined
}
