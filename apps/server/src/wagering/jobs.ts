import { type EventTopic, on } from '../platform/events.ts'
import { listenToOutbox, type Listener } from '../platform/outbox.ts'
import { meetSettled, type Wagering } from './meet-settled.ts'

/**
 * An event after which a requirement of its player may be met, or a bonus have come back that nothing claims any more.
 * Modules above write them, so whoever composes the modules names them.
 */
export type Settling = EventTopic<{ playerId: number }>

/**
 * Follows settled stakes: one server at a time reads them. The players of a row are served in a transaction of their
 * own, not in the reader's, because rows come in no order of players, and accounts are only ever locked by ascending
 * player. A reader that dies in between reads the row again, and finds nothing left to be done.
 */
export const followSettledStakes = (wagering: Wagering, settling: readonly Settling[]): Listener => {
  const { db, log } = wagering.deps
  const handlers = settling.map((topic) =>
    on(topic, (_tx, events) =>
      meetSettled(
        wagering,
        events.map(({ playerId }) => playerId),
      ),
    ),
  )
  return listenToOutbox({ db, log, name: 'wagering', handlers })
}
