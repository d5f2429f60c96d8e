import { asOperator, isOtherRequest, keepRequest } from '../identity/index.ts'
import { present } from '../platform/assert.ts'
import { audit } from '../platform/audit/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok, refuse } from '../platform/result.ts'
import { policyOf } from '../protection/index.ts'
import { grantFreeBets, revokeFreeBets, selectFreeBetsOf } from '../sportsbook/index.ts'
import { countOperatorGift, lockOperatorGifts, openWageringSettings } from '../wagering/index.ts'

/** Free bets of a player that an operator reads at once. */
const MAX_LISTED = 200

/** Stakes of the house that operators give. */
export function freeBetRoutes(api: OperatorApi, { db, random, config }: Deps): void {
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
