import { sessionEnded } from '../../identity/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { on } from '../../platform/events.ts'
import { type Listener, listenToOutbox } from '../../platform/outbox.ts'
import { messageWritten } from '../events.ts'
import { deletePushTargetsOf, insertDeliveries } from './queries.ts'

export { deliverMails, deliverPushes } from './deliver.ts'
export { openPush, type SendPush } from './push.ts'
export { deliveryRoutes } from './routes.ts'

/**
 * Notes after each message what it is to leave by, and forgets the browsers of each session that ended: the next user of
 * the device must not read what is pushed to this player. In a reader of its own.
 */
export const followMessages = ({ db, log }: Deps): Listener =>
  listenToOutbox({
    db,
    log,
    name: 'messages-delivery',
    handlers: [
      on(messageWritten, (tx, events) =>
        insertDeliveries(
          tx,
          events.map(({ messageId }) => messageId),
        ).then(() => undefined),
      ),
      on(sessionEnded, (tx, events) =>
        deletePushTargetsOf(tx, {
          sessionIds: events.map(({ sessionId }) => sessionId),
          playerIds: events.map(({ playerId }) => playerId),
        }).then(() => undefined),
      ),
    ],
  })
