import {
  asOperator,
  decideExposure,
  type ExposureRow,
  type KeptStatement,
  readDecidedExposures,
  readExposure,
  readOpenExposures,
} from '../identity/index.ts'
import { audit } from '../platform/audit.ts'
import type { Db } from '../platform/db/index.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import type { Deps } from '../platform/deps.ts'
import { ok, refuse } from '../platform/result.ts'
import {
  type CaseRow,
  noteCase,
  readCase,
  readClosedCases,
  readOpenCases,
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

/** Calls for cases of a player: signs of harm, documents and faces, political exposure. */
export function protectionRoutes(api: OperatorApi, deps: Pick<Deps, 'db' | 'config'>): void {
  harmRoutes(api, deps.db)
  documentRoutes(api, deps)
  exposureRoutes(api, deps)
}

/** Calls for signs of harm. Views and decisions are audited; the text of notes is not. */
function harmRoutes(api: OperatorApi, db: Db): void {
  serveOperator(api, 'GET /api/backoffice/harm/cases', async ({ query: { status, cursor } }) => {
    const rows =
      status === 'open'
        ? await readOpenCases(db, Number(cursor ?? 0), PAGE + 1)
        : await readClosedCases(db, Number(cursor ?? Number.MAX_SAFE_INTEGER), PAGE + 1)
    const page = rows.slice(0, PAGE)
    const last = page.at(-1)
    return ok({
      items: page.map(toWireCase),
      nextCursor: last && rows.length > PAGE ? String(last.position) : null,
    })
  })

  serveOperator(api, 'GET /api/backoffice/harm/cases/:caseId', async ({ caller, params }) => {
    const found = await readCase(db, Number(params.caseId))
    if (!found) return refuse('not_found')
    await db.begin((tx) => audit(tx, entry(caller.operatorId, 'harm.read', found.case)))
    return ok({
      case: toWireCase(found.case),
      steps: found.steps.map((step) => ({ ...step, takenAt: step.takenAt.toISOString() })),
      notes: found.notes.map((note) => ({ ...note, writtenAt: note.writtenAt.toISOString() })),
    })
  })

  serveOperator(api, 'POST /api/backoffice/harm/cases/:caseId/note', ({ caller, params, body }) =>
    asOperator(db, caller, async (tx) => {
      const { operatorId } = caller
      const id = Number(params.caseId)
      const noted = await noteCase(tx, { ...body, caseId: id, operatorId })
      if (!noted.ok) return noted
      const { playerId, isNew, did } = noted.value
      if (isNew) await audit(tx, entry(operatorId, actions[did], { id, playerId }))
      return ok(null)
    }),
  )
}

const actions = { note: 'harm.noted', contacted: 'harm.contacted', closed: 'harm.closed' } as const

const entry = (operatorId: number, action: string, { id, playerId }: Pick<CaseRow, 'id' | 'playerId'>) => ({
  actor: { kind: 'operator' as const, id: operatorId },
  action,
  subject: `player:${playerId}`,
  details: { caseId: id },
})

const toWireCase = ({ id, playerId, grade, reasons, openedAt, seenOn, ...row }: CaseRow) => ({
  id,
  playerId,
  grade,
  reasons,
  openedAt: openedAt.toISOString(),
  seenOn,
  contactedAt: row.contactedAt?.toISOString() ?? null,
  closedAt: row.closedAt?.toISOString() ?? null,
  closedBy: row.closedBy,
})

/** Calls for documents and faces. Every view of a person or a picture is audited. */
function documentRoutes(api: OperatorApi, { db, config }: Pick<Deps, 'db' | 'config'>): void {
  serveOperator(api, 'GET /api/backoffice/documents/checks', async ({ query: { status, cursor } }) => {
    const rows =
      status === 'open'
        ? await readUnsureChecks(db, Number(cursor ?? 0), PAGE + 1)
        : await readDecidedChecks(db, Number(cursor ?? Number.MAX_SAFE_INTEGER), PAGE + 1)
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
    await db.begin((tx) => audit(tx, viewOf(caller.operatorId, check)))
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
      await db.begin((tx) => audit(tx, viewOf(caller.operatorId, check, side)))
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

const viewOf = (operatorId: number, { id, playerId }: DocumentCheckRow, side?: string) => ({
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

/** Calls for politically exposed persons. Every view of a person is audited. */
function exposureRoutes(api: OperatorApi, { db }: Pick<Deps, 'db'>): void {
  serveOperator(api, 'GET /api/backoffice/exposures', async ({ query: { status, cursor } }) => {
    const from = placeOf(cursor ?? (status === 'open' ? FIRST : LAST))
    const read = status === 'open' ? readOpenExposures : readDecidedExposures
    const rows = await read(db, from, PAGE + 1)
    const page = rows.slice(0, PAGE)
    const last = page.at(-1)
    return ok({
      items: page.flatMap(toWireExposure),
      nextCursor: last && rows.length > PAGE ? `${last.since.getTime()}:${last.playerId}` : null,
    })
  })

  serveOperator(api, 'GET /api/backoffice/exposures/:playerId', async ({ caller, params }) => {
    const playerId = Number(params.playerId)
    const [{ exposure, statements }, person] = await Promise.all([
      readExposure(db, playerId),
      readPerson(db, playerId),
    ])
    const [shown] = exposure ? toWireExposure(exposure) : []
    if (!shown) return refuse('not_found')
    await db.begin((tx) =>
      audit(tx, {
        actor: { kind: 'operator', id: caller.operatorId },
        action: 'exposure.read',
        subject: `player:${playerId}`,
        details: {},
      }),
    )
    return ok({
      exposure: shown,
      person: person ? { name: person.name, cpf: person.cpf } : null,
      statements: statements.map(toWireStatement),
    })
  })

  serveOperator(api, 'POST /api/backoffice/exposures/:playerId/decide', ({ caller, params, body }) =>
    asOperator(db, caller, (tx) =>
      decideExposure(tx, {
        playerId: Number(params.playerId),
        operatorId: caller.operatorId,
        isExposed: body.isExposed,
        statementId: body.statementId,
        note: body.note.trim(),
      }),
    ),
  )
}

const FIRST = '0:0'
/** The end of the year 9999. */
const LAST = '253402300799000:0'

function placeOf(cursor: string): { since: Date; playerId: number } {
  const [since = '', playerId = ''] = cursor.split(':')
  return { since: new Date(Number(since)), playerId: Number(playerId) }
}

/** A player who never declared exposure and was never listed has no case. */
const toWireExposure = ({ state, since, ...row }: ExposureRow) =>
  state === 'none' ? [] : [{ ...row, state, since: since.toISOString() }]

const toWireStatement = ({ id, source, isExposed, relation, office, saidAt }: KeptStatement) => ({
  id,
  source,
  isExposed,
  relation,
  office,
  saidAt: saidAt.toISOString(),
})
