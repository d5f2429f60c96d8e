import { createECDH } from 'node:crypto'
import { sessionEnded, readPlayers, type SendMail } from '../../identity/index.ts'
import type { Config } from '../../platform/config.ts'
import type { Sql } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { on } from '../../platform/events.ts'
import { Fault } from '../../platform/errors.ts'
import { type Listener, listenToOutbox } from '../../platform/outbox.ts'
import { skippedBy } from '../../platform/skip-failing.ts'
import type { Lang } from '../../platform/texts.ts'
import { breakBegun, readWithoutMarketing } from '../../protection/index.ts'
import { messageText, messageWords } from '../centre/messages.ts'
import { messageWritten } from '../events.ts'
import {
  deletePushTargetsOf,
  insertDeliveries,
  insertInWriting,
  insertReaders,
  selectReaderLang,
  updateReaderLang,
  claimDue,
  deleteDeliveries,
  deletePushTargets,
  type Due,
  postponeDelivery,
  selectPushTargets,
  type Way,
  type PushTarget,
} from './queries.ts'
import { nightly, quietMinutesLeft } from './rules.ts'

/** Stores the language of a player's mails and pushes. Changes nothing for a player who gets none yet. */
export const keepReaderLang = async (sql: Sql, playerId: number, lang: Lang): Promise<void> => {
  await updateReaderLang(sql, playerId, lang)
}

/** The language of a player's mails and pushes; Portuguese if none is stored. */
export const readReaderLang = async (sql: Sql, playerId: number): Promise<Lang> =>
  (await selectReaderLang(sql, playerId))[0]?.lang ?? 'pt-BR'

/**
 * At most this many messages of each kind are mailed or pushed to a player per hour, because the e-mail address may
 * belong to somebody else. The rest stays in the message centre; deleting messages there does not raise the limit.
 */
const MAX_AN_HOUR = 30

/**
 * Schedules deliveries of each new message, and removes the browsers of each ended session: the next user of a device
 * must not read this player's pushes. A message required in writing is mailed whatever its player prefers: in the
 * stored language, else in that in which they excluded themselves, else in Portuguese. Uses its own outbox reader.
 */
export function followMessages({ db, log, metrics }: Deps): Listener {
  return listenToOutbox({
    db,
    log,
    name: 'messages-delivery',
    park: skippedBy({ metrics, log }, 'messages-delivery'),
    inOrder: [breakBegun, sessionEnded],
    handlers: [
      // The event of a break comes before its message, which `centre` writes after it, so the mail has its language.
      on(breakBegun, async (tx, events) => {
        const excluded = events.filter(({ kind }) => kind === 'exclusion')
        if (excluded.length === 0) return
        const langs = new Map(excluded.map(({ playerId, lang = 'pt-BR' }) => [playerId, lang]))
        const readers = [...langs].map(([playerId, lang]) => ({ playerId, lang }))
        await insertReaders(tx, readers, nightly)
      }),
      on(messageWritten, async (tx, events) => {
        const inWriting = events.filter((one) => one.inWriting)
        if (inWriting.length > 0) {
          // A mail needs a language; a player without preferences has none stored.
          const readers = [...new Set(inWriting.map(({ playerId }) => playerId))]
          await insertReaders(
            tx,
            readers.map((playerId) => ({ playerId, lang: 'pt-BR' })),
            nightly,
          )
          await insertInWriting(tx, inWriting.map(idOf))
        }
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

/** Retries after half a minute, then at growing intervals up to an hour: a mail server may be down for days. */
const TERMS = { max: 50, firstRetrySeconds: 30, longestRetrySeconds: 3600 }
const MAX_TRIES = 72

/**
 * Sends due mails to players who want them or must get them. If the mail server is down, nothing is lost: they are
 * retried.
 */
export async function deliverMails({ db, log, config }: Deps, sendMail: SendMail): Promise<void> {
  const due = await claimDeliveries(db, 'mail')
  const players = await readPlayers(
    db,
    due.map(({ playerId }) => playerId),
  )
  await Promise.all(
    due.map(async (one) => {
      const to = players.get(one.playerId)?.email
      const address = `${config.publicUrl}${one.link ?? '/gameMess'}`
      try {
        // Inside the `try`: the text of a message that a newer server wrote may be missing here, and the others go out.
        const { title, text } = messageWords(one, one.lang)
        if (to !== undefined) {
          const words = { text, address, centre: `${config.publicUrl}/gameMess` }
          await sendMail({ to, subject: title, text: messageText('delivery.mail.text', one.lang, words) })
        }
        await deleteDeliveries(db, 'mail', [one.messageId])
      } catch (error) {
        // The mail server's error text may contain the address: only its code and our id are logged.
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
        log.error({ playerId: one.playerId, mailError: code }, 'a mail failed and will be retried')
      }
    }),
  )
}

/** Sends due pushes outside of quiet hours, to every browser of the player. A browser that is gone is removed. */
export async function deliverPushes({ db, log }: Deps, sendPush: SendPush, now = new Date()): Promise<void> {
  const due = await claimDeliveries(db, 'push')
  const targets = await selectPushTargets(db, [...new Set(due.map(({ playerId }) => playerId))])
  await Promise.all(
    due.map(async (one) => {
      const quiet = quietMinutesLeft(one.quiet, now)
      if (quiet > 0) return postponeDelivery(db, 'push', one.messageId, quiet)
      const own = targets.filter(({ playerId }) => playerId === one.playerId)
      const payload = JSON.stringify({ ...messageWords(one, one.lang), link: one.link ?? '/gameMess' })
      const sent = await Promise.allSettled(own.map((target) => sendPush(target, payload)))
      const gone = own.filter((_, at) => isGone(sent[at]))
      if (gone.length > 0)
        await deletePushTargets(
          db,
          gone.map(({ id }) => id),
        )
      const failed = sent.filter(({ status }) => status === 'rejected').length
      // If one browser got it, the player has it: a retry would push it twice.
      if (failed === 0 || failed < own.length - gone.length)
        return deleteDeliveries(db, 'push', [one.messageId])
      log.error({ playerId: one.playerId, failed }, 'a push failed and will be retried')
      return undefined
    }),
  )
}

const isGone = (result: PromiseSettledResult<'sent' | 'gone'> | undefined): boolean =>
  result?.status === 'fulfilled' && result.value === 'gone'

/**
 * Claims due deliveries. Drops those with too many attempts, those of campaigns that were stopped or have ended, those
 * about gifts to a player who gets no marketing or whose account is closed, and those already read unless they are
 * required in writing; the message centre keeps the messages.
 */
async function claimDeliveries(db: Deps['db'], way: Way): Promise<readonly Due[]> {
  const due = await claimDue(db, way, TERMS)
  const gifts = due.filter(({ kind }) => kind === 'bonus')
  const without = await readWithoutGifts(db, [...new Set(gifts.map(({ playerId }) => playerId))])
  const isHeld = ({ kind, playerId }: Due) => kind === 'bonus' && without.has(playerId)
  const over = due.filter(
    (one) => (one.isRead && !one.inWriting) || one.tries > MAX_TRIES || one.isOver || isHeld(one),
  )
  if (over.length > 0)
    await deleteDeliveries(
      db,
      way,
      over.map(({ messageId }) => messageId),
    )
  return due.filter((one) => !over.includes(one))
}

/** Which of these players hear nothing about gifts. */
async function readWithoutGifts(db: Deps['db'], playerIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (playerIds.length === 0) return new Set()
  const [without, players] = await Promise.all([
    readWithoutMarketing(db, playerIds),
    readPlayers(db, playerIds),
  ])
  const isOpen = (id: number) => players.get(id)?.closedAt === null
  return new Set(playerIds.filter((id) => without.has(id) || !isOpen(id)))
}

/** Hands a push to its service. `gone`: the browser has unsubscribed. Throws if the service did not accept it. */
export type SendPush = (target: PushTarget, payload: string) => Promise<'sent' | 'gone'>

const DAY_SECONDS = 24 * 60 * 60
const PATIENCE_MS = 10_000

/** The public key for browser subscriptions; empty if the server has no key. */
export function pushKeyOf({ WEB_PUSH_KEY: key }: Pick<Config, 'WEB_PUSH_KEY'>): string | undefined {
  if (key === undefined) return undefined
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(Buffer.from(key, 'base64url'))
  return curve.getPublicKey('base64url', 'uncompressed')
}

/** Sends pushes by RFC 8030, sealed by RFC 8291, signed with our key (VAPID). */
export function openPush(config: Pick<Config, 'WEB_PUSH_KEY' | 'publicUrl'>): SendPush {
  const publicKey = pushKeyOf(config)
  const { WEB_PUSH_KEY: privateKey = '', publicUrl } = config
  if (publicKey === undefined)
    return () => Promise.reject(new Fault('no push key is configured (WEB_PUSH_KEY)'))
  return async ({ endpoint, p256dh, auth }, payload) => {
    // Loaded with the first push: most servers send none.
    const { default: webPush } = await import('web-push')
    const subject = publicUrl.startsWith('https:') ? publicUrl : 'mailto:push@palpite.example'
    try {
      await webPush.sendNotification({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails: { subject, publicKey, privateKey },
        TTL: DAY_SECONDS,
        timeout: PATIENCE_MS,
      })
      return 'sent'
    } catch (cause) {
      const status = cause instanceof webPush.WebPushError ? cause.statusCode : undefined
      if (status === 404 || status === 410) return 'gone'
      throw new Fault('the push service refused a push', { cause })
    }
  }
}
