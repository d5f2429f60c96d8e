import type { Sql } from '../../platform/db/index.ts'
import { type Held, selectHeld } from './commission-queries.ts'

const PAGE = 50

/** Commission that is held, by earner and by the player it came from, a page at a time. */
export async function readHeld(
  sql: Sql,
  cursor: string | undefined,
): Promise<{ items: Held[]; next: string | null }> {
  const [earnerId = 0, playerId = 0] = (cursor ?? '0.0').split('.').map(Number)
  const rows = await selectHeld(sql, { earnerId, playerId }, PAGE + 1)
  const items = rows.slice(0, PAGE)
  const last = items.at(-1)
  return { items, next: last && rows.length > PAGE ? `${last.earnerId}.${last.playerId}` : null }
}
