import type { Sql } from '../platform/db/index.ts'
import type { VipLevel } from './rules.ts'

export const selectVipLevels = (sql: Sql) => sql<VipLevel[]>`
  select level, deposit_cents as "depositCents", next_top_up_cents as "nextTopUpCents",
         next_settled_cents as "nextSettledCents", withdrawals_a_day as "withdrawalsADay", fee_bps as "feeBps"
    from rewards_vip_level
   order by level`
