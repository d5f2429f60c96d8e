import { sessionEnded } from '../../identity/index.ts'
import type { Sql } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { on } from '../../platform/events.ts'
import { type Listener, listenToOutbox } from '../../platform/outbox.ts'
import type { Lang } from '../../platform/texts.ts'
import { messageWritten } from '../events.ts'
import { deletePushTargetsOf, insertDeliveries, updateReaderLang } from './queries.ts'

export { deliverMails, deliverPushes } from './deliver.ts'
export { openPush, type SendPush } from './push.ts'
export { deliveryRoutes } from './routes.ts'

/** The player reads the app in this language: mails and pushes are written in it from now on. */
export const keepReaderLang = async (sql: Sql, playerId: number, lang: Lang): Promise<void> => {
  await updateReaderLang(sql, playerId, lang)
}

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
