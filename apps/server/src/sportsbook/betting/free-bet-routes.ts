import type { Deps } from '../../platform/deps.ts'
import { type Api, serve } from '../../platform/http/serve.ts'
import { ok } from '../../platform/result.ts'
import type { CompliancePolicy } from '../../protection/index.ts'
import { selectOpenFreeBets } from './free-bet-queries.ts'

/** Stakes of the house that wait to be used; none where the policy has no promotions. */
export function freeBetRoutes(
  api: Api,
  { db }: Pick<Deps, 'db'>,
  policy: Pick<CompliancePolicy, 'hasRewards'>,
): void {
  serve(api, 'GET /api/app/sportsbook/freeBets', async ({ caller: { playerId } }) => {
    const rows = policy.hasRewards('promotions') ? await selectOpenFreeBets(db, playerId) : []
    return ok(
      rows.map(({ id: freeBetId, endsAt, ...row }) => ({ freeBetId, ...row, endsAt: endsAt.toISOString() })),
    )
  })
}
