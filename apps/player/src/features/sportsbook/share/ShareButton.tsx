import { IconButton } from '@palpite/ui'
import { openOverlay } from '../../../shared/overlays.ts'
import { useIsLoggedIn } from '../../../shared/session.ts'
import { useText } from '../../../shared/text/text.ts'
import { useSlipMode } from '../slip/use-combined-bet.ts'
import { useSlip } from '../slip-store.ts'

/** Shares the slip without its stakes. */
export function ShareButton() {
  const t = useText()
  const { legs, folds, isEachWay } = useSlip()
  const isSystem = useSlipMode() === 'system'
  const isLoggedIn = useIsLoggedIn()
  const share = () => {
    if (!isLoggedIn) return openOverlay('login', { tab: 'login', next: 'slip' })
    openOverlay('shareSlip', {
      outcomeIds: legs.map(({ outcomeId }) => outcomeId),
      ...(isSystem && {
        folds,
        bankers: legs.filter(({ isBanker }) => isBanker).map(({ outcomeId }) => outcomeId),
      }),
      isEachWay,
    })
  }
  return <IconButton icon="share-network-duotone" label={t('sportsbook.share.title')} onClick={share} />
}
