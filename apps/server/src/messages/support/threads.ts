import { readPlayers, type SendMail } from '../../identity/index.ts'
import type { Tx, Sql } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { requestDigest } from '../../platform/crypto.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { writeMessages, messageText } from '../centre/messages.ts'
import { announce, CHAT_PAGE, linesPage, NEWEST, type Support } from './chat.ts'
import {
  closeThread,
  insertLine,
  type Line,
  lockThread,
  type Owner,
  selectLineOfRequest,
  selectThread,
  updateAnswered,
  updateOperatorRead,
  updateOperatorTypes,
  selectLinesOfThread,
  selectOthers,
  selectPictureOfThread,
  selectWaiting,
  selectWaitingPlace,
  type ThreadSummary,
  claimTranscripts,
  selectWholeThread,
  updateTranscriptMailed,
} from './queries.ts'
import { firstNameOf, transcript } from './rules.ts'

type AnswerThread = {
  threadId: number
  /** The operator; null for the sandbox. */
  operatorId: number | null
  requestId: string
  text: string
}

/** `isTaken`: with this answer the operator took over a chat that nobody had. */
type Answered = Line & { playerId: number; isTaken: boolean }

/** The chat on the help page, already open. */
const CHAT = '/ajuda?chat=1'

/**
 * Writes an answer of the house. The player's centre gets one message for all answers that the player has not read. A
 * chat that nobody has goes to the operator; a chat of a colleague must be taken over first. Idempotent by request id.
 */
export async function answerThread(
  tx: Tx,
  { threadId, operatorId, requestId, text }: AnswerThread,
): Promise<Result<Answered, 'not_found' | 'thread_closed' | 'thread_taken' | 'request_mismatch'>> {
  const [thread] = await lockThread(tx, threadId)
  if (!thread) return refuse('not_found')
  const { playerId } = thread
  const [earlier] = await selectLineOfRequest(tx, playerId, 'operator', requestId)
  const written = text.trim()
  if (earlier) {
    const isSame =
      earlier.threadId === threadId && earlier.operatorId === operatorId && earlier.text === written
    return isSame ? ok({ ...earlier, playerId, isTaken: false }) : refuse('request_mismatch')
  }
  if (thread.closedAt !== null) return refuse('thread_closed')
  if (isOfAnother(thread, operatorId)) return refuse('thread_taken')
  const [line] = await insertLine(tx, {
    threadId,
    playerId,
    author: 'operator',
    operatorId,
    text: written,
    aboutKind: null,
    aboutId: null,
    requestId,
    requestDigest: requestDigest({ text: written }),
  })
  if (!line) return refuse('not_found')
  await updateAnswered(tx, threadId, operatorId)
  const [now] = await selectThread(tx, threadId)
  await writeMessages(tx, [
    {
      playerId,
      kind: 'system',
      textKey: 'message.support.answered',
      link: CHAT,
      source: `support:${threadId}:${now?.playerReadId ?? 0}`,
    },
  ])
  await announce(tx, playerId, { what: 'said', by: 'operator' })
  return ok({ ...line, playerId, isTaken: thread.assignedTo === null && operatorId !== null })
}

/** Whether a colleague of this operator has the chat. The sandbox, which is no operator, answers everywhere. */
const isOfAnother = ({ assignedTo }: { assignedTo: number | null }, operatorId: number | null): boolean =>
  assignedTo !== null && operatorId !== null && assignedTo !== operatorId

/** Marks the player's lines as read by the house. */
export async function markThreadRead(tx: Tx, threadId: number): Promise<void> {
  const [changed] = await updateOperatorRead(tx, threadId)
  if (changed) await announce(tx, changed.playerId, { what: 'read', by: 'operator' })
}

/** Shows the player for a few seconds that an operator is writing. */
export async function typeInThread(tx: Tx, threadId: number): Promise<Result<null, 'not_found'>> {
  const [thread] = await lockThread(tx, threadId)
  if (!thread) return refuse('not_found')
  await updateOperatorTypes(tx, threadId, TYPING_SECONDS)
  await announce(tx, thread.playerId, { what: 'typing', by: 'operator' })
  return ok(null)
}

/** Longer than the interval at which a client repeats the typing signal. */
export const TYPING_SECONDS = 6

/** Closes a chat that no colleague has; closing it twice changes nothing. */
export async function endThread(
  tx: Tx,
  { threadId, operatorId }: { threadId: number; operatorId: number },
): Promise<Result<{ playerId: number }, 'not_found' | 'thread_taken'>> {
  const [thread] = await lockThread(tx, threadId)
  if (!thread) return refuse('not_found')
  if (thread.closedAt === null) {
    if (isOfAnother(thread, operatorId)) return refuse('thread_taken')
    await closeThread(tx, threadId)
    await announce(tx, thread.playerId, { what: 'closed', by: 'operator' })
  }
  return ok({ playerId: thread.playerId })
}

const PAGE = 50

type ThreadStatus = 'waiting' | 'answered' | 'closed'

/** Chats for operators, of everybody or of one owner: longest waiting first; answered and closed ones newest first. */
export async function readThreads(
  { deps: { db }, ids }: Support,
  { status, owner, cursor }: { status: ThreadStatus; owner: Owner; cursor: string | undefined },
) {
  const last = cursor === undefined ? undefined : ids.threads.read(cursor)
  const threads =
    status === 'waiting'
      ? await selectWaiting(db, await waitingPlace(db, last), { owner, max: PAGE + 1 })
      : await selectOthers(db, last ?? NEWEST, { areClosed: status === 'closed', owner, max: PAGE + 1 })
  const items = threads.slice(0, PAGE).map((thread) => toWireThread(thread, ids.threads))
  return { items, nextCursor: threads.length > PAGE ? (items.at(-1)?.threadId ?? null) : null }
}

const FIRST = { micros: 0, id: 0 }

/** The cursor after the last chat of a page; if that one no longer waits, the list starts again. */
async function waitingPlace(sql: Sql, id: number | undefined) {
  const [place] = id === undefined ? [] : await selectWaitingPlace(sql, id)
  return place ?? FIRST
}

/** The picture of a line, and its player. */
export async function readPicture({ deps: { db }, ids }: Support, threadId: string, lineId: string) {
  const [picture] = await selectPictureOfThread(db, ids.threads.read(threadId), ids.lines.read(lineId))
  return picture
}

/** One chat with its newest lines, or those before a cursor. */
export async function readThread(
  { deps: { db }, ids }: Support,
  { threadId, cursor }: { threadId: string; cursor: string | undefined },
) {
  const id = ids.threads.read(threadId)
  const before = cursor === undefined ? NEWEST : ids.lines.read(cursor)
  const [[thread], lines] = await Promise.all([
    selectThread(db, id),
    selectLinesOfThread(db, id, before, CHAT_PAGE + 1),
  ])
  if (!thread) return undefined
  const player = (await readPlayers(db, [thread.playerId])).get(thread.playerId)
  return {
    thread: toWireThread({ ...thread, lastText: lines[0]?.text ?? '' }, ids.threads),
    ...linesPage(lines, ids.lines),
    readUpTo: thread.playerReadId > 0 ? ids.lines.show(thread.playerReadId) : null,
    isTyping: thread.playerTypes,
    firstName: firstNameOf(player?.name ?? ''),
  }
}

/** One chat as the lists show it. */
export async function readThreadSummary({ deps: { db }, ids }: Support, threadId: string) {
  const id = ids.threads.read(threadId)
  const [[thread], [line]] = await Promise.all([selectThread(db, id), selectLinesOfThread(db, id, NEWEST, 1)])
  return thread && toWireThread({ ...thread, lastText: line?.text ?? '' }, ids.threads)
}

const toWireThread = (thread: ThreadSummary, ids: Support['ids']['threads']) => ({
  threadId: ids.show(thread.id),
  playerId: thread.playerId,
  lang: thread.lang,
  isClosed: thread.closedAt !== null,
  openedAt: thread.openedAt.toISOString(),
  lastLineAt: thread.lastLineAt.toISOString(),
  waitsSince: thread.waitsSince?.toISOString() ?? null,
  lastText: thread.lastText,
  assignedTo: thread.assignedTo,
})

const TERMS = { maxTries: 5, retrySeconds: 60, max: 10 }

/** Mails the transcripts of closed chats to players who requested them. Several servers may run it at once. */
export async function mailTranscripts({ db, log }: Deps, sendMail: SendMail): Promise<void> {
  const due = await claimTranscripts(db, TERMS)
  if (due.length === 0) return
  const ids = due.map(({ id }) => id)
  const [players, lines] = await Promise.all([
    readPlayers(
      db,
      due.map(({ playerId }) => playerId),
    ),
    selectWholeThread(db, ids),
  ])
  await Promise.all(
    due.map(async ({ id, playerId, lang }) => {
      const to = players.get(playerId)?.email
      if (to === undefined) return
      const names = {
        player: messageText('support.name.player', lang),
        operator: messageText('support.name.operator', lang),
      }
      const said = transcript(
        lines.filter(({ threadId }) => threadId === id),
        names,
        lang,
      )
      try {
        const subject = messageText('support.transcript.subject', lang)
        await sendMail({ to, subject, text: messageText('support.transcript.text', lang, { said }) })
        await updateTranscriptMailed(db, id)
      } catch (error) {
        // The mail server's error text may contain the address: only its code and our id are logged.
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
        log.error({ playerId, mailError: code }, 'a transcript failed and will be retried')
      }
    }),
  )
}
