import type { CallKey } from '@palpite/contract'
import { languages } from '@palpite/contract/languages'
import { todayTurnover } from '../ledger/index.ts'
import { present } from '../platform/assert.ts'
import { type Api, type Handler, serve } from '../platform/http/serve.ts'
import type { Deps } from '../platform/deps.ts'
import { ok, type Result } from '../platform/result.ts'
import type { CompliancePolicy } from './policy.ts'
import { readLimitStates } from './read-limits.ts'
import { netLoss, noLimit } from './rules.ts'
import type { SetLimit } from './set-limits.ts'

type Doing = {
  deps: Deps
  policy: CompliancePolicy
  setLimit: (request: SetLimit) => Promise<Result<null, 'limit_out_of_bounds'>>
}

type Handlers = { [K in Extract<CallKey, `${string}/api/app/protection/${string}`>]: Handler<K> }

/** Opens the calls of this module. */
export function protectionRoutes(api: Api, doing: Doing): void {
  const handlers = handlersOf(doing)
  serve(api, 'GET /api/app/protection/policy', handlers['GET /api/app/protection/policy'])
  serve(api, 'GET /api/app/protection/limits', handlers['GET /api/app/protection/limits'])
  serve(api, 'POST /api/app/protection/limits', handlers['POST /api/app/protection/limits'])
}

const handlersOf = ({ deps, policy, setLimit }: Doing): Handlers => ({
  'GET /api/app/protection/policy': async () =>
    ok({
      profile: policy.profile,
      version: policy.version,
      withdrawMethods: [...policy.terms.withdrawMethods],
      grantsGifts: policy.terms.grantsGifts,
      levelsByTopUp: policy.terms.levelsByTopUp,
      paysReferrals: policy.terms.paysReferrals,
      givesPromotions: policy.terms.givesPromotions,
      opensDepositByItself: policy.terms.opensDepositByItself,
      wagersTopUps: policy.terms.wagersTopUps,
      ownNameOnly: policy.terms.ownNameOnly,
      countsWithdrawals: policy.terms.countsWithdrawals,
      locales: policy.terms.locales === 'all' ? [...languages] : [policy.terms.locales],
      minAgeYears: policy.terms.minAgeYears,
    }),
  'GET /api/app/protection/limits': async ({ caller: { playerId } }) => {
    const [states, turnovers] = await Promise.all([
      readLimitStates(deps.db, [playerId]),
      todayTurnover(deps.db, [playerId]),
    ])
    const { dailyLossCents, pending } = states.get(playerId) ?? noLimit
    const today = present(turnovers.get(playerId), 'the turnover of a player')
    return ok({
      dailyLossCents,
      netLossTodayCents: netLoss(today),
      pending: pending && {
        dailyLossCents: pending.dailyLossCents,
        startsAt: pending.startsAt.toISOString(),
      },
    })
  },
  'POST /api/app/protection/limits': ({ caller: { playerId }, body: { dailyLossCents } }) =>
    setLimit({ playerId, dailyLossCents }),
})
