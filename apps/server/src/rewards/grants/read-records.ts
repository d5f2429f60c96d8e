import type { Calls } from '@palpite/contract'
import type { Sql } from '../../platform/db/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { type GrantRow, type Place, selectGrantPage } from './queries.ts'

type Records = Calls['GET /api/app/rewards/records']['data']

/** After every place there is: the year 2255 in microseconds, the last that a safe integer holds. */
const newest: Place = { micros: 9_000_000_000_000_000, key: '~' }
const PAGE = 20

type Request = { playerId: number; type: '14' | '141' | undefined; cursor: string | undefined }

/** What rewards gave a player, newest first, a page at a time. */
export async function readRecords(sql: Sql, request: Request): Promise<Result<Records, 'bad_request'>> {
  const { playerId, type, cursor } = request
  const before = cursor === undefined ? newest : placeOf(cursor)
  if (!before) return refuse('bad_request', { values: { field: 'cursor' }, detail: { field: 'cursor' } })
  const rows = await selectGrantPage(sql, { playerId, entryType: Number(type ?? 0), before, max: PAGE + 1 })
  const page = rows.slice(0, PAGE)
  const last = page.at(-1)
  const next = last && rows.length > PAGE ? `${last.micros}_${last.key}` : null
  return ok({ records: page.map(shown), next })
}

function placeOf(cursor: string): Place | undefined {
  const [, micros, key] = /^(\d{1,16})_([a-z_]+\.[A-Za-z0-9-]{1,60})$/.exec(cursor) ?? []
  if (micros === undefined || key === undefined || Number(micros) > newest.micros) return undefined
  return { micros: Number(micros), key }
}

const shown = (row: GrantRow & Place): Records['records'][number] => ({
  id: row.key,
  type: row.entryType === 14 ? '14' : '141',
  kind: row.kind,
  step: row.step,
  amountCents: row.amountCents,
  wageredTimes: row.bonusTimes,
  at: row.grantedAt.toISOString(),
})
