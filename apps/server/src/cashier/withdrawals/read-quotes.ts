import type { Cashier } from '../cashier.ts'
import { type LiveQuotes, quoteTermsOf } from '../usdt/index.ts'

/** Whether USDT can be sent at all: the policy allows it, and chain and signer are there. */
export const sendsUsdt = ({ policy, usdt }: Pick<Cashier, 'policy' | 'usdt'>): boolean =>
  policy.terms.withdrawMethods.includes('USDT') && usdt.works !== undefined

/** What a USDT costs now; nothing where none can be sent, or nobody says a price that is fresh, so that none is withdrawn. */
export async function readQuotes(cashier: Cashier): Promise<LiveQuotes | undefined> {
  return sendsUsdt(cashier) ? cashier.usdt.quotes.read(quoteTermsOf(cashier.settings)) : undefined
}
