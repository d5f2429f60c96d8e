import { api } from '../../shared/api/api.ts'
import { callKey } from '../../shared/api/use-call.ts'
import { sincePaidMs } from '../../shared/measuring.ts'
import { openOverlay, openOverlayName, type OverlayName, whenFree } from '../../shared/overlays.ts'
import { queryClient } from '../../shared/query.ts'
import { isCurrentSession, useToken } from '../../shared/session.ts'

/** A balance under this after a stake opens the prompt (SPEC §4, §9). */
const lowReais = 10
/** A bonus under this is as good as spent: the deposit opens (SPEC §4, §9). */
const spentBonusReais = 0.51
/** The result that made it low is seen first; after a top-up nobody is asked for ten minutes. */
const waitMs = 2500
const quietMs = 10 * 60_000

/** Offers a top-up in the game after each stake that left a low balance. */
export const onBalance = (balance: number): void => {
  if (balance < lowReais) offerSoon('gameDeposit')
}

/** Offers a deposit after each stake that used the bonus up. */
export const onFreeBalance = (freeBalance: number): void => {
  if (freeBalance < spentBonusReais) offerSoon('deposit')
}

type Offer = 'gameDeposit' | 'deposit'

const offerSoon = (overlay: Offer): void => {
  const { token } = useToken.getState()
  setTimeout(() => void offerTopUp(overlay, token), waitMs)
}

const policyKey = 'GET /api/app/protection/policy'

/** Some profiles forbid that a deposit opens by itself; the server says which. Unknown means no. */
const offerTopUp = async (overlay: Offer, token: string): Promise<void> => {
  const policy = await queryClient
    .fetchQuery({
      queryKey: callKey(policyKey),
      queryFn: () => api(policyKey, { loading: false, inline: true }),
      staleTime: Infinity,
    })
    .catch(() => undefined)
  if (!policy?.opensDepositByItself || isToppingUp()) return
  whenFree(() => {
    const isMeant = token !== '' && isCurrentSession(token) && sincePaidMs() >= quietMs
    if (isMeant && !isToppingUp()) openOverlay(overlay)
  })
}

/** Where a top-up is offered or under way already, it is not offered again. */
const toppingUp: readonly (OverlayName | undefined)[] = ['gameDeposit', 'deposit', 'kyc', 'payment']
const isToppingUp = (): boolean => toppingUp.includes(openOverlayName())
