import type { Sql } from '../platform/db/index.ts'
import { selectVipLevels } from './queries.ts'
import { type VipProgress, type VipStanding, vipStanding } from './rules.ts'

export type { VipProgress, VipStanding } from './rules.ts'

/** Where a player with this progress stands in the VIP table in force. */
export const readVipStanding = async (sql: Sql, progress: VipProgress): Promise<VipStanding> =>
  vipStanding(await selectVipLevels(sql), progress)
