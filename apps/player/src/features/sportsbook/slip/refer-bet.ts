import { api } from '../../../shared/api/api.ts'
import { keepRequest } from '../slip-changes.ts'
import { holdLegs } from '../slip-store.ts'
import { finish, note, onFailure, onPlaced, type Ticket, usePlacing } from './place-slip.ts'

/** Asks a trader for a refused bet; the answer is awaited like that of a bet in play. */
export const referBet = async (ticket: Ticket): Promise<void> => {
  if (usePlacing.getState().busy) return
  usePlacing.setState({ busy: true })
  const { name, legs, request } = ticket
  holdLegs([name, ...legs.map(({ outcomeId }) => outcomeId)])
  keepRequest(name, request)
  note(name, { kind: 'sending' })
  const { offerId: _offer, freeBetId: _free, priceBoostId: _boost, ...body } = request
  try {
    const { bet } = await api('POST /api/app/sportsbook/referBet', { body, loading: false, inline: true })
    if (bet) onPlaced(ticket, bet)
    else note(name, { kind: 'waiting' })
  } catch (error) {
    onFailure(ticket, error)
  }
  finish()
}
