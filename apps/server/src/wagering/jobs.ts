import { listenToOutbox, type Listener } from '../platform/outbox.ts'
import { meetSettled, type Wagering } from './meet-settled.ts'

/**
 * Follows settled stakes: one server at a time reads them. Their players are served in transactions of their own, not in
 * the reader's, because events come in no order of players, and accounts are only ever locked by ascending player. A
 * reader that dies in between reads the same events again, and finds nothing left to be done.
 */
export const followSettledStakes = (wagering: Wagering, settling: readonly string[]): Listener => {
  const { db, log } = wagering.deps
  return listenToOutbox({
    db,
    log,
    name: 'wagering',
    topics: settling,
    listen: (_tx, _topic, events) =>
      meetSettled(
        wagering,
        events.map((event) => Number(event['playerId'])),
      ),
  })
}
