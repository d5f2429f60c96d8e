import { asOperator, isOtherRequest, keepRequest } from '../identity/index.ts'
import { present } from '../platform/assert.ts'
import { audit } from '../platform/audit/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok, refuse } from '../platform/result.ts'
import { policyOf } from '../protection/index.ts'
import { countOperatorGift, lockOperatorGifts, openWageringSettings } from '../wagering/index.ts'
import { endBoosts, giveBoosts, selectListedBoosts } from '../sportsbook/index.ts'

/** Boosts that an operator reads at once. */
const MAX_LISTED = 200

/** Prices that operators boost. */
export function boostRoutes(api: OperatorApi, { db, random, config }: Deps): void {
  const policy = policyOf(config)
  const settings = openWageringSettings()
  serveOperator(api, 'GET /api/backoffice/boosts', async () => {
    const rows = await selectListedBoosts(db, MAX_LISTED)
    return ok(
      rows.map(({ id: boostId, outcomeId, endsAt, endedAt, createdAt, ...row }) => ({
        boostId,
        outcomeId: String(outcomeId),
        ...row,
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
