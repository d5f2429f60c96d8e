import { Button } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { openOverlay } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'
import type { Auto } from './use-auto.ts'

type Props = {
  auto: Auto
  /** A game action is in progress, or loading. */
  isBusy: boolean
}

/** Starts or stops automatic play: one button in the main action's place. */
export function AutoAction({ auto, isBusy }: Props) {
  const t = useText()
  const format = useFormat()
  const { state, stake, plan } = auto
  if (state.status === 'running')
    return (
      <Button block kind="danger" disabled={state.ending !== undefined} onClick={auto.stop}>
        {t('games.auto.stop')}
      </Button>
    )
  const missingCents = stake.cents - stake.balanceCents
  if (stake.problem === 'tooMuch' && !isBusy)
    return (
      <Button block onClick={() => openOverlay('deposit', { missingCents })}>
        {t('games.deposit.button', { amount: format.money(missingCents) })}
      </Button>
    )
  const canBegin = auto.isStakeGood && auto.problem === undefined && auto.odds !== undefined
  return (
    <Button block busy={isBusy} disabled={!canBegin} onClick={auto.begin}>
      {t('games.auto.begin', { rounds: plan.rounds })}
    </Button>
  )
}
