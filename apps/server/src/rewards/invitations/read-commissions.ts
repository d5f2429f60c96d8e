import type { Calls } from '@palpite/contract'
import { readPlayers } from '../../identity/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { type PublicIds, publicIds } from '../../platform/public-ids.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { maskedName } from './read-invitations.ts'
import { selectShares, type SharePlace } from './queries.ts'

type Commissions = Calls['GET /api/app/rewards/commissions']['data']

type Request = {
  playerId: number
  level: '1' | '2' | '3' | undefined
  day: string | undefined
  cursor: string | undefined
}

const PAGE = 30
const E2 = 100
const newest: SharePlace = { day: '9999-12-31', playerId: Number.MAX_SAFE_INTEGER, cause: '~' }

/** Commission by day and referred player, newest first, a page at a time. */
export async function readCommissions(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  request: Request,
): Promise<Result<Commissions, 'bad_request'>> {
  const { playerId, level, day, cursor } = request
  const ids = publicIds(config, 'player')
  const before = cursor === undefined ? newest : placeOf(cursor, ids)
  if (!before) return refuse('bad_request', { values: { field: 'cursor' }, detail: { field: 'cursor' } })
  const rows = await selectShares(db, {
    earnerId: playerId,
    level: Number(level ?? 0),
    day: day ?? null,
    before,
    max: PAGE + 1,
  })
  const page = rows.slice(0, PAGE)
  const players = await readPlayers(db, [...new Set(page.map((row) => row.playerId))])
  const last = page.at(-1)
  const next = last && rows.length > PAGE ? `${last.day}_${ids.show(last.playerId)}_${last.cause}` : null
  return ok({
    records: page.map((row) => ({
      day: row.day,
      level: row.level,
      name: maskedName(players.get(row.playerId)?.email ?? ''),
      settledCents: row.settledCents,
      amountE2: Math.trunc(row.amountE4 / E2),
      status: row.status,
      reasons: row.reasons,
    })),
    next,
  })
}

function placeOf(cursor: string, ids: PublicIds): SharePlace | undefined {
  const [, day, id, cause] = /^(\d{4}-\d\d-\d\d)_([0-9A-Z]{13})_([a-z0-9:-]{1,50})$/.exec(cursor) ?? []
  if (day === undefined || id === undefined || cause === undefined || Number.isNaN(Date.parse(day)))
    return undefined
  return { day, playerId: ids.read(id), cause }
}
