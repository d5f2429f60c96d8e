import type { Deps } from '../../platform/deps.ts'
import type { EarlyPayout } from '../settings.ts'
import { endLeads, lockLeads, markPaidEarly } from './early-queries.ts'

/** Leads that are looked at together: an evening's goals. */
const LEADS_AT_ONCE = 500

/**
 * Marks the legs that a promotion counts as won already: the winner of a match who has led by so much, however soon that
 * lead was lost, on bets that were placed before the start while the promotion was in force. Their fixtures are settled
 * next, as after a result. What was paid early stays paid. Each lead is looked at once. Answers how many legs.
 */
export const payEarly = ({ db }: Pick<Deps, 'db'>, payouts: readonly EarlyPayout[]): Promise<number> =>
  db.begin(async (tx) => {
    const leads = await lockLeads(tx, LEADS_AT_ONCE)
    let legs = 0
    for (const payout of payouts) {
      const enough = leads.filter(({ goals }) => goals >= payout.lead)
      if (enough.length > 0) legs += (await markPaidEarly(tx, payout, columnsOf(enough))).length
    }
    const { fixtureIds, codes } = columnsOf(leads)
    if (leads.length > 0) await endLeads(tx, fixtureIds, codes)
    return legs
  })

const columnsOf = (leads: readonly { fixtureId: number; code: string }[]) => ({
  fixtureIds: leads.map(({ fixtureId }) => fixtureId),
  codes: leads.map(({ code }) => code),
})
