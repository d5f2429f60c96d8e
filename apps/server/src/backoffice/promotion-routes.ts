import { areIndependent, asOperator, isOtherRequest, keepRequest } from '../identity/index.ts'
import { audit } from '../platform/audit.ts'
import type { Db, Tx } from '../platform/db/index.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import type { Deps } from '../platform/deps.ts'
import {
  type HeldCommission,
  approvePlan,
  endPlan,
  forecastPlan,
  type PlanRow,
  proposePlan,
  readActivityDates,
  readPlans,
} from '../rewards/index.ts'
import { ok, refuse } from '../platform/result.ts'
import { present } from '../platform/errors.ts'
import { policyOf } from '../protection/index.ts'
import { countOperatorGift, lockOperatorGifts, openWageringSettings } from '../wagering/index.ts'
import {
  endBoosts,
  giveBoosts,
  selectListedBoosts,
  grantFreeBets,
  revokeFreeBets,
  selectFreeBetsOf,
} from '../sportsbook/index.ts'
import { grantFreeRounds } from '../games/index.ts'

/** Calls for promotions: planned promotions, boosts, free bets, free rounds, and held commission. */
export function promotionRoutes(api: OperatorApi, deps: Deps, held: HeldCommission): void {
  planRoutes(api, deps)
  boostRoutes(api, deps)
  freeBetRoutes(api, deps)
  freeRoundRoutes(api, deps)
  commissionRoutes(api, deps.db, held)
}

/** Calls that plan, forecast, approve and end promotions. */
function planRoutes(api: OperatorApi, { db, config }: Deps): void {
  const policy = policyOf(config)
  serveOperator(api, 'GET /api/backoffice/promotions', async () => {
    const [{ plans, inForce }, activities] = await Promise.all([readPlans(db), readActivityDates(db)])
    return ok({
      plans: plans.map(toWirePlan),
      inForce,
      activities: activities.map(({ startsAt, endsAt, ...one }) => ({
        ...one,
        startsAt: startsAt.toISOString(),
        endsAt: endsAt.toISOString(),
      })),
    })
  })

  serveOperator(api, 'POST /api/backoffice/promotions', ({ caller, body }) =>
    asOperator(db, caller, async (tx) => {
      const proposed = await proposePlan(tx, policy, {
        ...body,
        activity: body.activity ?? null,
        operatorId: caller.operatorId,
      })
      if (!proposed.ok) return proposed
      const { planId, isNew } = proposed.value
      const { requestId: _requestId, ...details } = body
      if (isNew)
        await auditPromotion(tx, caller.operatorId, { action: 'promotion.proposed', planId, details })
      return ok({ planId: String(planId) })
    }),
  )

  serveOperator(api, 'POST /api/backoffice/promotions/forecast', ({ body }) =>
    forecastPlan(db, policy, { ...body, activity: body.activity ?? null }),
  )

  serveOperator(api, 'POST /api/backoffice/promotions/:planId/approve', ({ caller, params: { planId } }) =>
    asOperator(db, caller, async (tx) => {
      const decision = { id: Number(planId), by: caller.operatorId }
      const approved = await approvePlan(tx, decision, {
        policy,
        areIndependent: (sql, first, second) => areIndependent(sql, first, second, 'settings.propose'),
      })
      if (!approved.ok) return approved
      const { kind, rules, activity, startsOn, endsOn, proposedBy } = approved.value
      const details = { kind, rules, ...(activity && { activity }), startsOn, endsOn, proposedBy }
      await auditPromotion(tx, caller.operatorId, {
        action: 'promotion.approved',
        planId: Number(planId),
        details,
      })
      return ok(null)
    }),
  )

  serveOperator(api, 'POST /api/backoffice/promotions/:planId/end', ({ caller, params: { planId } }) =>
    asOperator(db, caller, async (tx) => {
      const ended = await endPlan(tx, { id: Number(planId), by: caller.operatorId })
      if (!ended.ok) return ended
      const { kind, approvedAt, proposedBy } = ended.value
      const action = approvedAt === null ? 'promotion.rejected' : 'promotion.stopped'
      await auditPromotion(tx, caller.operatorId, {
        action,
        planId: Number(planId),
        details: { kind, proposedBy },
      })
      return ok(null)
    }),
  )
}

const auditPromotion = (
  tx: Tx,
  id: number,
  {
    action,
    planId,
    details,
  }: { action: `${string}.${string}`; planId: number; details: Record<string, unknown> },
) => audit(tx, { actor: { kind: 'operator', id }, action, subject: `promotion:${planId}`, details })

const toWirePlan = ({ id, proposedAt, approvedAt, endedAt, endedBy: _endedBy, ...plan }: PlanRow) => ({
  ...plan,
  planId: String(id),
  proposedAt: proposedAt.toISOString(),
  status: statusOf({ approvedAt, endedAt }),
})

function statusOf({ approvedAt, endedAt }: Pick<PlanRow, 'approvedAt' | 'endedAt'>) {
  if (approvedAt === null) return endedAt === null ? ('open' as const) : ('rejected' as const)
  return endedAt === null ? ('approved' as const) : ('stopped' as const)
}

/** The most boosts, or free bets of a player, in one answer. */
const MAX_LISTED = 200

/** Calls for boosted prices. */
function boostRoutes(api: OperatorApi, { db, random, config }: Deps): void {
  const policy = policyOf(config)
  const settings = openWageringSettings()
  serveOperator(api, 'GET /api/backoffice/boosts', async () => {
    const rows = await selectListedBoosts(db, MAX_LISTED)
    return ok(
      rows.map(({ id: boostId, outcomeId, startsAt, endsAt, endedAt, createdAt, ...row }) => ({
        boostId,
        outcomeId: String(outcomeId),
        ...row,
        startsAt: startsAt.toISOString(),
        endsAt: endsAt.toISOString(),
        endedAt: endedAt?.toISOString() ?? null,
        createdAt: createdAt.toISOString(),
      })),
    )
  })
  serveOperator(api, 'POST /api/backoffice/boosts', ({ caller, body }) =>
    asOperator(db, caller, async (tx) => {
      const request = {
        call: 'POST /api/backoffice/boosts',
        operatorId: caller.operatorId,
        requestId: body.requestId,
        asked: body,
      } as const
      if (await isOtherRequest(tx, request)) return refuse('request_mismatch')
      const { reason, endsAt, outcomeId, ...asked } = body
      const boost = { ...asked, outcomeId: Number(outcomeId), endsAt: new Date(endsAt) }
      const bound = await lockOperatorGifts(tx, await settings.read(tx), caller.operatorId)
      const answers = await giveBoosts(tx, { random, policy, bound }, [boost])
      const given = present(answers[0], 'the answer about a boost')
      if (!given.ok) return given
      const { boostId, isNew, worthCents } = given.value
      if (isNew) {
        await keepRequest(tx, request)
        await countOperatorGift(tx, caller.operatorId, worthCents)
        const { bps, maxStakeCents } = asked
        await audit(tx, {
          actor: { kind: 'operator', id: caller.operatorId },
          action: 'boost.given',
          subject: `outcome:${outcomeId}`,
          details: { boostId, bps, maxStakeCents, endsAt, reason },
        })
      }
      return ok({ boostId })
    }),
  )
  serveOperator(
    api,
    'POST /api/backoffice/boosts/:boostId/end',
    ({ caller, params: { boostId }, body: { reason } }) =>
      asOperator(db, caller, async (tx) => {
        const isEnded = (await endBoosts(tx, [boostId])).length > 0
        if (isEnded) {
          await audit(tx, {
            actor: { kind: 'operator', id: caller.operatorId },
            action: 'boost.ended',
            subject: `boost:${boostId}`,
            details: { reason },
          })
        }
        return ok({ isEnded })
      }),
  )
}

/** Calls for free bets. */
function freeBetRoutes(api: OperatorApi, { db, random, config }: Deps): void {
  const policy = policyOf(config)
  const settings = openWageringSettings()
  serveOperator(api, 'GET /api/backoffice/players/:playerId/freeBets', async ({ params: { playerId } }) => {
    const rows = await selectFreeBetsOf(db, Number(playerId), MAX_LISTED)
    return ok(
      rows.map(({ id: freeBetId, endsAt, createdAt, ...row }) => ({
        freeBetId,
        ...row,
        endsAt: endsAt.toISOString(),
        createdAt: createdAt.toISOString(),
      })),
    )
  })
  serveOperator(
    api,
    'POST /api/backoffice/players/:playerId/freeBets/:freeBetId/revoke',
    ({ caller, params, body: { reason } }) =>
      asOperator(db, caller, async (tx) => {
        const { playerId, freeBetId } = params
        const revoked = await revokeFreeBets(tx, [{ playerId: Number(playerId), freeBetId }])
        const isRevoked = revoked.has(freeBetId)
        if (isRevoked) {
          await audit(tx, {
            actor: { kind: 'operator', id: caller.operatorId },
            action: 'player.free_bet_revoked',
            subject: `player:${playerId}`,
            details: { freeBetId, reason },
          })
        }
        return ok({ isRevoked })
      }),
  )
  serveOperator(api, 'POST /api/backoffice/players/:playerId/freeBets', ({ caller, params, body }) =>
    asOperator(db, caller, async (tx) => {
      const playerId = Number(params.playerId)
      const request = {
        call: 'POST /api/backoffice/players/:playerId/freeBets',
        operatorId: caller.operatorId,
        requestId: body.requestId,
        asked: { playerId, ...body, kinds: body.kinds.toSorted() },
      } as const
      if (await isOtherRequest(tx, request)) return refuse('request_mismatch')
      const { reason, endsAt, ...asked } = body
      const gift = { ...asked, playerId, endsAt: new Date(endsAt) }
      const bound = await lockOperatorGifts(tx, await settings.read(tx), caller.operatorId)
      const answers = await grantFreeBets(tx, { random, policy, bound }, [gift])
      const given = present(answers[0], 'the answer about a free bet')
      if (!given.ok) return given
      const { freeBetId, isNew } = given.value
      if (isNew) {
        await keepRequest(tx, request)
        await countOperatorGift(tx, caller.operatorId, asked.stakeCents)
        const { stakeCents, minPriceMilli, kinds } = asked
        await audit(tx, {
          actor: { kind: 'operator', id: caller.operatorId },
          action: 'player.free_bet_granted',
          subject: `player:${playerId}`,
          details: { freeBetId, stakeCents, minPriceMilli, kinds, endsAt, reason },
        })
      }
      return ok({ freeBetId })
    }),
  )
}

/** Calls for free rounds. */
function freeRoundRoutes(api: OperatorApi, { db, random, config }: Deps): void {
  const policy = policyOf(config)
  const settings = openWageringSettings()
  serveOperator(api, 'POST /api/backoffice/players/:playerId/freeRounds', ({ caller, params, body }) =>
    asOperator(db, caller, async (tx) => {
      const playerId = Number(params.playerId)
      const request = {
        call: 'POST /api/backoffice/players/:playerId/freeRounds',
        operatorId: caller.operatorId,
        requestId: body.requestId,
        asked: { playerId, ...body },
      } as const
      if (await isOtherRequest(tx, request)) return refuse('request_mismatch')
      const { requestId, game: gameCode, rounds, stakeCents, reason } = body
      const gift = { playerId, requestId, gameCode, rounds, stakeCents, endsAt: new Date(body.endsAt) }
      const bound = await lockOperatorGifts(tx, await settings.read(tx), caller.operatorId)
      const answers = await grantFreeRounds(tx, { random, policy, bound }, [gift])
      const given = present(answers[0], 'the answer about free rounds')
      if (!given.ok) return given
      const { grantId, isNew } = given.value
      if (isNew) {
        await keepRequest(tx, request)
        await countOperatorGift(tx, caller.operatorId, rounds * stakeCents)
        const details = { grantId, game: gameCode, rounds, stakeCents, endsAt: body.endsAt, reason }
        await audit(tx, {
          actor: { kind: 'operator', id: caller.operatorId },
          action: 'player.free_rounds_granted',
          subject: `player:${playerId}`,
          details,
        })
      }
      return ok({ grantId })
    }),
  )
}

const E2 = 100

/** Calls for held commission. */
function commissionRoutes(api: OperatorApi, db: Db, held: HeldCommission): void {
  serveOperator(api, 'GET /api/backoffice/commission/held', async ({ query: { cursor } }) => {
    const { items, next } = await held.read(cursor)
    return ok({
      items: items.map(({ amountE4, ...one }) => ({ ...one, amountE2: Math.trunc(amountE4 / E2) })),
      nextCursor: next,
    })
  })
  serveOperator(api, 'POST /api/backoffice/commission/decide', ({ caller, body }) =>
    asOperator(db, caller, async (tx) => {
      const answer = await held.decide(tx, {
        ...body,
        reason: body.reason.trim(),
        operatorId: caller.operatorId,
      })
      if (!answer.ok) return answer
      const { isNew, earnerId, playerId, outcome, reason, relations, amountE4, paidCents } = answer.value
      const details = { from: playerId, outcome, reason, relations, amountE4, paidCents }
      if (isNew) {
        await audit(tx, {
          actor: { kind: 'operator', id: caller.operatorId },
          action: 'commission.decided',
          subject: `player:${earnerId}`,
          details,
        })
      }
      return ok({ amountE2: Math.trunc(amountE4 / E2), paidCents })
    }),
  )
}
