import type { Deps } from '../../platform/deps.ts'
import type { EarlyPayout } from '../settings.ts'
import { payLeads } from './early-queries.ts'

/** Leads processed together. */
const LEADS_AT_ONCE = 500

/**
 * Marks legs that count as won by early payout: the winner of a match whose team has led by the promised margin,
 * even if the lead was lost, on bets that were promised it when placed before the start. `payouts` applies to bets
 * from before promises were stored with the bet. The fixtures are settled next, as after a result. An early payout
 * is never reverted, and each lead is processed once. Returns the number of legs.
 */
export const payEarly = async ({ db }: Pick<Deps, 'db'>, payouts: readonly EarlyPayout[]): Promise<number> =>
  (await payLeads(db, payouts, LEADS_AT_ONCE)).length
