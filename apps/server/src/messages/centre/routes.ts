import { messageKinds } from '@palpite/contract'
import type { Db } from '../../platform/db/index.ts'
import { type Api, serve } from '../../platform/http/serve.ts'
import type { PublicIds } from '../../platform/public-ids.ts'
import { ok, refuse } from '../../platform/result.ts'
import { deleteMessages, updateAllRead, updateRead } from './queries.ts'
import { readMessage, readMessages, readUnread } from './read-messages.ts'

/** Opens the calls of the message centre. */
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
      await deleteMessages(tx, playerId, body.messageIds.map(ids.read))
      return ok(await readUnread(tx, playerId))
    }),
  )
}
