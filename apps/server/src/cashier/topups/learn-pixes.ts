import type { Cashier } from '../cashier.ts'
import type { ReceivedPix } from '../gateway/index.ts'
import { creditTopUps, type CreditOutcome } from './credit-topups.ts'
import { reverseTopUps } from './reverse-topups.ts'

/** Bounds the locks of one transaction. */
const AT_ONCE = 200

/**
 * Books what the bank told us when we asked: credits what is new, takes back what was given back. Whether it
 * was a webhook or a listing that led here makes no difference. Answers what became of each Pix.
 */
export async function learnPixes(
  cashier: Cashier,
  pixes: readonly ReceivedPix[],
): Promise<('foreign' | CreditOutcome)[]> {
  const outcomes = new Map<string, CreditOutcome>()
  const ours = pixes.filter(cashier.gateway.isOurs)
  for (let at = 0; at < ours.length; at += AT_ONCE) {
    const some = ours.slice(at, at + AT_ONCE)
    const became = await creditTopUps(cashier, some)
    some.forEach((pix, place) => note(cashier, outcomes, pix, became[place]))
    const returning = some.filter(({ refunds }) => refunds.some(({ state }) => state === 'returned'))
    if (returning.length > 0) await reverseTopUps(cashier, returning)
  }
  return pixes.map(({ e2eid }) => outcomes.get(e2eid) ?? 'foreign')
}

function note(
  { alarm }: Cashier,
  outcomes: Map<string, CreditOutcome>,
  { e2eid }: ReceivedPix,
  outcome: CreditOutcome | undefined,
): void {
  if (outcome === undefined || outcomes.has(e2eid)) return
  outcomes.set(e2eid, outcome)
  if (outcome === 'to_return') alarm('stranger_paid', { e2eid })
}
