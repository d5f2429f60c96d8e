import {
  asOperator,
  decideExposure,
  type ExposureRow,
  type KeptStatement,
  readDecidedExposures,
  readExposure,
  readOpenExposures,
} from '../identity/index.ts'
import { audit } from '../platform/audit/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok, refuse } from '../platform/result.ts'
import { readPerson } from '../protection/index.ts'

const PAGE = 50

/** What operators see and decide of politically exposed persons. Every look at a person is audited. */
export function exposureRoutes(api: OperatorApi, { db }: Pick<Deps, 'db'>): void {
  serveOperator(api, 'GET /api/backoffice/exposures', async ({ query: { status, cursor } }) => {
    const from = placeOf(cursor ?? (status === 'open' ? FIRST : LAST))
    const read = status === 'open' ? readOpenExposures : readDecidedExposures
    const rows = await read(db, from, PAGE + 1)
    const page = rows.slice(0, PAGE)
    const last = page.at(-1)
    return ok({
      items: page.flatMap(toWireCase),
      nextCursor: last && rows.length > PAGE ? `${last.since.getTime()}:${last.playerId}` : null,
    })
  })

  serveOperator(api, 'GET /api/backoffice/exposures/:playerId', async ({ caller, params }) => {
    const playerId = Number(params.playerId)
    const [{ exposure, statements }, person] = await Promise.all([
      readExposure(db, playerId),
      readPerson(db, playerId),
    ])
    const [shown] = exposure ? toWireCase(exposure) : []
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

/** Who never said yes, and was never named, is no case. */
const toWireCase = ({ state, since, ...row }: ExposureRow) =>
  state === 'none' ? [] : [{ ...row, state, since: since.toISOString() }]

const toWireStatement = ({ id, source, isExposed, relation, office, saidAt }: KeptStatement) => ({
  id,
  source,
  isExposed,
  relation,
  office,
  saidAt: saidAt.toISOString(),
})
