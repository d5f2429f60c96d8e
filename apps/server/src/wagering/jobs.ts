import { listenToOutbox, type Listener } from '../platform/outbox.ts'
import { meetSettled, type Wagering } from './meet-settled.ts'

/** After these a requirement may be met, or a bonus have come back that nothing claims any more. */
const settling = ['bet.settled', 'round.played']

/**
 * Follows settled stakes: one server at a time reads them. Each row's players are served in a transaction of its own,
 * not in the reader's, because rows come in no order of players, and accounts are only ever locked by ascending
 * player. A reader that dies in between reads the row again, and finds nothing left to be done.
 */
export const followSettledStakes = (wagering: Wagering): Listener => {
  const { db, log } = wagering.deps
  return listenToOutbox({
    db,
    log,
    name: 'wagering',
    topics: settling,
    listen: (_tx, _topic, events) =>
      meetSettled(wagering, [...new Set(events.map((event) => Number(event['playerId'])))]),
  })
}
