import { cashierSettingsDefinition, grantDiscounts } from '../cashier/index.ts'
import { asOperator, readPlayers } from '../identity/index.ts'
import { present } from '../platform/assert.ts'
import { audit } from '../platform/audit/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok, refuse } from '../platform/result.ts'
import { openSettings } from '../platform/settings/settings.ts'
import { policyOf } from '../protection/index.ts'
import { countOperatorGift, lockOperatorGifts, openWageringSettings } from '../wagering/index.ts'

/** What operators take off a player's price. */
export function discountRoutes(api: OperatorApi, { db, random, config }: Deps): void {
  const policy = policyOf(config)
  const [cashier, wagering] = [openSettings(cashierSettingsDefinition), openWageringSettings()]
  serveOperator(api, 'POST /api/backoffice/players/:playerId/discount', ({ caller, params, body }) =>
    asOperator(db, caller, async (tx) => {
      const playerId = Number(params.playerId)
      if (!(await readPlayers(tx, [playerId])).has(playerId)) return refuse('not_found')
      const { discountBps, reason } = body
      const [startsAt, endsAt] = [new Date(body.startsAt), new Date(body.endsAt)]
      const request = { playerId, discountBps, startsAt, endsAt }
      const settings = await cashier.read(tx)
      const bound = await lockOperatorGifts(tx, await wagering.read(tx), caller.operatorId)
      const answers = await grantDiscounts(tx, { random, policy, settings, bound }, [request])
      const answer = present(answers[0], 'the answer about a discount')
      if (!answer.ok) return answer
      const { discountId, worthCents } = answer.value
      await countOperatorGift(tx, caller.operatorId, worthCents)
      await audit(tx, {
        actor: { kind: 'operator', id: caller.operatorId },
        action: 'player.discount_granted',
        subject: `player:${playerId}`,
        details: { discountBps, startsAt: body.startsAt, endsAt: body.endsAt, reason },
      })
      return ok({ discountId })
    }),
  )
}
