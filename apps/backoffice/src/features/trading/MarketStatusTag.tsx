import { StatusTag } from '@palpite/ui'
import { useText } from '../../shared/text.ts'

type Props = {
  /** Suspended by an operator. */
  isSuspended: boolean
  /** Open for bets. */
  isOpen: boolean
}

/** Whether it accepts bets, and if not, whether operators or the feed stopped it. */
export function MarketStatusTag({ isSuspended, isOpen }: Props) {
  const t = useText()
  if (isSuspended)
    return (
      <StatusTag tone="loss" icon="lock-key-fill">
        {t('trading.state.operator')}
      </StatusTag>
    )
  return (
    <StatusTag tone={isOpen ? 'win' : 'neutral'}>
      {t(isOpen ? 'trading.state.open' : 'trading.state.feed')}
    </StatusTag>
  )
}
