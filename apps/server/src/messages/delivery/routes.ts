import { lockSessions } from '../../identity/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { type Api, serve } from '../../platform/http/serve.ts'
import { ok, refuse } from '../../platform/result.ts'
import { pushKeyOf } from './delivery.ts'
import {
  deleteOldestPushTargets,
  deletePushTarget,
  selectPreferences,
  selectPushTargets,
  selectQuiet,
  upsertPreferences,
  upsertPushTarget,
  upsertReader,
} from './queries.ts'
import { isPushService, keptPreference, nightly, wholePreferences } from './rules.ts'

/** The most browsers stored per player; beyond it the oldest are removed. */
const MAX_TARGETS = 10

/** The calls for delivery preferences. */
export function deliveryRoutes(api: Api, { db, config }: Deps): void {
  const pushKey = pushKeyOf(config) ?? null
  serve(api, 'GET /api/app/messages/preferences', async ({ caller: { playerId } }) => {
    const [kinds, quiet, targets] = await Promise.all([
      selectPreferences(db, playerId),
      selectQuiet(db, playerId),
      selectPushTargets(db, [playerId]),
    ])
    return ok({
      kinds: wholePreferences(kinds),
      quiet: quiet[0] ?? nightly,
      pushKey,
      browsers: targets.length,
    })
  })
  serve(api, 'POST /api/app/messages/preferences', ({ caller: { playerId }, body, lang }) =>
    db.begin(async (tx) => {
      const kinds = new Map(body.kinds.map((wish) => [wish.kind, keptPreference(wish)]))
      await upsertReader(tx, playerId, lang, body.quiet)
      await upsertPreferences(tx, playerId, [...kinds.values()])
      return ok(null)
    }),
  )
  serve(api, 'POST /api/app/messages/subscribe', async ({ caller: { playerId, sessionId }, body, lang }) => {
    if (!isPushService(body.endpoint))
      return refuse('bad_request', { values: { field: 'endpoint' }, detail: { field: 'endpoint' } })
    return db.begin(async (tx) => {
      // The session stays locked until the browser is stored: its end comes later and finds the browser.
      if (!(await lockSessions(tx, [sessionId])).has(sessionId)) return refuse('logged_out')
      const [quiet = nightly] = await selectQuiet(tx, playerId)
      await upsertReader(tx, playerId, lang, quiet)
      await upsertPushTarget(tx, { playerId, sessionId, ...body })
      await deleteOldestPushTargets(tx, playerId, MAX_TARGETS)
      return ok(null)
    })
  })
  serve(api, 'POST /api/app/messages/unsubscribe', async ({ caller: { playerId }, body }) => {
    await deletePushTarget(db, playerId, body.endpoint)
    return ok(null)
  })
}
