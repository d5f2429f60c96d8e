import { loadChunk } from '../../shared/feature.ts'
import { useLiveEvent } from '../../shared/use-live.ts'

/** What is to be done is fetched when there is something to do: the first page needs none of it. */
const loadWalletEvents = () => loadChunk(() => import('./heard-events.ts'))

/** What the wallet does when the server speaks: celebrates a top-up, and offers one when little is left. */
export const useWalletEvents = (): void => {
  useLiveEvent('paySuccess', (event) => void loadWalletEvents().then(({ onTopUpPaid }) => onTopUpPaid(event)))
  useLiveEvent(
    'freeBalance',
    ({ freeBalance }) => void loadWalletEvents().then(({ onFreeBalance }) => onFreeBalance(freeBalance)),
  )
  useLiveEvent(
    'insBalance',
    ({ balance }) => void loadWalletEvents().then(({ onBalance }) => onBalance(balance)),
  )
}
