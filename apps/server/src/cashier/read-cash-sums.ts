import type { Sql } from '../platform/db/index.ts'
import { type CashSums, selectCashSums } from './topups/topup-queries.ts'

/** The last top-up, all top-ups that stayed, and all withdrawals paid, in cents: for the user info. */
export const readCashSums = async (sql: Sql, playerId: number): Promise<CashSums> =>
  (await selectCashSums(sql, playerId)) ?? { payAmountCents: 0, paySumCents: 0, wdSumCents: 0 }
