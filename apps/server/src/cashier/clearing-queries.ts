import type { Tx } from '../platform/db/index.ts'
import type { RailName } from './rails/payout-rail.ts'

const sumOf = (rows: readonly { cents: number }[]): number => rows[0]?.cents ?? Number.NaN

/** The money of withdrawals that are not at their end, and of refunds under way. */
export const selectHeldCents = async (tx: Tx): Promise<number> =>
  sumOf(
    await tx<{ cents: number }[]>`
      select coalesce(sum(amount_cents), 0)::bigint as cents
        from (select amount_cents from cashier_withdrawal
               where status in ('review', 'requested', 'sending', 'sent', 'unknown')
               union all
              select amount_cents from cashier_refund
               where status = 'asked' and player_id is not null) as held`,
  )

/** The money that came in over a rail and stayed. */
export const selectReceivedCents = async (tx: Tx, rail: RailName): Promise<number> =>
  sumOf(
    await tx<{ cents: number }[]>`
      select coalesce(sum(amount_cents - reversed_cents), 0)::bigint as cents
        from cashier_topup where state = 'credited' and rail = ${rail}`,
  )

/** The money that payouts took out by a rail. */
export const selectPaidOutCents = async (tx: Tx, rail: RailName): Promise<number> =>
  sumOf(
    await tx<{ cents: number }[]>`
      select coalesce(sum(net_cents), 0)::bigint as cents from cashier_withdrawal
       where status = 'paid' and rail = ${rail}`,
  )
