import type { Tx } from '../../platform/db/index.ts'
import { requestDigest } from '../../platform/request-digest.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { writeMessages } from '../centre/write-messages.ts'
import {
  closeThread,
  insertLine,
  type Line,
  lockThread,
  selectLineOfRequest,
  selectThread,
  updateAnswered,
  updateOperatorRead,
  updateOperatorTypes,
} from './queries.ts'
import { announce } from './support.ts'

export type AnswerThread = {
  threadId: number
  /** Who of the house; null for the sandbox. */
  operatorId: number | null
  requestId: string
  text: string
}

/** Where a player is who asked while the chat was closed: the help page opens it. */
const CHAT = '/ajuda?chat=1'

/**
 * Writes an answer of the house. Players who are away find a message in their centre, one for all answers that they
 * have not read. Sent twice, it is there once.
 */
export async function answerThread(
  tx: Tx,
  { threadId, operatorId, requestId, text }: AnswerThread,
): Promise<Result<Line & { playerId: number }, 'not_found' | 'thread_closed' | 'request_mismatch'>> {
  const [thread] = await lockThread(tx, threadId)
  if (!thread) return refuse('not_found')
  const { playerId } = thread
  const [earlier] = await selectLineOfRequest(tx, playerId, 'operator', requestId)
  const written = text.trim()
  if (earlier) {
    const isSame =
      earlier.threadId === threadId && earlier.operatorId === operatorId && earlier.text === written
    return isSame ? ok({ ...earlier, playerId }) : refuse('request_mismatch')
  }
  if (thread.closedAt !== null) return refuse('thread_closed')
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
  await updateAnswered(tx, threadId)
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
  return ok({ ...line, playerId })
}

/** What the player wrote is read by the house. */
export async function markThreadRead(tx: Tx, threadId: number): Promise<void> {
  const [changed] = await updateOperatorRead(tx, threadId)
  if (changed) await announce(tx, changed.playerId, { what: 'read', by: 'operator' })
}

/** For some seconds the player sees that somebody is writing. */
export async function typeInThread(tx: Tx, threadId: number): Promise<Result<null, 'not_found'>> {
  const [thread] = await lockThread(tx, threadId)
  if (!thread) return refuse('not_found')
  await updateOperatorTypes(tx, threadId, TYPING_SECONDS)
  await announce(tx, thread.playerId, { what: 'typing', by: 'operator' })
  return ok(null)
}

/** Longer than the pause between two tellings of who is still writing. */
export const TYPING_SECONDS = 6

/** Ends a chat; ended twice, it stays as it was. */
export async function endThread(
  tx: Tx,
  threadId: number,
): Promise<Result<{ playerId: number }, 'not_found'>> {
  const [thread] = await lockThread(tx, threadId)
  if (!thread) return refuse('not_found')
  if (thread.closedAt === null) {
    await closeThread(tx, threadId)
    await announce(tx, thread.playerId, { what: 'closed', by: 'operator' })
  }
  return ok({ playerId: thread.playerId })
}
