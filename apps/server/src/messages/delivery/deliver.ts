import { readPlayers, type SendMail } from '../../identity/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { readWithoutMarketing } from '../../protection/index.ts'
import { messageText, messageWords } from '../centre/message-texts.ts'
import type { SendPush } from './push.ts'
import {
  claimDue,
  deleteDeliveries,
  deletePushTargets,
  type Due,
  postponeDelivery,
  type PushTarget,
  selectPushTargets,
  type Way,
} from './queries.ts'
import { quietMinutesLeft } from './rules.ts'

/** Tried again after half a minute, then later each time up to an hour: a mail server may be down for days. */
const TERMS = { max: 50, firstRetrySeconds: 30, longestRetrySeconds: 3600 }
const MAX_TRIES = 72

/** Mails what is due to players who want it or must have it. A mail server that is down loses nothing: it is tried again. */
export async function deliverMails({ db, log, config }: Deps, sendMail: SendMail): Promise<void> {
  const due = await claimDeliveries(db, 'mail')
  const players = await readPlayers(
    db,
    due.map(({ playerId }) => playerId),
  )
  await Promise.all(
    due.map(async (one) => {
      const to = players.get(one.playerId)?.email
      const { title, text } = messageWords(one, one.lang)
      const address = `${config.publicUrl}${one.link ?? '/gameMess'}`
      try {
        if (to !== undefined) {
          const words = { text, address, centre: `${config.publicUrl}/gameMess` }
          await sendMail({ to, subject: title, text: messageText('delivery.mail.text', one.lang, words) })
        }
        await deleteDeliveries(db, 'mail', [one.messageId])
      } catch (error) {
        // The mail server's words may repeat the address: only its code and ours go into the log.
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
        log.error({ playerId: one.playerId, mailError: code }, 'a notice did not leave; it is tried again')
      }
    }),
  )
}

/** Pushes what is due, outside of quiet hours, to every browser of its player. One that is gone is forgotten. */
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
      if (gone.length > 0) await deletePushTargets(db, gone.map(idOf))
      const failed = sent.filter(({ status }) => status === 'rejected').length
      // Where one browser got it the player was told; a second try would tell them twice.
      if (failed === 0 || failed < own.length - gone.length)
        return deleteDeliveries(db, 'push', [one.messageId])
      log.error({ playerId: one.playerId, failed }, 'a push did not leave; it is tried again')
      return undefined
    }),
  )
}

const isGone = (result: PromiseSettledResult<'sent' | 'gone'> | undefined): boolean =>
  result?.status === 'fulfilled' && result.value === 'gone'

const idOf = ({ id }: PushTarget): number => id

/**
 * Claims due deliveries. Drops those tried too often, about gifts to a player who is sent no marketing, or already read unless they must be
 * in writing; the message centre keeps them.
 */
async function claimDeliveries(db: Deps['db'], way: Way): Promise<readonly Due[]> {
  const due = await claimDue(db, way, TERMS)
  const gifts = due.filter(({ kind }) => kind === 'bonus')
  const without = await readWithoutMarketing(db, [...new Set(gifts.map(({ playerId }) => playerId))])
  const isHeld = ({ kind, playerId }: Due) => kind === 'bonus' && without.has(playerId)
  const over = due.filter((one) => (one.isRead && !one.inWriting) || one.tries > MAX_TRIES || isHeld(one))
  if (over.length > 0)
    await deleteDeliveries(
      db,
      way,
      over.map(({ messageId }) => messageId),
    )
  return due.filter((one) => !over.includes(one))
}
