import { loadChunk } from '../../shared/feature.ts'
import { useLiveEvent } from '../../shared/use-live.ts'

/** The handlers are loaded when needed: the first page needs none. */
const loadWalletEvents = () => loadChunk(() => import('./top-up-events.ts'))

/** The wallet's reaction to socket events: announces a top-up, and offers one at a low balance. */
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
