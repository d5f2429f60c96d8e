import { api } from '../../shared/api/api.ts'
import { callKey } from '../../shared/api/use-call.ts'
import { centsOf } from '../../shared/format/format.ts'
import { notePaid, sincePaidMs } from '../../shared/measuring.ts'
import { openOverlay, openOverlayName } from '../../shared/overlays.ts'
import { queryClient } from '../../shared/query.ts'
import { useLiveEvent } from '../../shared/use-live.ts'
import { tellPaid } from './payment/paid.ts'

/** A balance under this after a stake opens the prompt (SPEC §4, §9). */
const lowReais = 10
/** The result that made it low is seen first; nobody is asked twice within ten minutes, nor so soon after a top-up. */
const waitMs = 2500
const pauseMs = 10 * 60_000

let askedAt = -pauseMs

/** What the wallet does when the server speaks: celebrates a top-up, and offers one when little is left. */
export const useWalletEvents = (): void => {
  useLiveEvent('paySuccess', ({ orderId, amount, czflag }) => {
    notePaid({ orderId, amount, czflag })
    void tellPaid({ orderId, amountCents: centsOf(amount) })
  })
  useLiveEvent('insBalance', ({ balance }) => {
    if (balance >= lowReais || performance.now() - askedAt < pauseMs || sincePaidMs() < pauseMs) return
    askedAt = performance.now()
    setTimeout(() => void offerTopUp(), waitMs)
  })
}

const policyKey = 'GET /api/app/protection/policy'

/** Some profiles forbid that a deposit opens by itself; the server says which. Unknown means no. */
const offerTopUp = async (): Promise<void> => {
  const policy = await queryClient
    .fetchQuery({
      queryKey: callKey(policyKey),
      queryFn: () => api(policyKey, { loading: false, inline: true }),
      staleTime: Infinity,
    })
    .catch(() => undefined)
  if (policy?.opensDepositByItself && openOverlayName() === undefined) openOverlay('gameDeposit')
}
