import type { Sql } from '../platform/db/index.ts'
import type { ListPlace } from '../platform/merge-pages.ts'

/** The next rows of one player in a list, newest first. */
type Step = { playerId: number; before: ListPlace; max: number }

type MoneyRow = ListPlace & { amountCents: number; status: string }

/** A player's top-up orders. */
export const selectPlayerOrders = (sql: Sql, { playerId, before, max }: Step) => sql<MoneyRow[]>`
  select id as key, (extract(epoch from created_at) * 1000000)::bigint as "atMicros", status,
         amount_cents as "amountCents"
    from cashier_order
   where player_id = ${playerId}
     and (created_at, id) < (to_timestamp(0) + ${before.atMicros}::bigint * interval '1 microsecond', ${before.key}::text)
   order by created_at desc, id desc limit ${max}`

/** A player's withdrawals. */
export const selectPlayerWithdrawals = (sql: Sql, { playerId, before, max }: Step) => sql<MoneyRow[]>`
  select id as key, (extract(epoch from requested_at) * 1000000)::bigint as "atMicros", status,
         amount_cents as "amountCents"
    from cashier_withdrawal
   where player_id = ${playerId}
     and (requested_at, id) < (to_timestamp(0) + ${before.atMicros}::bigint * interval '1 microsecond', ${before.key}::text)
   order by requested_at desc, id desc limit ${max}`

type TransferRow = ListPlace & { amountCents: number; otherId: number }

/** A player's transfers to other players. */
export const selectTransfersSent = (sql: Sql, { playerId, before, max }: Step) => sql<TransferRow[]>`
  select id as key, (extract(epoch from made_at) * 1000000)::bigint as "atMicros", amount_cents as "amountCents",
         recipient_id as "otherId"
    from cashier_transfer
   where player_id = ${playerId}
     and (made_at, id) < (to_timestamp(0) + ${before.atMicros}::bigint * interval '1 microsecond', ${before.key}::text)
   order by made_at desc, id desc limit ${max}`

/** A player's transfers from other players. */
export const selectTransfersReceived = (sql: Sql, { playerId, before, max }: Step) => sql<TransferRow[]>`
  select id as key, (extract(epoch from made_at) * 1000000)::bigint as "atMicros", amount_cents as "amountCents",
         player_id as "otherId"
    from cashier_transfer
   where recipient_id = ${playerId}
     and (made_at, id) < (to_timestamp(0) + ${before.atMicros}::bigint * interval '1 microsecond', ${before.key}::text)
   order by made_at desc, id desc limit ${max}`
