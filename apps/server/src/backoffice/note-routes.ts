import type { RefusalCode } from '@palpite/contract'
import type { OperatorCallKey } from '@palpite/contract/backoffice'
import {
  asOperator,
  findPlayers,
  isKeptRequest,
  isOtherRequest,
  keepRequest,
  type NoteRow,
  pinNote,
  readNotes,
  readPinnedNotes,
  withdrawNote,
  writeNote,
} from '../identity/index.ts'
import { audit } from '../platform/audit.ts'
import type { Db, Tx } from '../platform/db/index.ts'
import type { OperatorSession } from '../platform/http/callers.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import { maskedTyped } from './rules.ts'

const PAGE = 30
/** The letters that a reason must have besides masked personal data. */
const MIN_REASON = 10

/** Calls for operators' notes about players (docs/decisions/0084). */
export function noteRoutes(api: OperatorApi, db: Db): void {
  serveOperator(api, 'GET /api/backoffice/players/:playerId/notes', ({ caller, params, query: { cursor } }) =>
    asOperator(db, caller, async (tx) => {
      const playerId = Number(params.playerId)
      if ((await findPlayers(tx, { emails: [], playerIds: [playerId] })).length === 0)
        return refuse('not_found')
      const beforeId = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor)
      const [pinned, rows] = await Promise.all([
        readPinnedNotes(tx, playerId),
        readNotes(tx, playerId, { beforeId, max: PAGE + 1 }),
      ])
      await audit(tx, {
        actor: { kind: 'operator', id: caller.operatorId },
        action: 'player.notes_read',
        subject: `player:${playerId}`,
      })
      const page = rows.slice(0, PAGE)
      const last = page.at(-1)
      return ok({
        pinned: pinned.map(toWireNote),
        items: page.map(toWireNote),
        nextCursor: last && rows.length > PAGE ? String(last.noteId) : null,
      })
    }),
  )

  serveOperator(api, 'POST /api/backoffice/players/:playerId/notes', ({ caller, params, body }) => {
    // Masked before it is stored: operators do not see these data in full, so no note shows them either.
    const text = maskedTyped(body.text)
    const asked = { ...params, text }
    return once(db, caller, { call: 'POST /api/backoffice/players/:playerId/notes', asked, body }, (tx) =>
      writeNote(tx, { playerId: Number(params.playerId), operatorId: caller.operatorId, text }),
    )
  })

  serveOperator(api, 'POST /api/backoffice/players/:playerId/notes/:noteId/pin', ({ caller, params, body }) =>
    once(
      db,
      caller,
      {
        call: 'POST /api/backoffice/players/:playerId/notes/:noteId/pin',
        asked: { ...params, isPinned: body.isPinned },
        body,
      },
      (tx) => pinNote(tx, { ...toOnNote(caller, params), isPinned: body.isPinned }),
    ),
  )

  serveOperator(
    api,
    'POST /api/backoffice/players/:playerId/notes/:noteId/withdraw',
    ({ caller, params, body }) => {
      const reason = maskedTyped(body.reason)
      return once(
        db,
        caller,
        {
          call: 'POST /api/backoffice/players/:playerId/notes/:noteId/withdraw',
          asked: { ...params, reason },
          body,
        },
        async (tx) =>
          reason.length < MIN_REASON
            ? refuse('bad_request', { values: { field: 'reason' }, detail: { field: 'reason' } })
            : withdrawNote(tx, { ...toOnNote(caller, params), reason }),
      )
    },
  )
}

type Asked = { call: OperatorCallKey; asked: object; body: { requestId: string } }

/** Runs an operator's command once by its request id; sent again it answers the same and does nothing. */
const once = <C extends RefusalCode>(
  db: Db,
  caller: OperatorSession,
  { call, asked, body: { requestId } }: Asked,
  run: (tx: Tx) => Promise<Result<null, C | 'bad_request'>>,
) =>
  asOperator(db, caller, async (tx): Promise<Result<null, C | 'bad_request' | 'request_mismatch'>> => {
    const request = { call, operatorId: caller.operatorId, requestId, asked }
    if (await isOtherRequest(tx, request)) return refuse('request_mismatch')
    if (await isKeptRequest(tx, request)) return ok(null)
    const answer = await run(tx)
    if (answer.ok) await keepRequest(tx, request)
    return answer
  })

const toOnNote = ({ operatorId }: OperatorSession, params: { playerId: string; noteId: string }) => ({
  operatorId,
  playerId: Number(params.playerId),
  noteId: Number(params.noteId),
})

const toWireNote = ({ writtenAt, pinnedAt, withdrawnAt, ...note }: NoteRow) => ({
  ...note,
  writtenAt: writtenAt.toISOString(),
  pinnedAt: pinnedAt?.toISOString() ?? null,
  withdrawnAt: withdrawnAt?.toISOString() ?? null,
})
