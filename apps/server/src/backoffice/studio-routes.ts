import { asOperator } from '../identity/index.ts'
import {
  addStudio,
  admitPlace,
  approveKey,
  readReconciliation,
  readStudioDay,
  readStudios,
  revokeKey,
  rotateKey,
  setAddresses,
  setSuspended,
} from '../games/index.ts'
import { audit } from '../platform/audit.ts'
import { outsideOf } from '../platform/call-outside.ts'
import type { Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok, refuse } from '../platform/result.ts'

/** Calls for studios: registering them, rotating their keys, suspending them, reading their days. */
export function studioRoutes(api: OperatorApi, deps: Deps): void {
  readingRoutes(api, deps)
  managingRoutes(api, deps)
}

function managingRoutes(api: OperatorApi, { config, db, random }: Deps): void {
  const note = (
    tx: Tx,
    operatorId: number,
    action: `${string}.${string}`,
    { subject, details }: { subject: string; details: Record<string, unknown> },
  ) => audit(tx, { actor: { kind: 'operator', id: operatorId }, action, subject, details })
  const ofStudio = (studioId: string, details: Record<string, unknown>) => ({
    subject: `studio:${studioId}`,
    details,
  })

  serveOperator(api, 'POST /api/backoffice/studios', async ({ caller, body }) => {
    const { reason, ...studio } = body
    const admitted = await admitPlace(outsideOf(config), studio)
    if (!admitted.ok) return admitted
    return asOperator(db, caller, async (tx) => {
      const added = await addStudio(tx, random, { ...studio, operatorId: caller.operatorId })
      if (!added.ok) return added
      const { studioId, ...place } = studio
      const { keyId } = added.value
      await note(tx, caller.operatorId, 'studio.added', ofStudio(studioId, { ...place, keyId, reason }))
      return added
    })
  })

  serveOperator(
    api,
    'POST /api/backoffice/studios/:studioId/rotateKey',
    ({ caller, params: { studioId }, body: { overlapMinutes, reason } }) =>
      asOperator(db, caller, async (tx) => {
        const rotated = await rotateKey(tx, random, {
          studioId,
          overlapMinutes,
          operatorId: caller.operatorId,
        })
        if (!rotated.ok) return rotated
        const { keyId } = rotated.value
        const details = { keyId, overlapMinutes, reason }
        await note(tx, caller.operatorId, 'studio.key_rotated', ofStudio(studioId, details))
        return rotated
      }),
  )

  serveOperator(
    api,
    'POST /api/backoffice/studios/:studioId/approveKey',
    ({ caller, params: { studioId }, body: { keyId, reason } }) =>
      asOperator(db, caller, async (tx) => {
        const approved = await approveKey(tx, { studioId, keyId, operatorId: caller.operatorId })
        if (!approved.ok) return approved
        const { isNew, ending } = approved.value
        const details = { keyId, ending, reason }
        if (isNew) await note(tx, caller.operatorId, 'studio.key_approved', ofStudio(studioId, details))
        return ok(null)
      }),
  )

  serveOperator(
    api,
    'POST /api/backoffice/studios/:studioId/revokeKey',
    ({ caller, params: { studioId }, body }) =>
      asOperator(db, caller, async (tx) => {
        const revoked = await revokeKey(tx, { studioId, keyId: body.keyId })
        if (revoked.ok) await note(tx, caller.operatorId, 'studio.key_revoked', ofStudio(studioId, body))
        return revoked
      }),
  )

  serveOperator(
    api,
    'POST /api/backoffice/studios/:studioId/addresses',
    ({ caller, params: { studioId }, body: { addresses, reason } }) =>
      asOperator(db, caller, async (tx) => {
        const set = await setAddresses(tx, { studioId, addresses })
        if (!set.ok) return set
        const details = { before: set.value.before, after: addresses, reason }
        await note(tx, caller.operatorId, 'studio.addresses_set', ofStudio(studioId, details))
        return ok(null)
      }),
  )

  serveOperator(
    api,
    'POST /api/backoffice/studios/:studioId/suspend',
    ({ caller, params: { studioId }, body: { code, isSuspended, reason } }) =>
      asOperator(db, caller, async (tx) => {
        const set = await setSuspended(tx, { studioId, code, isSuspended })
        const action = isSuspended ? 'studio.suspended' : 'studio.resumed'
        if (set.ok) await note(tx, caller.operatorId, action, ofStudio(studioId, { game: code, reason }))
        return set
      }),
  )
}

function readingRoutes(api: OperatorApi, { db }: Pick<Deps, 'db'>): void {
  serveOperator(api, 'GET /api/backoffice/studios', async () =>
    ok(
      (await readStudios(db)).map(({ keys, games, ...studio }) => ({
        ...studio,
        keys: keys.map(({ studioId: _studio, createdAt, endsAt, ...key }) => ({
          ...key,
          createdAt: createdAt.toISOString(),
          endsAt: endsAt?.toISOString() ?? null,
        })),
        games: games.map(({ studioId: _studio, ...game }) => game),
      })),
    ),
  )

  serveOperator(
    api,
    'GET /api/backoffice/studios/:studioId/statement',
    async ({ params: { studioId }, query: { day } }) => {
      const read = await readStudioDay(db, { studioId, day })
      if (!read) return refuse('not_found')
      const { endedByRule, ...sums } = read
      return ok({
        ...sums,
        endedByRule: endedByRule.map((round) => ({ ...round, endedAt: round.endedAt.toISOString() })),
      })
    },
  )

  serveOperator(
    api,
    'GET /api/backoffice/studios/:studioId/reconciliation',
    async ({ params: { studioId }, query: { day, after = '' } }) => {
      const page = await readReconciliation(db, { studioId, day, after })
      return page ? ok(page) : refuse('not_found')
    },
  )
}
