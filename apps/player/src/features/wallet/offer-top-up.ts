import { api } from '../../shared/api/api.ts'
import { callKey } from '../../shared/api/use-call.ts'
import { sincePaidMs } from '../../shared/measuring.ts'
import { openOverlay, openOverlayName } from '../../shared/overlays.ts'
import { queryClient } from '../../shared/query.ts'

/** A balance under this after a stake opens the prompt (SPEC §4, §9). */
const lowReais = 10
/** A bonus under this is as good as spent: the deposit opens (SPEC §4, §9). */
const spentBonusReais = 0.51
/** The result that made it low is seen first; nobody is asked twice within ten minutes, nor so soon after a top-up. */
const waitMs = 2500
const pauseMs = 10 * 60_000

let askedAt = -pauseMs

/** Offers a top-up in the game after a stake that left a low balance. */
export const heardBalance = (balance: number): void => {
  if (balance < lowReais) offerSoon('gameDeposit')
}

/** Offers a deposit after a stake that used the bonus up. */
export const heardFreeBalance = (freeBalance: number): void => {
  if (freeBalance < spentBonusReais) offerSoon('deposit')
}

type Offer = 'gameDeposit' | 'deposit'

const offerSoon = (overlay: Offer): void => {
  if (performance.now() - askedAt < pauseMs || sincePaidMs() < pauseMs) return
  askedAt = performance.now()
  setTimeout(() => void offerTopUp(overlay), waitMs)
}

const policyKey = 'GET /api/app/protection/policy'

/** Some profiles forbid that a deposit opens by itself; the server says which. Unknown means no. */
const offerTopUp = async (overlay: Offer): Promise<void> => {
  const policy = await queryClient
    .fetchQuery({
      queryKey: callKey(policyKey),
      queryFn: () => api(policyKey, { loading: false, inline: true }),
      staleTime: Infinity,
    })
    .catch(() => undefined)
  if (policy?.opensDepositByItself && openOverlayName() === undefined) openOverlay(overlay)
}
