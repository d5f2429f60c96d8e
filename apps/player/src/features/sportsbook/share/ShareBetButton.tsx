import { IconButton } from '@palpite/ui'
import { openOverlay } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'
import type { Bet } from '../records/bet.ts'
import { slipToShare } from './slip-to-share.ts'

/** Shares a bet's selections without the stake. */
export function ShareBetButton({ bet }: { bet: Bet }) {
  const t = useText()
  return (
    <IconButton
      icon="share-network-duotone"
      label={t('sportsbook.share.title')}
      onClick={() => openOverlay('shareSlip', slipToShare(bet))}
    />
  )
}
