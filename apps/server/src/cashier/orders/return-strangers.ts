import { cents } from '@palpite/money'
import { Fault } from '../../platform/fault.ts'
import type { Cashier } from '../cashier.ts'
import { insertException } from '../exception-queries.ts'
import { claimTopUpsToReturn, putOffReturn, type TopUpToReturn, updateToReturned } from './topup-queries.ts'
import { NOT_CARRIED_OUT } from './send-refunds.ts'

const AT_ONCE = 100

/**
 * Gives back what somebody else paid, where the policy may not take it: one refund a payment, under its own id. Nothing is
 * sent while payouts are halted; a bank that gave no answer is asked no more in this run.
 */
export async function returnStrangers(cashier: Cashier, isHalted: () => boolean): Promise<void> {
  if (isHalted()) return
  const silent = new Set<string>()
  for (const topUp of await claimTopUpsToReturn(cashier.deps.db, AT_ONCE)) {
    if (isHalted()) return
    if (silent.has(topUp.provider)) continue
    try {
      await returnOne(cashier, topUp)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      silent.add(topUp.provider)
      cashier.deps.log.warn(
        { err: error, providerRef: topUp.providerRef },
        'the bank did not answer about a refund',
      )
    }
  }
}

async function returnOne(cashier: Cashier, topUp: TopUpToReturn): Promise<void> {
  const { deps, providers } = cashier
  const { rail, provider, providerRef, amountCents, returnTry } = topUp
  const id = returnTry === 1 ? 'stranger' : `stranger${returnTry}`
  const { gateway } = providers.named(provider)
  const refund = await gateway.refund({ providerRef, id, amountCents: cents(amountCents) })
  if (refund.state === 'returned') await updateToReturned(deps.db, rail, providerRef)
  else if (refund.state === 'refused') await notReturned(cashier, topUp, { why: refund.why, isIdUsed: false })
  else if (refund.state === 'failed')
    await notReturned(cashier, topUp, { why: NOT_CARRIED_OUT, isIdUsed: true })
}

/** An operator finds it among the open differences, from the first try on; it goes on being tried. */
async function notReturned(
  { deps, alarm }: Cashier,
  topUp: TopUpToReturn,
  { why, isIdUsed }: { why: string; isIdUsed: boolean },
): Promise<void> {
  const { providerRef } = topUp
  await deps.db.begin(async (tx) => {
    await putOffReturn(tx, topUp, isIdUsed)
    const what = `somebody else's payment could not be given back: ${why}`.slice(0, 500)
    await insertException(tx, { source: 'refund', subject: providerRef, what })
  })
  alarm('refund_failed', { providerRef, why })
}
