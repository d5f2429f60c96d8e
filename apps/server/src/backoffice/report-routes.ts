import { asOperator } from '../identity/index.ts'
import { audit } from '../platform/audit.ts'
import type { Sql } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok, refuse } from '../platform/result.ts'
import {
  makeReportAgain,
  readReportDays,
  readReportFiles,
  readReportPart,
  type ReportDay,
  sumsOfReal,
} from '../reports/index.ts'

const PAGE = 30

/** Calls for the daily files to the authorities: their state, their content, and making a day again. */
export function reportRoutes(api: OperatorApi, { db, reads }: Pick<Deps, 'db' | 'reads'>): void {
  serveOperator(api, 'GET /api/backoffice/reports/days', async ({ caller, query: { cursor } }) => {
    const sql = reads.of(`operator:${caller.operatorId}`)
    const before = cursor === undefined ? null : placeOf(cursor)
    if (before === undefined)
      return refuse('bad_request', { detail: { field: 'cursor' }, values: { field: 'cursor' } })
    const rows = await readReportDays(sql, { before, max: PAGE + 1 })
    const page = rows.slice(0, PAGE)
    const last = page.at(-1)
    return ok({
      items: await Promise.all(page.map((row) => toWireDay(sql, row))),
      nextCursor: last && rows.length > PAGE ? `${last.day}_${last.version}` : null,
    })
  })

  serveOperator(api, 'GET /api/backoffice/reports/days/:day/:version/:kind/:part', ({ caller, params }) =>
    db.begin(async (tx) => {
      const { day, kind } = params
      const asked = { day, kind, version: Number(params.version), number: Number(params.part) }
      const part = await readReportPart(tx, asked)
      if (!part) return refuse('not_found')
      const { number: place, version } = asked
      await audit(tx, entry(caller.operatorId, 'report.read', day, { kind, version, part: place }))
      const { xml, sha256, records } = part
      const fileName = `${day}_v${version}_${kind}_${place}.xml`
      return ok({ fileName, xml: xml.toString(), sha256, records })
    }),
  )

  serveOperator(
    api,
    'POST /api/backoffice/reports/days/:day/:version/again',
    ({ caller, params: { day, version } }) =>
      asOperator(db, caller, async (tx) => {
        const { operatorId } = caller
        const made = await makeReportAgain(tx, { day, version: Number(version), operatorId })
        if (!made) return refuse('not_found')
        if (made.isNew)
          await audit(tx, entry(operatorId, 'report.made_again', day, { version: made.version }))
        return ok({ version: made.version })
      }),
  )
}

/** The day and version that a cursor names; undefined if there is no such day. */
function placeOf(cursor: string): { day: string; version: number } | undefined {
  const [, day, version] = /^(20\d\d-\d\d-\d\d)_([1-9]\d{0,2})$/.exec(cursor) ?? []
  if (day === undefined) return undefined
  const start = new Date(`${day}T00:00:00Z`)
  const isDay = !Number.isNaN(start.getTime()) && start.toISOString().startsWith(day)
  return isDay ? { day, version: Number(version) } : undefined
}

async function toWireDay(sql: Sql, { begunAt, endedAt, ...row }: ReportDay) {
  const files = await readReportFiles(sql, row)
  const real = sumsOfReal(files)
  return {
    ...row,
    begunAt: begunAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    files: files.map(({ kind, records, parts, isMade }) => ({ kind, records, parts, isMade })),
    ...real,
  }
}

const entry = (
  operatorId: number,
  action: string,
  day: string,
  details: Readonly<Record<string, string | number>>,
) => ({ actor: { kind: 'operator' as const, id: operatorId }, action, subject: `report:${day}`, details })
