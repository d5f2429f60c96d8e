import type { Calls, MessageKind } from '@palpite/contract'
import type { Sql } from '../../platform/db/index.ts'
import type { PublicIds } from '../../platform/public-ids.ts'
import type { Lang } from '../../platform/texts.ts'
import { messageWords } from './message-texts.ts'
import {
  type MessageRow,
  selectMessage,
  selectMessages,
  selectMessagesOfKind,
  selectUnread,
} from './queries.ts'

export type MessagePage = Calls['GET /api/app/messages/list']['data']
export type WireMessage = MessagePage['items'][number]
export type Unread = Calls['GET /api/app/messages/unread']['data']

const PAGE = 30
/** Above every id: the start of the list. */
const NEWEST = Number.MAX_SAFE_INTEGER

type Asked = { kind: MessageKind | undefined; cursor: string | undefined; lang: Lang }

/** A page of a player's messages in words, newest first, and where the next one begins. */
export async function readMessages(
  sql: Sql,
  ids: PublicIds,
  playerId: number,
  { kind, cursor, lang }: Asked,
): Promise<MessagePage> {
  const page = { before: cursor === undefined ? NEWEST : ids.read(cursor), max: PAGE + 1 }
  const rows =
    kind === undefined
      ? await selectMessages(sql, playerId, page)
      : await selectMessagesOfKind(sql, playerId, kind, page)
  const items = rows.slice(0, PAGE).map((row) => toWireMessage(row, ids, lang))
  return { items, nextCursor: rows.length > PAGE ? (items.at(-1)?.messageId ?? null) : null }
}

/** One message of this player; somebody else's is as absent as one that does not exist. */
export async function readMessage(
  sql: Sql,
  ids: PublicIds,
  playerId: number,
  { messageId, lang }: { messageId: string; lang: Lang },
): Promise<WireMessage | undefined> {
  const [row] = await selectMessage(sql, playerId, ids.read(messageId))
  return row && toWireMessage(row, ids, lang)
}

/** How many messages of a player are not read, of each kind. */
export async function readUnread(sql: Sql, playerId: number): Promise<Unread> {
  const counts = await selectUnread(sql, playerId)
  const none = { result: 0, bonus: 0, cashier: 0, system: 0 }
  return { ...none, ...Object.fromEntries(counts.map(({ kind, count }) => [kind, count])) }
}

const toWireMessage = (row: MessageRow, ids: PublicIds, lang: Lang): WireMessage => ({
  messageId: ids.show(row.id),
  kind: row.kind,
  ...messageWords(row, lang),
  link: row.link,
  at: row.at.toISOString(),
  isRead: row.isRead,
})
