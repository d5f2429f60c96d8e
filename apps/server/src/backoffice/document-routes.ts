import { asOperator } from '../identity/index.ts'
import { audit } from '../platform/audit/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok, refuse } from '../platform/result.ts'
import {
  decideCheck,
  type DocumentCheckRow,
  moneyOf,
  openPicture,
  readDecidedChecks,
  readDocumentCheck,
  readDocumentPictures,
  readDocumentSides,
  readDocumentYes,
  readPerson,
  readProtectionSettings,
  readUnsureChecks,
} from '../protection/index.ts'

const PAGE = 50

/** What operators see and decide of documents and faces. Every look at a person or a picture is audited. */
export function documentRoutes(api: OperatorApi, { db, config }: Pick<Deps, 'db' | 'config'>): void {
  serveOperator(api, 'GET /api/backoffice/documents/checks', async ({ query: { status, cursor } }) => {
    const rows =
      status === 'open'
        ? await readUnsureChecks(db, Number(cursor ?? 0), PAGE + 1)
        : await readDecidedChecks(db, cursor === undefined ? null : Number(cursor), PAGE + 1)
    const page = rows.slice(0, PAGE)
    const last = page.at(-1)
    return ok({
      items: page.map(toWireCheck),
      nextCursor: last && rows.length > PAGE ? String(last.id) : null,
    })
  })

  serveOperator(api, 'GET /api/backoffice/documents/checks/:checkId', async ({ caller, params }) => {
    const [check] = await readDocumentCheck(db, Number(params.checkId))
    if (!check) return refuse('not_found')
    const [person, sides, yes, moneyCents, { documents }] = await Promise.all([
      readPerson(db, check.playerId),
      readDocumentSides(db, check.id),
      readDocumentYes(db, check.id),
      moneyOf(db, check.playerId),
      readProtectionSettings(db),
    ])
    await db.begin((tx) => audit(tx, lookedAt(caller.operatorId, check)))
    return ok({
      check: toWireCheck(check),
      person: person ?? null,
      sides: sides.map(({ side }) => side),
      moneyCents,
      twoHandsFromCents: documents.twoHandsFromCents,
      yes: yes.map(({ operatorId, note, saidAt, expiresOn }) => ({
        operatorId,
        note,
        saidAt: saidAt.toISOString(),
        expiresOn,
      })),
    })
  })

  serveOperator(
    api,
    'GET /api/backoffice/documents/checks/:checkId/pictures/:side',
    async ({ caller, params: { checkId, side } }) => {
      const [check] = await readDocumentCheck(db, Number(checkId))
      const picture = check && (await readDocumentPictures(db, check.id)).find((one) => one.side === side)
      if (!picture) return refuse('not_found')
      await db.begin((tx) => audit(tx, lookedAt(caller.operatorId, check, side)))
      return ok({ webp: openPicture(config, picture).toString('base64') })
    },
  )

  serveOperator(api, 'POST /api/backoffice/documents/checks/:checkId/decide', ({ caller, params, body }) =>
    asOperator(db, caller, async (tx) => {
      const { documents } = await readProtectionSettings(tx)
      return decideCheck(tx, documents.twoHandsFromCents, {
        checkId: Number(params.checkId),
        operatorId: caller.operatorId,
        refusal: body.refusal,
        person: body.person,
        note: body.note.trim(),
        expiresOn: body.expiresOn ?? null,
      })
    }),
  )
}

const lookedAt = (operatorId: number, { id, playerId }: DocumentCheckRow, side?: string) => ({
  actor: { kind: 'operator' as const, id: operatorId },
  action: side === undefined ? 'documents.read' : 'documents.picture_seen',
  subject: `player:${playerId}`,
  details: { checkId: id, ...(side !== undefined && { side }) },
})

const toWireCheck = ({ sentAt, decidedAt, ...check }: DocumentCheckRow) => ({
  ...check,
  sentAt: sentAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
})
