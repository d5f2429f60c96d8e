import type { Deps } from '../../platform/deps.ts'
import type { EarlyPayout } from '../settings.ts'
import { markPaidEarly } from './early-queries.ts'

/**
 * Marks the legs that a promotion counts as won already: the winner of a match who leads by so much, on bets that were
 * placed before the start while the promotion was in force. Their fixtures are settled next, as after a result. What
 * was paid early stays paid. Answers how many legs.
 */
export async function payEarly({ db }: Pick<Deps, 'db'>, payouts: readonly EarlyPayout[]): Promise<number> {
  let legs = 0
  for (const payout of payouts) legs += (await markPaidEarly(db, payout)).length
  return legs
}
