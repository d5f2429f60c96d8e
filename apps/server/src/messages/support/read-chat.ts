import type { Calls } from '@palpite/contract'
import type { PublicIds } from '../../platform/public-ids.ts'
import type { Lang } from '../../platform/texts.ts'
import { messageText } from '../centre/message-texts.ts'
import type { MessagesSettings } from '../settings.ts'
import { type Line, selectLastThread, selectLinesOfPlayer, selectUnreadLines } from './queries.ts'
import { aboutOf, clockOf, isWithinHours } from './rules.ts'
import type { Support } from './support.ts'

type Chat = Calls['GET /api/app/support/chat']['data']
export type WireLine = Chat['lines'][number]

export const CHAT_PAGE = 40
/** Above every id: the end of the chat. */
export const NEWEST = Number.MAX_SAFE_INTEGER

export const hoursOf = ({ support: { fromMinute, toMinute } }: MessagesSettings) => ({
  isOpen: isWithinHours({ fromMinute, toMinute }, new Date()),
  fromMinute,
  toMinute,
})

/** The newest lines of a player's chats, or those before a cursor, with how the open chat stands. */
export async function readChat(
  { deps: { db }, settings, ids }: Support,
  playerId: number,
  { cursor, lang }: { cursor: string | undefined; lang: Lang },
): Promise<Chat> {
  const before = cursor === undefined ? NEWEST : ids.lines.read(cursor)
  const [inForce, [thread], lines] = await Promise.all([
    settings.read(db),
    selectLastThread(db, playerId),
    selectLinesOfPlayer(db, playerId, before, CHAT_PAGE + 1),
  ])
  const hours = hoursOf(inForce)
  const page = linesPage(lines, ids.lines)
  return {
    hours,
    greeting: greetingOf(hours, lang),
    isClosed: thread === undefined || thread.closedAt !== null,
    ...page,
    readUpTo: thread && thread.operatorReadId > 0 ? ids.lines.show(thread.operatorReadId) : null,
    unread: thread ? await selectUnreadLines(db, thread.id, thread.playerReadId) : 0,
    isTyping: thread?.operatorTypes ?? false,
  }
}

/** A page of lines as they go out, oldest first; one more than fit says that there are others before them. */
export function linesPage(newestFirst: readonly Line[], ids: PublicIds) {
  const lines = newestFirst
    .slice(0, CHAT_PAGE)
    .map((line) => toWireLine(line, ids))
    .toReversed()
  return { lines, nextCursor: newestFirst.length > CHAT_PAGE ? (lines[0]?.lineId ?? null) : null }
}

export const toWireLine = (line: Line, ids: PublicIds): WireLine => ({
  lineId: ids.show(line.id),
  author: line.author,
  text: line.text,
  about: aboutOf(line),
  hasPicture: line.hasPicture,
  at: line.at.toISOString(),
})

type Hours = ReturnType<typeof hoursOf>

const greetingOf = ({ isOpen, fromMinute, toMinute }: Hours, lang: Lang): string =>
  messageText(isOpen ? 'support.greeting.open' : 'support.greeting.closed', lang, {
    from: clockOf(fromMinute),
    to: clockOf(toMinute),
  })
