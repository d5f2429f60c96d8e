import { grantDiscounts } from '../cashier/index.ts'
import { readPlayers } from '../identity/index.ts'
import { present } from '../platform/assert.ts'
import { audit } from '../platform/audit/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { refuse } from '../platform/result.ts'
import { policyOf } from '../protection/index.ts'

/** What operators take off a player's price. */
export function discountRoutes(api: OperatorApi, { db, random, config }: Deps): void {
  const policy = policyOf(config)
  serveOperator(api, 'POST /api/backoffice/players/:playerId/discount', ({ caller, params, body }) =>
    db.begin(async (tx) => {
      const playerId = Number(params.playerId)
      if (!(await readPlayers(tx, [playerId])).has(playerId)) return refuse('not_found')
      const { discountBps, reason } = body
      const [startsAt, endsAt] = [new Date(body.startsAt), new Date(body.endsAt)]
      const request = { playerId, discountBps, startsAt, endsAt }
      const answers = await grantDiscounts(tx, { random, policy }, [request])
      const answer = present(answers[0], 'the answer about a discount')
      if (!answer.ok) return answer
      await audit(tx, {
        actor: { kind: 'operator', id: caller.operatorId },
        action: 'player.discount_granted',
        subject: `player:${playerId}`,
        details: { discountBps, startsAt: body.startsAt, endsAt: body.endsAt, reason },
      })
      return answer
    }),
  )
}
