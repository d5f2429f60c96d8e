import { asOperator, isKeptRequest, isOtherRequest, keepRequest } from '../identity/index.ts'
import { audit } from '../platform/audit.ts'
import type { Db } from '../platform/db/index.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok, refuse } from '../platform/result.ts'
import { limitMatches } from '../sportsbook/index.ts'

const LIMIT = 'POST /api/backoffice/trading/fixtures/:fixtureId/limits'

/** The call that sets the limits of one match, or returns it to those of the settings. */
export function matchLimitRoutes(api: OperatorApi, db: Db): void {
  serveOperator(api, 'POST /api/backoffice/trading/fixtures/:fixtureId/limits', ({ caller, params, body }) =>
    asOperator(db, caller, async (tx) => {
      const { operatorId } = caller
      const { requestId, ...asked } = body
      const request = { call: LIMIT, operatorId, requestId, asked: { ...asked, ...params } } as const
      if (await isOtherRequest(tx, request)) return refuse('request_mismatch')
      if (await isKeptRequest(tx, request)) return ok(null)
      const fixtureId = Number(params.fixtureId)
      const [answer] = await limitMatches(tx, [{ ...asked, fixtureId, operatorId }])
      if (!answer?.ok) return answer ?? refuse('not_found')
      await keepRequest(tx, request)
      await audit(tx, {
        actor: { kind: 'operator', id: operatorId },
        action: answer.value.after ? 'fixture.limited' : 'fixture.limits_lifted',
        subject: `fixture:${fixtureId}`,
        details: { fixtureId, ...answer.value, reason: body.reason },
      })
      return ok(null)
    }),
  )
}

type Held = { beforeStartBps: number; inPlayBps: number; version: number; operatorId: number; reason: string }

/** The limits of a match as an operator set them; null if it has those of the settings. */
export const toWireLimits = (held: (Held & { setAt: Date }) | undefined) => {
  if (!held) return null
  const { beforeStartBps, inPlayBps, version, operatorId, reason, setAt } = held
  return { beforeStartBps, inPlayBps, version, operatorId, reason, since: setAt.toISOString() }
}
