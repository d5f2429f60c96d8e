import { messageKinds, type Calls, type MessageKind } from '@palpite/contract'
import type { Db, Sql } from '../../platform/db/index.ts'
import { type Api, serve } from '../../platform/http/serve.ts'
import type { PublicIds } from '../../platform/public-ids.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Lang } from '../../platform/texts.ts'
import { shownWords, removeMessages } from './messages.ts'
import {
  updateAllRead,
  updateRead,
  type MessageRow,
  selectMessage,
  selectMessages,
  selectMessagesOfKind,
  selectUnread,
} from './queries.ts'

/** The calls of the message centre. */
export function centreRoutes(api: Api, db: Db, ids: PublicIds): void {
  serve(api, 'GET /api/app/messages/list', async ({ caller, query: { kind, cursor }, lang }) =>
    ok(await readMessages(db, ids, caller.playerId, { kind, cursor, lang })),
  )
  serve(api, 'GET /api/app/messages/message/:messageId', async ({ caller, params, lang }) => {
    const message = await readMessage(db, ids, caller.playerId, { messageId: params.messageId, lang })
    return message ? ok(message) : refuse('not_found')
  })
  serve(api, 'GET /api/app/messages/unread', async ({ caller: { playerId } }) =>
    ok(await readUnread(db, playerId)),
  )
  serve(api, 'POST /api/app/messages/read', ({ caller: { playerId }, body }) =>
    db.begin(async (tx) => {
      await updateRead(tx, playerId, body.messageIds.map(ids.read))
      return ok(await readUnread(tx, playerId))
    }),
  )
  serve(api, 'POST /api/app/messages/readAll', ({ caller: { playerId }, body: { kind } }) =>
    db.begin(async (tx) => {
      await updateAllRead(tx, playerId, kind === undefined ? messageKinds : [kind])
      return ok(await readUnread(tx, playerId))
    }),
  )
  serve(api, 'POST /api/app/messages/remove', ({ caller: { playerId }, body }) =>
    db.begin(async (tx) => {
      await removeMessages(tx, playerId, body.messageIds.map(ids.read))
      return ok(await readUnread(tx, playerId))
    }),
  )
}

type MessagePage = Calls['GET /api/app/messages/list']['data']
type WireMessage = MessagePage['items'][number]
type Unread = Calls['GET /api/app/messages/unread']['data']

const PAGE = 30
/** Above every id: the start of the list. */
const NEWEST = Number.MAX_SAFE_INTEGER

type Asked = { kind: MessageKind | undefined; cursor: string | undefined; lang: Lang }

/** A page of a player's messages as texts, newest first, and the cursor of the next page. */
async function readMessages(
  sql: Sql,
  ids: PublicIds,
  playerId: number,
  { kind, cursor, lang }: Asked,
): Promise<MessagePage> {
  const page = { before: cursor === undefined ? NEWEST : ids.read(cursor), max: PAGE + 1, lang }
  const rows =
    kind === undefined
      ? await selectMessages(sql, playerId, page)
      : await selectMessagesOfKind(sql, playerId, kind, page)
  const items = rows.slice(0, PAGE).map((row) => toWireMessage(row, ids, lang))
  return { items, nextCursor: rows.length > PAGE ? (items.at(-1)?.messageId ?? null) : null }
}

/** One message of this player; undefined for a message of another player, as for one that does not exist. */
async function readMessage(
  sql: Sql,
  ids: PublicIds,
  playerId: number,
  { messageId, lang }: { messageId: string; lang: Lang },
): Promise<WireMessage | undefined> {
  const [row] = await selectMessage(sql, playerId, { id: ids.read(messageId), lang })
  return row && toWireMessage(row, ids, lang)
}

/** The number of a player's unread messages, by kind. */
async function readUnread(sql: Sql, playerId: number): Promise<Unread> {
  const counts = await selectUnread(sql, playerId)
  const none = { result: 0, bonus: 0, cashier: 0, system: 0 }
  return { ...none, ...Object.fromEntries(counts.map(({ kind, count }) => [kind, count])) }
}

const toWireMessage = (row: MessageRow, ids: PublicIds, lang: Lang): WireMessage => ({
  messageId: ids.show(row.id),
  kind: row.kind,
  ...shownWords(row, lang),
  link: row.link,
  at: row.at.toISOString(),
  isRead: row.isRead,
})
