import type { Sql } from '../../platform/db/index.ts'
import type { VipLevel } from './rules.ts'

/** The table in force today. */
export const selectVipLevels = (sql: Sql) => sql<VipLevel[]>`
  select level, deposit_cents as "depositCents", next_top_up_cents as "nextTopUpCents",
         next_settled_cents as "nextSettledCents", withdrawals_a_day as "withdrawalsADay", fee_bps as "feeBps",
         award_cents as "awardCents", has_own_queue as "hasOwnQueue"
    from rewards_vip_level
   where starts_on = (select max(starts_on) from rewards_vip_level
                       where starts_on <= (now() at time zone 'America/Sao_Paulo')::date)
   order by level`
