import { present } from '../../platform/assert.ts'
import type { Sql, Tx } from '../../platform/db/index.ts'

export type Beside = { nobodysCents: number; underWayCents: number; ownCents: number | null }

/**
 * What stands at a bank beside what is booked: money that is credited to nobody, payouts and refunds that it may have taken off
 * already, and the house's own: as an operator said last, else as it was found when the bank was first asked.
 */
export const selectBeside = async (sql: Sql, provider: string): Promise<Beside> => {
  const rows = await sql<Beside[]>`
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

/** Two servers may ask on the same day: the first one counts. */
export const insertBankBalance = (tx: Tx, row: BankBalance) => tx`
  insert into cashier_bank_balance (day, provider, bank_cents, books_cents, under_way_cents, own_cents)
  values (${row.day}::date, ${row.provider}, ${row.bankCents}, ${row.booksCents}, ${row.underWayCents}, ${row.ownCents})
  on conflict (day, provider) do nothing`

/** Says what of the money at a bank is the house's own, from now on. */
export const insertBankOwn = (
  tx: Tx,
  row: { provider: string; ownCents: number; operatorId: number; reason: string },
) => tx`
  insert into cashier_bank_own (provider, own_cents, operator_id, reason)
  values (${row.provider}, ${row.ownCents}, ${row.operatorId}, ${row.reason})`
