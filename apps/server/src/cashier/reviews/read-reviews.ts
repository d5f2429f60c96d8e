import type { Sql } from '../../platform/db/index.ts'
import { type ReviewRow, selectReviews, selectSaid } from './queries.ts'

const PAGE = 50

export type ShownReview = ReviewRow & { approvedBy: number[] }

/** Withdrawals that wait for operators, a page at a time, with who said yes already. */
export async function readReviews(
  sql: Sql,
  cursor: string | undefined,
): Promise<{ items: ShownReview[]; next: string | null }> {
  const [millis = '0', id = ''] = cursor?.split('_') ?? []
  const rows = await selectReviews(sql, { promisedAt: new Date(Number(millis)), id }, PAGE + 1)
  const page = rows.slice(0, PAGE)
  const said = await selectSaid(
    sql,
    page.map((row) => row.id),
  )
  const approvedBy = (row: ReviewRow) =>
    said.filter(({ withdrawalId }) => withdrawalId === row.id).map(({ operatorId }) => operatorId)
  const last = page.at(-1)
  return {
    items: page.map((row) => ({ ...row, approvedBy: approvedBy(row) })),
    next: last && rows.length > PAGE ? `${last.promisedAt.getTime()}_${last.id}` : null,
  }
}
