import { present } from '../../platform/errors.ts'
import type { Sql, Tx } from '../../platform/db/index.ts'
import type { OrderStatus } from '../orders/order-queries.ts'
import type { RailName, Span } from '../rails/payment-gateway.ts'
import { insertInto } from '../../platform/db/insert.ts'
import type { WithdrawalStatus } from '../withdrawals/queries.ts'
import { RETURNED } from '../withdrawals/rules.ts'

type Reach = {
  list: string
  firstSeconds: number
  overlapSeconds: number
  longestSeconds: number
  atOnceSeconds: number
}

/**
 * The span of a listing to read now: from the last point read, with an overlap because banks list late, and
 * no further back than banks keep. The first read starts `firstSeconds` ago, before the overlap. After a long
 * interruption each run reads a part.
 */
export const selectSpan = async (sql: Sql, reach: Reach): Promise<Span> => {
  const rows = await sql<Span[]>`
    select begins as "from", least(now(), begins + make_interval(secs => ${reach.atOnceSeconds})) as "to"
      from (select greatest(coalesce(max(read_until), now() - make_interval(secs => ${reach.firstSeconds}))
                              - make_interval(secs => ${reach.overlapSeconds}),
                            now() - make_interval(secs => ${reach.longestSeconds})) as begins
              from cashier_reading where list = ${reach.list}) as listing`
  return present(rows[0], 'the span of a listing')
}

/** Stores how far a listing was read, at most up to `seconds` ago; never moves back. */
export const upsertReading = (sql: Sql, list: string, until: Date, seconds = 0) => sql`
  insert into cashier_reading (list, read_until)
  values (${list}, least(${until}::timestamptz, now() - make_interval(secs => ${seconds})))
  on conflict (list) do update set read_until = greatest(cashier_reading.read_until, excluded.read_until)`

export type Day = { day: string; from: Date; to: Date }

/**
 * The days to report, newest first: whole days of America/Sao_Paulo that ended at least an hour ago (banks
 * list late) and have no report. Goes back to the first report of the last 30 days, as far as banks surely
 * list; so a day that failed because a bank did not answer is reported later. Without any report it is
 * yesterday only.
 */
export const selectDaysToReport = (sql: Sql) => sql<(Day & { isLate: boolean })[]>`
  with yesterday as (
    select ((now() - interval '1 hour') at time zone 'America/Sao_Paulo')::date - 1 as day
  ), began as (
    select coalesce(min(report.day), yesterday.day) as day
      from yesterday left join cashier_day_report report
        on report.day between yesterday.day - 30 and yesterday.day
     group by yesterday.day
  ), ended as (
    select yesterday.day - back as day
      from yesterday, began, generate_series(0, yesterday.day - began.day) as back
  )
  select day::text, day::timestamp at time zone 'America/Sao_Paulo' as "from",
         (day + 1)::timestamp at time zone 'America/Sao_Paulo' as "to",
         (day + 1)::timestamp at time zone 'America/Sao_Paulo' < now() - interval '12 hours' as "isLate"
    from ended
   where not exists (select 1 from cashier_day_report report where report.day = ended.day)
   order by day desc`

export type BookedPix = {
  providerRef: string
  amountCents: number
  reversedCents: number
  isCredited: boolean
}

/** Payments booked as received in a span, unmatched ones included. */
export const selectBookedPixes = (sql: Sql, provider: string, { from, to }: Pick<Day, 'from' | 'to'>) => sql<
  BookedPix[]
>`
  select provider_ref as "providerRef", amount_cents as "amountCents", reversed_cents as "reversedCents",
         state = 'credited' as "isCredited"
    from cashier_topup where rail = 'pix' and provider = ${provider} and paid_at >= ${from} and paid_at < ${to}
   union all
  select provider_ref, amount_cents, 0, false
    from cashier_unmatched_payment where rail = 'pix' and provider = ${provider} and paid_at >= ${from} and paid_at < ${to}`

export type EndedPayout = {
  id: string
  rail: RailName
  provider: string | null
  netCents: number
  isPaid: boolean
  /** Ended by operators, because no automatic answer came. */
  isSettled: boolean
}

/**
 * Payouts that ended in a span. One that was paid and came back still counts as paid in the bank's list; the balance
 * shows the return. A withdrawal that was refused before any attempt has no bank that could be asked.
 */
export const selectEndedPayouts = (sql: Sql, from: Date, to: Date) => sql<EndedPayout[]>`
  select id, rail, provider, net_cents as "netCents", status = 'paid' as "isPaid",
         exists (select from cashier_payout_settlement settlement
                  where settlement.withdrawal_id = withdrawal.id and settlement.state = 'settled') as "isSettled"
    from cashier_withdrawal withdrawal
   where closed_at >= ${from} and closed_at < ${to} and attempts > 0
     and not (status = 'failed' and why = ${RETURNED})
   order by closed_at, id`

type Report = { day: string; receivedCents: number; paidOutCents: number; differences: readonly object[] }

/** Two servers may report the same day: the first row stays. */
export const insertReport = (sql: Sql, { day, receivedCents, paidOutCents, differences }: Report) => sql`
  insert into cashier_day_report (day, received_cents, paid_out_cents, differences)
  values (${day}::date, ${receivedCents}, ${paidOutCents}, ${JSON.stringify(differences)}::jsonb)
  on conflict (day) do nothing`

/** Inserts differences once each: one found again on a later day keeps its row. */
export const insertExceptions = insertInto(
  'cashier_exception',
  { day: 'date', source: 'text', subject: 'text', what: 'text' },
  'on conflict (subject, what) do nothing',
)

export const insertMoneyDay = (
  sql: Sql,
  { day, playersCents, heldCents }: { day: string; playersCents: number; heldCents: number },
) => sql`
  insert into cashier_money_day (day, players_cents, held_cents)
  values (${day}::date, ${playersCents}, ${heldCents})
  on conflict (day) do nothing`

export type UnbookedMoney = { nobodysCents: number; underWayCents: number; ownCents: number | null }

/**
 * Money at a bank that the books do not show as deposits: payments that match no order or go back to their
 * payers, payouts and refunds that may already have left, and the house's own money, as an operator stated it
 * last, else as found when the bank was first asked.
 */
export const selectUnbookedMoney = async (sql: Sql, provider: string): Promise<UnbookedMoney> => {
  const rows = await sql<UnbookedMoney[]>`
    select ((select coalesce(sum(amount_cents), 0) from cashier_unmatched_payment payment
              where rail = 'pix' and provider = ${provider} and returned_at is null
                and not exists (select from cashier_topup topup
                                 where topup.rail = payment.rail and topup.provider_ref = payment.provider_ref))
          + (select coalesce(sum(amount_cents), 0) from cashier_topup
              where rail = 'pix' and provider = ${provider} and state = 'to_return'))::bigint as "nobodysCents",
           ((select coalesce(sum(net_cents), 0) from cashier_withdrawal
              where provider = ${provider} and status in ('sending', 'sent', 'unknown'))
          + (select coalesce(sum(amount_cents), 0) from cashier_refund
              where provider = ${provider} and status = 'asked'))::bigint as "underWayCents",
           coalesce((select own_cents from cashier_bank_own
                      where provider = ${provider} order by id desc limit 1),
                    (select own_cents from cashier_bank_balance
                      where provider = ${provider} order by day limit 1)) as "ownCents"`
  return present(rows[0], 'what stands at a bank beside the books')
}

export type BankBalance = {
  day: string
  provider: string
  bankCents: number
  booksCents: number
  underWayCents: number
  ownCents: number
}

/** Two servers may ask on the same day: the first row stays. */
export const insertBankBalance = (tx: Tx, row: BankBalance) => tx`
  insert into cashier_bank_balance (day, provider, bank_cents, books_cents, under_way_cents, own_cents)
  values (${row.day}::date, ${row.provider}, ${row.bankCents}, ${row.booksCents}, ${row.underWayCents}, ${row.ownCents})
  on conflict (day, provider) do nothing`

/** States how much of the money at a bank is the house's own, from now on. */
export const insertBankOwn = (
  tx: Tx,
  row: { provider: string; ownCents: number; operatorId: number; reason: string },
) => tx`
  insert into cashier_bank_own (provider, own_cents, operator_id, reason)
  values (${row.provider}, ${row.ownCents}, ${row.operatorId}, ${row.reason})`

export type OrderAtBank = {
  orderId: string
  kind: 'topup' | 'withdrawal'
  playerId: number
  amountCents: number
  rail: RailName
  provider: string | null
  providerRef: string | null
  state: OrderStatus | WithdrawalStatus
  why: string
  createdAt: Date
  endedAt: Date | null
  asksAt: Date | null
}

/**
 * The orders and withdrawals with this id, the orders with this payment page, charge, payment or transaction of a chain,
 * and whether each is a withdrawal under way. A bank writes an id in capitals, we write ours without, and a chain's hash
 * is typed with or without its 0x; each column has an index of its own.
 */
export const selectOrdersNamed = (sql: Sql, typed: string) => {
  const lower = typed.toLowerCase()
  const hash = lower.startsWith('0x') ? lower : `0x${lower}`
  const forms = [typed, typed.toUpperCase(), lower]
  return sql<{ orderId: string; isUnderWay: boolean }[]>`
    select named.id as "orderId",
           exists (select from cashier_withdrawal where id = named.id and closed_at is null) as "isUnderWay"
      from (select id from cashier_order where id = ${lower}
             union select id from cashier_order where pay_no = ${lower}
             union select id from cashier_order where charge_ref = ${lower}
             union select id from cashier_withdrawal where id = ${lower}
             union select order_id from cashier_topup
                    where rail in ('pix', 'usdt') and provider_ref = any(${forms}::text[])
             union select id from cashier_withdrawal
                    where rail in ('pix', 'usdt') and provider_ref = any(${forms}::text[])
             union select order_id from cashier_usdt_transfer
                    where network in ('TRC20', 'ERC20') and hash = ${hash} and order_id is not null
             union select payout_id from cashier_usdt_transaction where hash = ${hash}) as named`
}

/** Payments with this bank's id that match no order. */
export const selectUnmatchedNamed = (sql: Sql, typed: string) => sql<{ providerRef: string }[]>`
  select provider_ref as "providerRef" from cashier_unmatched_payment
   where rail in ('pix', 'usdt') and provider_ref in (${typed}::text, upper(${typed}::text), lower(${typed}::text))
     and returned_at is null`

/** The bank references of a top-up or a withdrawal. Both kinds have random ids, so no id is in both. */
export const selectOrderAtBank = (sql: Sql, id: string) => sql<OrderAtBank[]>`
  select id as "orderId", 'topup' as kind, player_id as "playerId", amount_cents as "amountCents", rail, provider,
         charge_ref as "providerRef", status as state, '' as why, created_at as "createdAt",
         credited_at as "endedAt", check_at as "asksAt"
    from cashier_order where id = ${id}
   union all
  select id, 'withdrawal', player_id, amount_cents, rail, provider, provider_ref, status, why, requested_at, closed_at,
         case when status in ('sending', 'sent', 'unknown') then try_at end
    from cashier_withdrawal where id = ${id}`
