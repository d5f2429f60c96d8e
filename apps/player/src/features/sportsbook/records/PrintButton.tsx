import { IconButton } from '@palpite/ui'
import { useText } from '../../../shared/text/text.ts'
import { printTicket } from './print-ticket.ts'

/** Prints its ticket. */
export function PrintButton() {
  const t = useText()
  return (
    <IconButton
      icon="receipt"
      label={t('sportsbook.bet.print')}
      onClick={({ currentTarget }) => {
        const ticket = currentTarget.closest('article')
        if (ticket) printTicket(ticket)
      }}
    />
  )
}
