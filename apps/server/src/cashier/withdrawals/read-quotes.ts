import type { Cashier } from '../cashier.ts'
import type { LiveQuotes } from '../usdt/index.ts'

/** What a USDT costs now; nothing where the policy, the chain or the price is not there, so that none is withdrawn. */
export async function readQuotes({ policy, usdt, settings }: Cashier): Promise<LiveQuotes | undefined> {
  if (!policy.terms.withdrawMethods.includes('USDT') || !usdt.works) return undefined
  const { usdtQuoteSeconds: quoteSeconds, usdtGraceSeconds: graceSeconds } = settings
  return usdt.quotes.read({ quoteSeconds, graceSeconds })
}
