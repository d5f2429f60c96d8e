import { StatusTag } from '@palpite/ui'
import { useText } from '../../shared/text.ts'

type Props = {
  /** By an operator. */
  isSuspended: boolean
  /** It takes bets. */
  isOpen: boolean
}

/** Whether something takes bets, and if not, whether operators or the feed stopped it. */
export function StandingTag({ isSuspended, isOpen }: Props) {
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
