import type { Deps } from '../../platform/deps.ts'
import type { Sql, Tx } from '../../platform/db/index.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { type GiftBound, refuseBeyondDay } from '../../wagering/index.ts'
import { type CompliancePolicy, type OnBreak, readOnBreak } from '../../protection/index.ts'
import { discountGranted } from '../events.ts'
import type { CashierSettings } from '../settings.ts'
import {
  type DiscountRow,
  insertDiscounts,
  selectDiscounts,
  selectMaxPackage,
  selectNow,
} from './discount-queries.ts'

export type GrantDiscount = { playerId: number; discountBps: number; startsAt: Date; endsAt: Date }

type GrantRefusal = 'blocked_by_policy' | 'bad_request' | 'gifts_day_bound' | OnBreak['refusal']['code']

type Needs = Pick<Deps, 'random'> & {
  policy: Pick<CompliancePolicy, 'terms'>
  settings: Pick<CashierSettings, 'ownAmountMaxCents'>
  /** What whoever grants them may still give today. */
  bound: GiftBound
}

/**
 * Takes a part of the price off players' next top-up, from a time to a time. What is not paid comes as a bonus: each is worth
 * what it takes off the highest price there is, for the bound of the day. Answers in the order asked.
 */
export async function grantDiscounts(
  tx: Tx,
  { random, policy, settings, bound }: Needs,
  requests: readonly GrantDiscount[],
): Promise<Result<{ discountId: string; worthCents: number }, GrantRefusal>[]> {
  const [now, maxPackageCents, onBreak] = await Promise.all([
    selectNow(tx),
    selectMaxPackage(tx),
    readOnBreak(
      tx,
      requests.map(({ playerId }) => playerId),
    ),
  ])
  const maxPriceCents = Math.max(settings.ownAmountMaxCents, maxPackageCents)
  let { leftCents } = bound
  const decided = requests.map((request) => {
    if (!policy.terms.givesPromotions) return refuse('blocked_by_policy')
    const paused = onBreak.get(request.playerId)
    if (paused) return paused
    if (request.endsAt <= request.startsAt || request.endsAt <= now) {
      return refuse('bad_request', { values: { field: 'endsAt' }, detail: { field: 'endsAt' } })
    }
    const worthCents = Math.floor((maxPriceCents * request.discountBps) / 10_000)
    const isBeyond = refuseBeyondDay({ ...bound, leftCents }, worthCents)
    if (isBeyond) return isBeyond
    leftCents -= worthCents
    return ok({ ...request, worthCents, id: random.hex(16) })
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
  return decided.map((one) =>
    one.ok ? ok({ discountId: one.value.id, worthCents: one.value.worthCents }) : one,
  )
}

export type Discount = DiscountRow

/** What these players need not pay now, the largest where there are several. None where urgency is forbidden, nor on a break. */
export async function readDiscounts(
  sql: Sql,
  { terms }: Pick<CompliancePolicy, 'terms'>,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, Discount>> {
  if (!terms.givesPromotions || playerIds.length === 0) return new Map()
  const [rows, onBreak] = await Promise.all([selectDiscounts(sql, playerIds), readOnBreak(sql, playerIds)])
  const open = rows.filter(({ playerId }) => !onBreak.has(playerId))
  return new Map(open.toReversed().map((row) => [row.playerId, row]))
}
