import { loadChunk } from '../../shared/feature.ts'
import { useLiveEvent } from '../../shared/use-live.ts'

/** Announces a won bet on any page. The code is loaded when it happens. */
export const useWonBets = (): void =>
  useLiveEvent(
    'betSettled',
    (event) => void loadChunk(() => import('./announce-won-bet.ts')).then(({ showWin }) => showWin(event)),
  )
