import type { Deps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/db/index.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { CompliancePolicy } from '../../protection/index.ts'
import { discountGranted } from '../events.ts'
import { insertDiscounts, selectNow } from './queries.ts'

export type GrantDiscount = { playerId: number; discountBps: number; startsAt: Date; endsAt: Date }

type GrantRefusal = 'blocked_by_policy' | 'bad_request'

/** Takes a part of the price off players' next top-up, from a time to a time. Answers in the order asked. */
export async function grantDiscounts(
  tx: Tx,
  { random, policy }: Pick<Deps, 'random'> & { policy: Pick<CompliancePolicy, 'terms'> },
  requests: readonly GrantDiscount[],
): Promise<Result<{ discountId: string }, GrantRefusal>[]> {
  const now = await selectNow(tx)
  const decided = requests.map((request) => {
    if (!policy.terms.givesPromotions) return refuse('blocked_by_policy')
    if (request.endsAt <= request.startsAt || request.endsAt <= now) {
      return refuse('bad_request', { values: { field: 'endsAt' }, detail: { field: 'endsAt' } })
    }
    return ok({ ...request, id: random.hex(16) })
  })
  const granted = decided.flatMap((one) => (one.ok ? [one.value] : []))
  if (granted.length > 0) await insertDiscounts(tx, granted)
  // One that begins later is seen when it has begun.
  const begun = granted.filter(({ startsAt }) => startsAt <= now)
  await writeEvents(
    tx,
    discountGranted,
    begun.map(({ playerId, discountBps, endsAt }) => ({
      playerId,
      discount: discountBps / 10_000,
      expiredTime: endsAt.getTime(),
    })),
  )
  return decided.map((one) => (one.ok ? ok({ discountId: one.value.id }) : one))
}
