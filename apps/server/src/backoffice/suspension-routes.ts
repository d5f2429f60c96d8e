import type { RefusalCode } from '@palpite/contract'
import type { OperatorCallKey } from '@palpite/contract/backoffice'
import { holdWithdrawals } from '../cashier/index.ts'
import { asOperator, isKeptRequest, isOtherRequest, keepRequest } from '../identity/index.ts'
import { audit } from '../platform/audit.ts'
import type { Db, Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { present } from '../platform/errors.ts'
import type { OperatorSession } from '../platform/http/callers.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import { liftSuspensions, readSuspensions, suspendAccounts, type SuspensionRow } from '../protection/index.ts'

const PAGE = 50

/** Calls that suspend accounts, lift suspensions, and list both (docs/decisions/0080). */
export function suspensionRoutes(api: OperatorApi, { db, config }: Pick<Deps, 'db' | 'config'>): void {
  serveOperator(api, 'GET /api/backoffice/suspensions', async ({ query: { status, cursor } }) => {
    const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor)
    const rows = await readSuspensions(db, { isLifted: status === 'lifted', before, max: PAGE + 1 })
    const page = rows.slice(0, PAGE)
    const last = page.at(-1)
    return ok({
      items: page.map((row) => ({
        suspensionId: row.id,
        playerId: row.playerId,
        ...present(toWireSuspension(row), 'a suspension'),
      })),
      nextCursor: last && rows.length > PAGE ? String(last.id) : null,
    })
  })

  serveOperator(api, 'POST /api/backoffice/players/:playerId/suspend', ({ caller, params, body }) =>
    once(
      db,
      caller,
      { call: 'POST /api/backoffice/players/:playerId/suspend', params, body },
      async (tx, one) => {
        const answer = present((await suspendAccounts(tx, [one]))[0], 'the answer to a suspension')
        if (!answer.ok) return answer
        await holdWithdrawals(tx, [one.playerId])
        const details = { before: 'open', after: 'suspended', reason: one.reason }
        await note(tx, one, { action: 'player.suspended', details })
        return ok(null)
      },
    ),
  )

  serveOperator(api, 'POST /api/backoffice/players/:playerId/liftSuspension', ({ caller, params, body }) =>
    once(
      db,
      caller,
      { call: 'POST /api/backoffice/players/:playerId/liftSuspension', params, body },
      async (tx, one) => {
        const answer = present(
          (await liftSuspensions(tx, config, [one]))[0],
          'the answer to a lifted suspension',
        )
        if (!answer.ok) return answer
        const { suspendedBy, suspendedAt } = answer.value
        const before = { suspendedBy, suspendedAt: suspendedAt.toISOString(), reason: answer.value.reason }
        await note(tx, one, {
          action: 'player.suspension_lifted',
          details: { before, after: 'open', reason: one.reason },
        })
        return ok(null)
      },
    ),
  )
}

type Deciding = { playerId: number; operatorId: number; reason: string }
type Asked = {
  call: OperatorCallKey
  params: { playerId: string }
  body: { requestId: string; reason: string }
}

/** Runs an operator's decision once by its request id; sent again it answers the same and does nothing. */
const once = <C extends RefusalCode>(
  db: Db,
  caller: OperatorSession,
  { call, params: { playerId }, body: { requestId, reason } }: Asked,
  decide: (tx: Tx, one: Deciding) => Promise<Result<null, C>>,
) =>
  asOperator(db, caller, async (tx): Promise<Result<null, C | 'request_mismatch'>> => {
    const { operatorId } = caller
    const request = { call, operatorId, requestId, asked: { playerId, reason } }
    if (await isOtherRequest(tx, request)) return refuse('request_mismatch')
    if (await isKeptRequest(tx, request)) return ok(null)
    const answer = await decide(tx, { playerId: Number(playerId), operatorId, reason: reason.trim() })
    if (answer.ok) await keepRequest(tx, request)
    return answer
  })

const note = (
  tx: Tx,
  { playerId, operatorId }: Deciding,
  { action, details }: { action: `player.${string}`; details: Record<string, unknown> },
) =>
  audit(tx, { actor: { kind: 'operator', id: operatorId }, action, subject: `player:${playerId}`, details })

/** A suspension as operators see it; null where there is none. */
export const toWireSuspension = (row: SuspensionRow | undefined) =>
  row
    ? {
        reason: row.reason,
        suspendedBy: row.suspendedBy,
        suspendedAt: row.suspendedAt.toISOString(),
        liftedAt: row.liftedAt?.toISOString() ?? null,
        liftedBy: row.liftedBy,
        liftReason: row.liftReason,
      }
    : null
