import type { Deps } from '../../platform/deps.ts'
import { on } from '../../platform/events.ts'
import { type Listener, listenToOutbox } from '../../platform/outbox.ts'
import { messageWritten } from '../events.ts'
import { insertDeliveries } from './queries.ts'

export { deliverMails, deliverPushes } from './deliver.ts'
export { openPush, type SendPush } from './push.ts'
export { deliveryRoutes } from './routes.ts'

/** Notes after each message what it is to leave by, in a reader of its own. */
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
    ],
  })
