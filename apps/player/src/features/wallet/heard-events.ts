import { centsOf } from '../../shared/format/format.ts'
import { notePaid } from '../../shared/measuring.ts'
import { loadTexts } from '../../shared/text/text.ts'
import { tellPaid } from './payment/paid.ts'

export { heardBalance, heardFreeBalance } from './offer-top-up.ts'

type Paid = Parameters<typeof notePaid>[0]

/** A top-up arrived: it is noted at once, and told in the words that all features share. */
export const heardPaid = async (paid: Paid): Promise<void> => {
  notePaid(paid)
  await loadTexts('common')
  await tellPaid({ orderId: paid.orderId, amountCents: centsOf(paid.amount) })
}
