import type { Deps } from '../../platform/deps.ts'
import type { EarlyPayout } from '../settings.ts'
import { payLeads } from './early-queries.ts'

/** Leads that are looked at together: an evening's goals. */
const LEADS_AT_ONCE = 500

/**
 * Marks the legs that count as won already: the winner of a match who has led by so much, however soon that lead was lost, on
 * bets that were promised so when they were placed, before the start. `payouts` are for bets from before a promise was kept
 * with its bet. Their fixtures are settled next, as after a result. What was paid early stays paid. Each lead is looked at
 * once. Answers how many legs.
 */
export const payEarly = async ({ db }: Pick<Deps, 'db'>, payouts: readonly EarlyPayout[]): Promise<number> =>
  (await payLeads(db, payouts, LEADS_AT_ONCE)).length
