import { api } from '../../shared/api/api.ts'
import { callKey } from '../../shared/api/use-call.ts'
import { sincePaidMs } from '../../shared/measuring.ts'
import { openOverlay, openOverlayName, type OverlayName, whenFree } from '../../shared/overlays.ts'
import { queryClient } from '../../shared/query.ts'
import { isCurrentSession, useToken } from '../../shared/session.ts'

/** Below this balance after a stake the prompt opens (SPEC §4, §9). */
const lowReais = 10
/** A bonus below this counts as used up: the deposit opens (SPEC §4, §9). */
const spentBonusReais = 0.51
/** The result is shown first; after a top-up there are no prompts for ten minutes. */
const waitMs = 2500
const quietMs = 10 * 60_000

/** Offers a top-up in the game after each stake that left a low balance. */
export const onBalance = (balance: number): void => {
  if (balance < lowReais) offerSoon('gameDeposit')
}

/** Offers a deposit after each stake that used up the bonus. */
export const onFreeBalance = (freeBalance: number): void => {
  if (freeBalance < spentBonusReais) offerSoon('deposit')
}

type Offer = 'gameDeposit' | 'deposit'

const offerSoon = (overlay: Offer): void => {
  const { token } = useToken.getState()
  setTimeout(() => void offerTopUp(overlay, token), waitMs)
}

const policyKey = 'GET /api/app/protection/policy'

/** Some profiles forbid deposits that open by themselves; the server says which. Unknown means no. */
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

/** Not offered while one is already offered or in progress. */
const toppingUp: readonly (OverlayName | undefined)[] = ['gameDeposit', 'deposit', 'kyc', 'payment']
const isToppingUp = (): boolean => toppingUp.includes(openOverlayName())
