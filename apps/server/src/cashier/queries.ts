import type { Sql, Tx } from '../platform/db/index.ts'
import type { RailName } from './rails/payment-gateway.ts'
import type { ClearingCheck } from '../ledger/index.ts'
import type { UsdtNetwork } from '@palpite/money/usdt'
import type { OrderStatus } from './orders/order-queries.ts'
import type { PaymentDeviation } from './orders/rules.ts'
import type { WithdrawalStatus } from './withdrawals/queries.ts'

/** A difference between a bank or a chain and our books, with the id to find it. */
export type Difference = { id: string; what: string }

type OpenException = {
  id: number
  day: string
  source: string
  subject: string
  what: string
  openedAt: Date
  ownerId: number | null
  ageHours: number
}

/** Open differences, oldest first. */
export const selectOpenExceptions = (sql: Sql, after: number, max: number) => sql<OpenException[]>`
  select id, day::text, source, subject, what, opened_at as "openedAt", owner_id as "ownerId",
         floor(extract(epoch from now() - opened_at) / 3600)::int as "ageHours"
    from cashier_exception
   where closed_at is null and id > ${after}
   order by id
   limit ${max}`

/** Records a difference found outside the daily report, once; answers whether it is new. */
export const insertException = async (
  tx: Tx,
  { source, subject, what }: { source: string; subject: string; what: string },
): Promise<boolean> => {
  const rows = await tx<{ id: number }[]>`
    insert into cashier_exception (day, source, subject, what)
    values ((now() at time zone 'America/Sao_Paulo')::date, ${source}, ${subject}, ${what})
    on conflict (subject, what) do nothing
    returning id`
  return rows.length > 0
}

/**
 * Records a difference that may recur for one subject: if operators closed the last one at least a day ago, a new one
 * is recorded with a sequence number. Answers whether it is new.
 */
export const insertRepeatedException = async (
  tx: Tx,
  { source, subject, what }: { source: string; subject: string; what: string },
): Promise<boolean> => {
  const rows = await tx<{ id: number }[]>`
    with before as (
      select count(*) as times, count(*) filter (where closed_at is null) as open, max(closed_at) as last
        from cashier_exception
       where subject = ${subject} and (what = ${what} or starts_with(what, ${what} || ' ('))
    )
    insert into cashier_exception (day, source, subject, what)
    select (now() at time zone 'America/Sao_Paulo')::date, ${source}, ${subject},
           ${what} || case when times = 0 then '' else ' (' || times + 1 || ')' end
      from before
     where open = 0 and (last is null or last <= now() - interval '1 day')
    on conflict (subject, what) do nothing
    returning id`
  return rows.length > 0
}

/** Assigns a difference to an operator; answers whether an open one exists. */
export const updateOwner = async (tx: Tx, id: number, operatorId: number): Promise<boolean> => {
  const rows = await tx<{ id: number }[]>`
    update cashier_exception set owner_id = ${operatorId} where id = ${id} and closed_at is null returning id`
  return rows.length > 0
}

/** Closes a difference that is assigned to this operator. */
export const updateToClosed = async (
  tx: Tx,
  { id, operatorId, resolution }: { id: number; operatorId: number; resolution: string },
): Promise<boolean> => {
  const rows = await tx<{ id: number }[]>`
    update cashier_exception set closed_at = now(), closed_by = ${operatorId}, resolution = ${resolution}
     where id = ${id} and closed_at is null and owner_id = ${operatorId}
    returning id`
  return rows.length > 0
}

type MoneyDay = { day: string; playersCents: number; heldCents: number }

/** Players' money beside the money that covers it, by day, newest first. */
export const selectMoneyDays = (sql: Sql, max: number) => sql<MoneyDay[]>`
  select day::text, players_cents as "playersCents", held_cents as "heldCents"
    from cashier_money_day order by day desc limit ${max}`

const sumOf = (rows: readonly { cents: number }[]): number => rows[0]?.cents ?? Number.NaN

/** The money held for unfinished withdrawals and refunds. */
const selectHeldCents = async (tx: Tx): Promise<number> =>
  sumOf(
    await tx<{ cents: number }[]>`
      select coalesce(sum(amount_cents), 0)::bigint as cents
        from (select amount_cents from cashier_withdrawal
               where status in ('review', 'requested', 'sending', 'sent', 'unknown')
               union all
              select amount_cents from cashier_refund
               where status = 'asked' and player_id is not null) as held`,
  )

/** The money received over a rail, less refunds. */
const selectReceivedCents = async (tx: Tx, rail: RailName): Promise<number> =>
  sumOf(
    await tx<{ cents: number }[]>`
      select coalesce(sum(amount_cents - reversed_cents), 0)::bigint as cents
        from cashier_topup where state = 'credited' and rail = ${rail}`,
  )

/** The money paid out over a rail. */
const selectPaidOutCents = async (tx: Tx, rail: RailName): Promise<number> =>
  sumOf(
    await tx<{ cents: number }[]>`
      select coalesce(sum(net_cents), 0)::bigint as cents from cashier_withdrawal
       where status = 'paid' and rail = ${rail}`,
  )

/**
 * The balances that the ledger must show for this module's accounts: holds equal open withdrawals and
 * refunds, PIX and USDT accounts what was booked.
 */
export const cashierClearing = (): ClearingCheck[] => [
  { account: 'hold', what: 'open withdrawals and refunds', openCents: selectHeldCents },
  {
    account: 'pix_in%',
    what: 'credited top-ups less what went back, negative,',
    openCents: async (tx) => 0 - (await selectReceivedCents(tx, 'pix')),
  },
  { account: 'pix_out%', what: 'payouts made', openCents: (tx) => selectPaidOutCents(tx, 'pix') },
  {
    account: 'usdt_in',
    what: 'credited top-ups in USDT, negative,',
    openCents: async (tx) => 0 - (await selectReceivedCents(tx, 'usdt')),
  },
  { account: 'usdt_out', what: 'payouts in USDT made', openCents: (tx) => selectPaidOutCents(tx, 'usdt') },
]

type Row = { id: string; amountCents: number; at: Date; micros: number }

export type TopUpRecord = Row & {
  kind: 'topup'
  status: OrderStatus
  isPast: boolean
  /** How the payment deviated from its order; of several payments, the last one's deviation. */
  came: PaymentDeviation | null
  /** Only for USDT. */
  network: UsdtNetwork | null
  usdtRateE4: number | null
  usdtMicros: number | null
  providerRef: string | null
}
export type WithdrawalRecord = Row & {
  kind: 'withdrawal'
  status: WithdrawalStatus
  why: string
  /** Whether the payout waits because its key is new. */
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

/**
 * Orders before this place, newest first. A credited order shows the amount that stayed; one that was fully reversed,
 * the amount received.
 */
export const selectOrderRecords = (sql: Sql, playerId: number, before: Place, max: number) => sql<
  TopUpRecord[]
>`
  select 'topup' as kind, id, cashier_order.status, expires_at <= now() as "isPast",
         came.network,
         -- Where a part was credited at another rate, the average rate.
         case when came.rest_micros = 0 then came.rate_e4
              else round(((came.micros - came.rest_micros)::numeric * came.rate_e4
                          + came.rest_micros::numeric * came.rest_rate_e4) / came.micros)::int end as "usdtRateE4", came.micros as "usdtMicros", came.hash as "providerRef",
         (select topup.came from cashier_topup topup
           where topup.player_id = cashier_order.player_id and topup.order_id = cashier_order.id
             and topup.came is not null
           order by topup.created_at desc, topup.provider_ref limit 1) as came,
         coalesce((select case when sum(topup.amount_cents) > sum(topup.reversed_cents)
                               then sum(topup.amount_cents - topup.reversed_cents)
                               else sum(topup.amount_cents) end::bigint
                     from cashier_topup topup
                    where topup.player_id = cashier_order.player_id and topup.order_id = cashier_order.id
                      and topup.state = 'credited'),
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

/** This player's transfers to and from other players, before this place. */
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

/** Whether this player has an order or a withdrawal with this id. */
export const cashierRecordExists = async (sql: Sql, playerId: number, id: string): Promise<boolean> => {
  const rows = await sql<{ id: string }[]>`
    select id from cashier_order where player_id = ${playerId} and id = ${id}
    union all
    select id from cashier_withdrawal where player_id = ${playerId} and id = ${id}`
  return rows.length > 0
}
