import { asOperator } from '../identity/index.ts'
import { audit } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import type { Maintenance } from '../platform/maintenance.ts'
import { ok } from '../platform/result.ts'
import { refuseReferral, selectReferrals, type TradedBook } from '../sportsbook/index.ts'

const PAGE = 50

/** Calls for bets above their limits that wait for a trader: the list, accepting and refusing one. */
export function betReferralRoutes(
  api: OperatorApi,
  {
    db,
    closedNow,
    referrals,
  }: Pick<Deps, 'db'> & Pick<Maintenance, 'closedNow'> & Pick<TradedBook, 'referrals'>,
): void {
  serveOperator(api, 'GET /api/backoffice/bets/referrals', async ({ query: { cursor, status = null } }) => {
    const beforeId = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor)
    const rows = await selectReferrals(db, { beforeId, max: PAGE, status })
    const items = rows.map(({ askedAt, until, decidedAt, legs, ...row }) => ({
      ...row,
      askedAt: askedAt.toISOString(),
      until: until.toISOString(),
      decidedAt: decidedAt?.toISOString() ?? null,
      legs: legs.map((leg) => ({ ...leg, startsAt: new Date(leg.startsAt).toISOString() })),
    }))
    return ok({ items, nextCursor: rows.length < PAGE ? null : String(rows.at(-1)?.id ?? '') })
  })
  serveOperator(api, 'POST /api/backoffice/bets/referrals/:id/accept', async ({ caller, params }) => {
    const { operatorId } = caller
    const id = Number(params.id)
    const closed = await closedNow('bets')
    if (closed) return closed
    return referrals.accept({ id, operatorId }, (accept) =>
      asOperator(db, caller, async (tx) => {
        const answer = await accept(tx)
        if (!answer.ok) return answer
        const { playerId, status, ...result } = answer.value
        const betId = 'betId' in result ? result.betId : null
        const refusal = 'refusal' in result ? result.refusal.code : null
        await audit(tx, {
          actor: { kind: 'operator', id: operatorId },
          action: `bet_referral.${status}`,
          subject: `player:${playerId}`,
          details: { referralId: id, betId, refusal },
        })
        return ok({ status, betId, refusal })
      }),
    )
  })
  serveOperator(api, 'POST /api/backoffice/bets/referrals/:id/refuse', ({ caller, params, body }) =>
    asOperator(db, caller, async (tx) => {
      const { operatorId } = caller
      const id = Number(params.id)
      const answer = await refuseReferral(tx, { id, operatorId, reason: body.reason })
      if (!answer.ok) return answer
      await audit(tx, {
        actor: { kind: 'operator', id: operatorId },
        action: 'bet_referral.refused',
        subject: `player:${answer.value.playerId}`,
        details: { referralId: id, reason: body.reason },
      })
      return ok(null)
    }),
  )
}
