import type { CallKey } from '@palpite/contract'
import { type Api, type Handler, serve } from '../platform/http/serve.ts'
import type { Deps } from '../platform/deps.ts'
import { ok } from '../platform/result.ts'
import type { CompliancePolicy } from './policy.ts'
import { readLimitStates } from './read-limits.ts'
import { noLimit } from './rules.ts'
import type { SetLimit } from './set-limits.ts'
import type { Result } from '../platform/result.ts'

type Doing = {
  deps: Deps
  policy: CompliancePolicy
  /** What the player staked and did not get back today; below zero after a winning day. */
  netLossToday: (playerId: number) => Promise<number>
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

const handlersOf = ({ deps, policy, netLossToday, setLimit }: Doing): Handlers => ({
  'GET /api/app/protection/policy': async () =>
    ok({
      profile: policy.profile,
      version: policy.version,
      withdrawMethods: [...policy.terms.withdrawMethods],
      grantsGifts: policy.terms.grantsGifts,
      opensDepositByItself: policy.terms.opensDepositByItself,
      wagersTopUps: policy.terms.wagersTopUps,
      ownNameOnly: policy.terms.ownNameOnly,
      countsWithdrawals: policy.terms.countsWithdrawals,
      locales: policy.terms.locales === 'all' ? ['pt-BR', 'en'] : [policy.terms.locales],
      minAgeYears: policy.terms.minAgeYears,
    }),
  'GET /api/app/protection/limits': async ({ caller: { playerId } }) => {
    const states = await readLimitStates(deps.db, [playerId])
    const { dailyLossCents, pending } = states.get(playerId) ?? noLimit
    return ok({
      dailyLossCents,
      netLossTodayCents: await netLossToday(playerId),
      pending: pending && {
        dailyLossCents: pending.dailyLossCents,
        startsAt: pending.startsAt.toISOString(),
      },
    })
  },
  'POST /api/app/protection/limits': ({ caller: { playerId }, body: { dailyLossCents } }) =>
    setLimit({ playerId, dailyLossCents }),
})
