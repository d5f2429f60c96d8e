import { loadChunk } from '../../shared/feature.ts'
import { useLiveEvent } from '../../shared/use-live.ts'

/** A bet that is won says so wherever its player is. How it does is fetched when it happens. */
export const useWonBets = (): void =>
  useLiveEvent(
    'betSettled',
    (event) => void loadChunk(() => import('./tell-won.ts')).then(({ showWin }) => showWin(event)),
  )
