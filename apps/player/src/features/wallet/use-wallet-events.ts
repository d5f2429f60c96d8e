import { centsOf } from '../../shared/format/format.ts'
import { notePaid } from '../../shared/measuring.ts'
import { useLiveEvent } from '../../shared/use-live.ts'
import { heardBalance, heardFreeBalance } from './offer-top-up.ts'
import { tellPaid } from './payment/paid.ts'

/** What the wallet does when the server speaks: celebrates a top-up, and offers one when little is left. */
export const useWalletEvents = (): void => {
  useLiveEvent('paySuccess', ({ orderId, amount, czflag }) => {
    notePaid({ orderId, amount, czflag })
    void tellPaid({ orderId, amountCents: centsOf(amount) })
  })
  useLiveEvent('freeBalance', ({ freeBalance }) => heardFreeBalance(freeBalance))
  useLiveEvent('insBalance', ({ balance }) => heardBalance(balance))
}
