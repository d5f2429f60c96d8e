import { type EventTopic, on } from '../platform/events.ts'
import { listenToOutbox, type Listener } from '../platform/outbox.ts'
import { skippedBy } from '../platform/skip-failing.ts'
import { convertMetBonuses, type Wagering } from './convert-bonuses.ts'

/**
 * An event after which a requirement of its player may be met, or staked bonus money may have returned. Modules
 * above publish them, so the composition root names them.
 */
export type Settling = EventTopic<{ playerId: number }>

/**
 * Follows settled stakes; one server at a time reads them. The players of a row are processed in their own
 * transaction, not in the reader's: rows come in no order of players, and accounts are locked in ascending order of
 * player only. If a reader dies in between, the row is read again, and nothing is left to do.
 */
export const followSettledStakes = (wagering: Wagering, settling: readonly Settling[]): Listener => {
  const { db, log } = wagering.deps
  const park = skippedBy(wagering.deps, 'wagering')
  const handlers = settling.map((topic) =>
    on(topic, (_tx, events) =>
      convertMetBonuses(
        wagering,
        events.map(({ playerId }) => playerId),
      ),
    ),
  )
  return listenToOutbox({ db, log, name: 'wagering', handlers, park })
}
