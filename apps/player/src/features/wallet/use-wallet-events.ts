import { loadChunk } from '../../shared/feature.ts'
import { useLiveEvent } from '../../shared/use-live.ts'

/** What is to be done is fetched when there is something to do: the first page needs none of it. */
const heard = () => loadChunk(() => import('./heard-events.ts'))

/** What the wallet does when the server speaks: celebrates a top-up, and offers one when little is left. */
export const useWalletEvents = (): void => {
  useLiveEvent('paySuccess', (event) => void heard().then(({ heardPaid }) => heardPaid(event)))
  useLiveEvent(
    'freeBalance',
    ({ freeBalance }) => void heard().then(({ heardFreeBalance }) => heardFreeBalance(freeBalance)),
  )
  useLiveEvent('insBalance', ({ balance }) => void heard().then(({ heardBalance }) => heardBalance(balance)))
}
