import type { Sql } from '../../platform/db/index.ts'
import {
  type ReviewRow,
  selectReviews,
  selectSaid,
  selectUnderWay,
  type UnderWayRow,
} from './review-queries.ts'

const PAGE = 50

export type ShownReview = ReviewRow & { approvedBy: number[] }

/** Withdrawals that wait for operators, a page at a time, with who said yes already. */
export async function readReviews(
  sql: Sql,
  cursor: string | undefined,
): Promise<{ items: ShownReview[]; next: string | null }> {
  const { items, next } = await readPage(cursor, (after, max) => selectReviews(sql, after, max))
  const said = await selectSaid(
    sql,
    items.map((row) => row.id),
  )
  const approvedBy = (row: ReviewRow) =>
    said.filter(({ withdrawalId }) => withdrawalId === row.id).map(({ operatorId }) => operatorId)
  return { items: items.map((row) => ({ ...row, approvedBy: approvedBy(row) })), next }
}

/** Withdrawals that have not ended, whoever they wait for, a page at a time. */
export const readUnderWay = (
  sql: Sql,
  cursor: string | undefined,
): Promise<{ items: UnderWayRow[]; next: string | null }> =>
  readPage(cursor, (after, max) => selectUnderWay(sql, after, max))

type Place = { promisedAt: Date; id: string }

/** A page of what is promised first, from where the one before it ended. */
async function readPage<Row extends Place>(
  cursor: string | undefined,
  select: (after: Place, max: number) => Promise<readonly Row[]>,
): Promise<{ items: Row[]; next: string | null }> {
  const [millis = '0', id = ''] = cursor?.split('_') ?? []
  const rows = await select({ promisedAt: new Date(Number(millis)), id }, PAGE + 1)
  const items = rows.slice(0, PAGE)
  const last = items.at(-1)
  return { items, next: last && rows.length > PAGE ? `${last.promisedAt.getTime()}_${last.id}` : null }
}
