import type { UsdtNetwork } from '@palpite/money/usdt'
import type { Sql } from '../platform/db/index.ts'
import type { OrderStatus } from './orders/order-queries.ts'
import type { PaymentDeviation } from './orders/rules.ts'
import type { WithdrawalStatus } from './withdrawals/queries.ts'

type Row = { id: string; amountCents: number; at: Date; micros: number }

export type TopUpRecord = Row & {
  kind: 'topup'
  status: OrderStatus
  isPast: boolean
  /** How its money came, where that was not as it was asked for; of several payments what is said of the last. */
  came: PaymentDeviation | null
  /** All of USDT alone. */
  network: UsdtNetwork | null
  usdtRateE4: number | null
  usdtMicros: number | null
  providerRef: string | null
}
export type WithdrawalRecord = Row & {
  kind: 'withdrawal'
  status: WithdrawalStatus
  why: string
  /** Whether it is not sent yet because its key is new. */
  isWaiting: boolean
  promisedAt: Date
  isLate: boolean
  feeCents: number
  method: string
  payCardNo: string
  network: UsdtNetwork | null
  usdtRateE4: number | null
  usdtMicros: number | null
  providerRef: string | null
}

export type TransferRecord = Row & { kind: 'transfer'; isSent: boolean; otherId: number }

export type Place = { micros: number; id: string }

/** Orders before this place, newest first; a credited one shows what came and stayed, one that went back whole what came. */
export const selectOrderRecords = (sql: Sql, playerId: number, before: Place, max: number) => sql<
  TopUpRecord[]
>`
  select 'topup' as kind, id, cashier_order.status, expires_at <= now() as "isPast",
         came.network,
         -- Where a part of it was credited at another rate, what it came to at the average.
         case when came.rest_micros = 0 then came.rate_e4
              else round(((came.micros - came.rest_micros)::numeric * came.rate_e4
                          + came.rest_micros::numeric * came.rest_rate_e4) / came.micros)::int end as "usdtRateE4", came.micros as "usdtMicros", came.hash as "providerRef",
         (select topup.came from cashier_topup topup
           where topup.order_id = cashier_order.id and topup.came is not null
           order by topup.created_at desc, topup.provider_ref limit 1) as came,
         coalesce((select case when sum(topup.amount_cents) > sum(topup.reversed_cents)
                               then sum(topup.amount_cents - topup.reversed_cents)
                               else sum(topup.amount_cents) end::bigint
                     from cashier_topup topup
                    where topup.order_id = cashier_order.id and topup.state = 'credited'),
                  amount_cents) as "amountCents",
         created_at as at, (extract(epoch from created_at) * 1000000)::bigint as micros
    from cashier_order left join cashier_usdt_transfer came on came.order_id = cashier_order.id
   where cashier_order.player_id = ${playerId}
     and (created_at, id) < (to_timestamp(0) + ${before.micros}::bigint * interval '1 microsecond', ${before.id}::text)
   order by created_at desc, id desc
   limit ${max}`

export const selectWithdrawalRecords = (sql: Sql, playerId: number, before: Place, max: number) => sql<
  WithdrawalRecord[]
>`
  select 'withdrawal' as kind, id, status, why, coalesce(waits_until > now(), false) as "isWaiting",
         promised_at as "promisedAt", closed_at is null and promised_at < now() as "isLate", amount_cents as "amountCents", fee_cents as "feeCents", method,
         pay_card_no as "payCardNo", network, usdt_rate_e4 as "usdtRateE4", usdt_micros as "usdtMicros",
         provider_ref as "providerRef",
         requested_at as at, (extract(epoch from requested_at) * 1000000)::bigint as micros
    from cashier_withdrawal
   where player_id = ${playerId}
     and (requested_at, id) < (to_timestamp(0) + ${before.micros}::bigint * interval '1 microsecond', ${before.id}::text)
   order by requested_at desc, id desc
   limit ${max}`

/** What this player gave to others, and got of them, before this place. */
export const selectTransferRecords = (sql: Sql, playerId: number, before: Place, max: number) => sql<
  TransferRecord[]
>`
  select 'transfer' as kind, id, amount_cents as "amountCents", player_id = ${playerId} as "isSent",
         case when player_id = ${playerId} then recipient_id else player_id end as "otherId",
         made_at as at, (extract(epoch from made_at) * 1000000)::bigint as micros
    from cashier_transfer
   where (player_id = ${playerId} or recipient_id = ${playerId})
     and (made_at, id) < (to_timestamp(0) + ${before.micros}::bigint * interval '1 microsecond', ${before.id}::text)
   order by made_at desc, id desc
   limit ${max}`

/** Whether this player has an order or a withdrawal of this id. */
export const cashierRecordExists = async (sql: Sql, playerId: number, id: string): Promise<boolean> => {
  const rows = await sql<{ id: string }[]>`
    select id from cashier_order where player_id = ${playerId} and id = ${id}
    union all
    select id from cashier_withdrawal where player_id = ${playerId} and id = ${id}`
  return rows.length > 0
}
