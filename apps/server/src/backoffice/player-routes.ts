import {
  asOperator,
  correctIdentities,
  type Operators,
  reopenAccount,
  resetPlayerFactor,
  setUsdtWithdrawals,
} from '../identity/index.ts'
import { present } from '../platform/assert.ts'
import { audit } from '../platform/audit/audit.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok } from '../platform/result.ts'
import { askAnew } from '../protection/index.ts'
import { maskedIdentity } from './rules.ts'

/** What operators change of a player. */
export function playerRoutes(api: OperatorApi, { deps: { db }, settings }: Operators): void {
  serveOperator(api, 'POST /api/backoffice/players/:playerId/identity', ({ caller, params, body }) =>
    asOperator(db, caller, async (tx) => {
      const playerId = Number(params.playerId)
      const request = { playerId, name: body.name, cardNo: body.cardNo }
      const answer = present((await correctIdentities(tx, [request]))[0], 'the answer to a correction')
      if (!answer.ok) return answer
      const { before, after } = answer.value
      if (before.cpf !== after.cpf) await askAnew(tx, [playerId])
      await audit(tx, {
        actor: { kind: 'operator', id: caller.operatorId },
        action: 'player.identity_corrected',
        subject: `player:${playerId}`,
        details: { before: maskedIdentity(before), after: maskedIdentity(after), reason: body.reason },
      })
      return ok(null)
    }),
  )
  serveOperator(api, 'POST /api/backoffice/players/:playerId/lx', ({ caller, params, body }) =>
    asOperator(db, caller, async (tx) => {
      const playerId = Number(params.playerId)
      const answer = present(
        (await setUsdtWithdrawals(tx, [{ playerId, lx: body.lx }]))[0],
        'the answer about a flag',
      )
      if (!answer.ok) return answer
      await audit(tx, {
        actor: { kind: 'operator', id: caller.operatorId },
        action: 'player.lx_set',
        subject: `player:${playerId}`,
        details: { before: answer.value.before, after: body.lx, reason: body.reason },
      })
      return ok(null)
    }),
  )
  serveOperator(api, 'POST /api/backoffice/players/:playerId/reopen', ({ caller, params, body }) =>
    asOperator(db, caller, async (tx) => {
      const playerId = Number(params.playerId)
      const answer = await reopenAccount(tx, playerId)
      if (!answer.ok) return answer
      await audit(tx, {
        actor: { kind: 'operator', id: caller.operatorId },
        action: 'player.account_reopened',
        subject: `player:${playerId}`,
        details: { reason: body.reason },
      })
      return ok(null)
    }),
  )
  serveOperator(api, 'POST /api/backoffice/players/:playerId/resetSecondFactor', ({ caller, params, body }) =>
    asOperator(db, caller, (tx) => {
      const playerId = Number(params.playerId)
      const withinSeconds = settings.factorResetSeconds
      return resetPlayerFactor(tx, {
        playerId,
        operatorId: caller.operatorId,
        reason: body.reason.trim(),
        withinSeconds,
      })
    }),
  )
}
