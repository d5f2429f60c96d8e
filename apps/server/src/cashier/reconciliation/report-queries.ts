import type { Sql } from '../../platform/db/index.ts'
import { insertInto } from '../../platform/db/insert.ts'
import type { RailName } from '../rails/index.ts'
import { RETURNED } from '../withdrawals/rules.ts'

export type Day = { day: string; from: Date; to: Date }

/**
 * The last whole day of America/Sao_Paulo that ended an hour ago (banks list late) and has no report yet. Days that were
 * missed since reports began come after it, as far back as banks surely list: one that could not be reported while a bank
 * did not answer is reported when it does.
 */
export const selectDayToReport = async (sql: Sql): Promise<Day | undefined> => {
  const rows = await sql<Day[]>`
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
           (day + 1)::timestamp at time zone 'America/Sao_Paulo' as "to"
      from ended
     where not exists (select 1 from cashier_day_report report where report.day = ended.day)
     order by day desc
     limit 1`
  return rows[0]
}

export type BookedPix = {
  providerRef: string
  amountCents: number
  reversedCents: number
  isCredited: boolean
}

/** What is booked as paid in a span, unmatched ones included. */
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
}

/** Of what was paid and came back the bank goes on to say that it paid it: its balance tells the rest. */
export const selectEndedPayouts = (sql: Sql, from: Date, to: Date) => sql<EndedPayout[]>`
  select id, rail, provider, net_cents as "netCents", status = 'paid' as "isPaid"
    from cashier_withdrawal where closed_at >= ${from} and closed_at < ${to} and not (status = 'failed' and why = ${RETURNED})
   order by closed_at, id`

type Report = { day: string; receivedCents: number; paidOutCents: number; differences: readonly object[] }

/** Two servers may report the same day: the first one counts. */
export const insertReport = (sql: Sql, { day, receivedCents, paidOutCents, differences }: Report) => sql`
  insert into cashier_day_report (day, received_cents, paid_out_cents, differences)
  values (${day}::date, ${receivedCents}, ${paidOutCents}, ${JSON.stringify(differences)}::jsonb)
  on conflict (day) do nothing`

/** Named differences, each once: one that was found the day before is the same one. */
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
