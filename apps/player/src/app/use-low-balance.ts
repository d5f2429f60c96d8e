import { callKey } from '../shared/api/use-call.ts'
import { api } from '../shared/api/api.ts'
import { openOverlay, openOverlayName } from '../shared/overlays.ts'
import { queryClient } from '../shared/query.ts'
import { useLiveEvent } from '../shared/use-live.ts'

/** A balance under this many reais after a stake opens the in-game deposit (SPEC §4, §9). */
const lowBalance = 10

const policyKey = 'GET /api/app/protection/policy'

/** Some profiles forbid that a deposit opens by itself; the server says which. Unknown means no. */
const mayOpenDeposit = async (): Promise<boolean> => {
  try {
    const policy = await queryClient.fetchQuery({
      queryKey: callKey(policyKey),
      queryFn: () => api(policyKey, { loading: false, inline: true }),
      staleTime: Number.POSITIVE_INFINITY,
    })
    return policy.opensDepositByItself
  } catch {
    return false
  }
}

/** Opens the in-game deposit when the balance runs low, unless the player is busy with another overlay. */
export const useLowBalance = (): void =>
  useLiveEvent('insBalance', ({ balance }) => {
    if (balance >= lowBalance) return
    void mayOpenDeposit().then((allowed) => {
      if (allowed && !openOverlayName()) openOverlay('gameDeposit')
    })
  })
