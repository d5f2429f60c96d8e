import { asOperator } from '../identity/index.ts'
import { audit } from '../platform/audit/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok, refuse } from '../platform/result.ts'
import { policyOf } from '../protection/index.ts'
import { readBetMarks, reviewBetMark, setStakeFactor, type WorstScenarios } from '../sportsbook/index.ts'

const PAGE = 50

/** Bets that should be looked at, and what operators do about the stakes of who placed them. */
export function betRoutes(
  api: OperatorApi,
  { db, config }: Pick<Deps, 'db' | 'config'>,
  readWorst: (max: number) => Promise<WorstScenarios>,
): void {
  const policy = policyOf(config)
  serveOperator(api, 'GET /api/backoffice/bets/worst', async () => ok(await readWorst(PAGE)))
  serveOperator(
    api,
    'GET /api/backoffice/bets/marks',
    async ({ query: { cursor, kind = null, status = null } }) => {
      const beforeId = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor)
      const rows = await readBetMarks(db, { beforeId, max: PAGE, kind, status })
      const items = rows.map((row) => ({
        ...row,
        placedAt: row.placedAt.toISOString(),
        markedAt: row.markedAt.toISOString(),
      }))
      return ok({ items, nextCursor: rows.length < PAGE ? null : String(rows.at(-1)?.id ?? '') })
    },
  )
  serveOperator(api, 'POST /api/backoffice/bets/marks/:id/review', ({ caller, params, body }) =>
    asOperator(db, caller, async (tx) => {
      const { operatorId } = caller
      const [mark] = await reviewBetMark(tx, { id: Number(params.id), operatorId, ...body })
      if (!mark) return refuse('not_found')
      await audit(tx, {
        actor: { kind: 'operator', id: operatorId },
        action: `bet_mark.${body.status}`,
        subject: `bet:${mark.betId}`,
        details: { kind: mark.kind, reason: body.reason },
      })
      return ok(null)
    }),
  )
  serveOperator(api, 'POST /api/backoffice/players/:playerId/stakeFactor', ({ caller, params, body }) =>
    asOperator(db, caller, async (tx) => {
      const playerId = Number(params.playerId)
      const answer = await setStakeFactor(tx, policy, { playerId, factorBps: body.factorBps })
      if (!answer.ok) return answer
      await audit(tx, {
        actor: { kind: 'operator', id: caller.operatorId },
        action: 'player.stake_factor_set',
        subject: `player:${playerId}`,
        details: { beforeBps: answer.value.beforeBps, afterBps: body.factorBps, reason: body.reason },
      })
      return ok(null)
    }),
  )
}
