import { sessionEnded } from '../../identity/index.ts'
import type { Sql } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { on } from '../../platform/events.ts'
import { type Listener, listenToOutbox } from '../../platform/outbox.ts'
import type { Lang } from '../../platform/texts.ts'
import { breakBegun, impedimentChanged } from '../../protection/index.ts'
import { messageWritten } from '../events.ts'
import {
  deletePushTargetsOf,
  insertDeliveries,
  insertInWriting,
  insertReaders,
  selectReaderLang,
  updateReaderLang,
} from './queries.ts'
import { nightly } from './rules.ts'

export { deliverMails, deliverPushes } from './deliver.ts'
export { openPush, type SendPush } from './push.ts'
export { deliveryRoutes } from './routes.ts'

/** The player reads the app in this language: mails and pushes are written in it from now on. */
export const keepReaderLang = async (sql: Sql, playerId: number, lang: Lang): Promise<void> => {
  await updateReaderLang(sql, playerId, lang)
}

/**
 * An e-mail need not be its player's own: of each kind so many messages an hour are mailed or pushed. The rest stands in the message
 * centre alone; removing messages there makes no room for others.
 */
const MAX_AN_HOUR = 30

/**
 * Notes after each message what it is to leave by, and forgets the browsers of each session that ended: the next user of
 * the device must not read what is pushed to this player. What must be in writing is mailed whatever its player prefers,
 * in the language they took the break in. In a reader of its own.
 */
export function followMessages({ db, log }: Deps): Listener {
  return listenToOutbox({
    db,
    log,
    name: 'messages-delivery',
    handlers: [
      // A break is told before its message, which `centre` writes after it: the mail finds its language.
      on(breakBegun, async (tx, events) => {
        const excluded = events.filter(({ kind }) => kind === 'exclusion')
        if (excluded.length === 0) return
        const langs = new Map(excluded.map(({ playerId, lang = 'pt-BR' }) => [playerId, lang]))
        const readers = [...langs].map(([playerId, lang]) => ({ playerId, lang }))
        await insertReaders(tx, readers, nightly)
      }),
      on(impedimentChanged, async (tx, events) => {
        const readers = events.filter(({ isImpeded }) => isImpeded)
        if (readers.length === 0) return
        await insertReaders(
          tx,
          readers.map(({ playerId }) => ({ playerId, lang: 'pt-BR' })),
          nightly,
        )
      }),
      on(messageWritten, async (tx, events) => {
        const inWriting = events.filter((one) => one.inWriting)
        if (inWriting.length > 0) await insertInWriting(tx, inWriting.map(idOf))
        await insertDeliveries(tx, events.map(idOf), MAX_AN_HOUR)
      }),
      on(sessionEnded, (tx, events) =>
        deletePushTargetsOf(tx, {
          sessionIds: events.map(({ sessionId }) => sessionId),
          playerIds: events.map(({ playerId }) => playerId),
        }).then(() => undefined),
      ),
    ],
  })
}

const idOf = ({ messageId }: { messageId: number }): number => messageId

/** The language a player is told in outside the app: Portuguese where none is known. */
export const readReaderLang = async (sql: Sql, playerId: number): Promise<Lang> =>
  (await selectReaderLang(sql, playerId))[0]?.lang ?? 'pt-BR'
