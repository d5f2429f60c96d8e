import type { Sql } from '../../platform/db/index.ts'
import {
  selectLinesOfThread,
  selectOthers,
  selectPictureOfThread,
  selectThread,
  selectWaiting,
  type ThreadSummary,
} from './queries.ts'
import { CHAT_PAGE, linesPage, NEWEST } from './read-chat.ts'
import type { Support } from './support.ts'

const PAGE = 50

export type ThreadStatus = 'waiting' | 'answered' | 'closed'

/** Chats as operators see them: who waits longest comes first; the others by when they were opened. */
export async function readThreads(
  { deps: { db }, ids }: Support,
  { status, cursor }: { status: ThreadStatus; cursor: string | undefined },
) {
  const last = cursor === undefined ? undefined : ids.threads.read(cursor)
  const threads =
    status === 'waiting'
      ? await selectWaiting(db, await waitingPlace(db, last), PAGE + 1)
      : await selectOthers(db, status === 'closed', last ?? NEWEST, PAGE + 1)
  const items = threads.slice(0, PAGE).map((thread) => toWireThread(thread, ids.threads))
  return { items, nextCursor: threads.length > PAGE ? (items.at(-1)?.threadId ?? null) : null }
}

const FIRST = { waitsSince: new Date(0), id: 0 }

/** Where the last chat of a page stands; one that waits no longer is gone from the list, which then begins anew. */
async function waitingPlace(sql: Sql, id: number | undefined) {
  const [thread] = id === undefined ? [] : await selectThread(sql, id)
  return thread?.waitsSince ? { waitsSince: thread.waitsSince, id: thread.id } : FIRST
}

/** The picture of a line, and whose it is. */
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
  return {
    thread: toWireThread({ ...thread, lastText: lines[0]?.text ?? '' }, ids.threads),
    ...linesPage(lines, ids.lines),
    readUpTo: thread.playerReadId > 0 ? ids.lines.show(thread.playerReadId) : null,
    isTyping: thread.playerTypes,
  }
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
})
