import { api } from '../../shared/api/api.ts'
import { callKey } from '../../shared/api/use-call.ts'
import { centsOf } from '../../shared/format/format.ts'
import { isMeasured, measurePurchase, notePaid, type Paid } from '../../shared/measuring.ts'
import { queryClient } from '../../shared/query.ts'
import { loadTexts } from '../../shared/text/text.ts'
import { showTopUpPaid } from './payment/paid.ts'

export { onBalance, onFreeBalance } from './offer-top-up.ts'

/** A top-up arrived: recorded at once, and announced. */
export const onTopUpPaid = async (paid: Paid): Promise<void> => {
  notePaid()
  void measure(paid)
  await loadTexts('common')
  await showTopUpPaid({ orderId: paid.orderId, amountCents: centsOf(paid.amount) })
}

const limitsKey = 'GET /api/app/protection/limits'

/** A break may have begun on another device or during the payment: reload from the server. */
const measure = async (paid: Paid): Promise<void> => {
  if (!isMeasured(paid)) return
  const limits = await queryClient
    .fetchQuery({
      queryKey: callKey(limitsKey),
      queryFn: () => api(limitsKey, { loading: false, inline: true }),
      staleTime: 0,
    })
    .catch(() => undefined)
  measurePurchase(paid, limits?.breaks)
}
