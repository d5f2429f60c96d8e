import { grantFreeRounds } from '../games/index.ts'
import { asOperator, isOtherRequest, keepRequest } from '../identity/index.ts'
import { present } from '../platform/assert.ts'
import { audit } from '../platform/audit/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok, refuse } from '../platform/result.ts'
import { policyOf } from '../protection/index.ts'
import { countOperatorGift, lockOperatorGifts, openWageringSettings } from '../wagering/index.ts'

/** Rounds without a stake that operators give. */
export function freeRoundRoutes(api: OperatorApi, { db, random, config }: Deps): void {
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
