import type { OperatorCalls } from '@palpite/contract/backoffice'
import { areIndependent, asOperator } from '../identity/index.ts'
import type { Db } from '../platform/db/index.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok, refuse } from '../platform/result.ts'
import {
  approveSetting,
  proposeSetting,
  readSettingsStates,
  readVersions,
  rejectSetting,
} from '../platform/decide-settings.ts'
import type { SettingsDefinition } from '../platform/settings.ts'

const PAGE = 50

type Version = Awaited<ReturnType<typeof readVersions>>[number]
type Values = Record<string, unknown>

/** Calls for settings that replace the modules' defaults. */
export function settingsRoutes(api: OperatorApi, db: Db, definitions: readonly SettingsDefinition[]): void {
  const definitionOf = (module: string) => definitions.find((one) => one.module === module)

  serveOperator(api, 'GET /api/backoffice/settings', async () => ok(await readAllSettings(db, definitions)))
  serveOperator(api, 'GET /api/backoffice/settings/:module/versions', async ({ params, query }) => {
    if (!definitionOf(params.module)) return refuse('not_found')
    const before = query.cursor === undefined ? {} : { before: Number(query.cursor) }
    const rows = await readVersions(db, params.module, { ...before, max: PAGE })
    return ok({ items: rows.map(toWireVersion), nextCursor: nextCursorOf(rows) })
  })
  serveOperator(
    api,
    'POST /api/backoffice/settings/:module/versions',
    async ({ caller, params, body: { value, baseVersion, inForceFrom } }) => {
      const definition = definitionOf(params.module)
      if (!definition) return refuse('not_found')
      const from = inForceFrom ? new Date(inForceFrom) : null
      const proposal = { operatorId: caller.operatorId, value, baseVersion, inForceFrom: from }
      return asOperator(db, caller, (tx) => proposeSetting(tx, definition, proposal))
    },
  )
  serveOperator(
    api,
    'POST /api/backoffice/settings/:module/versions/:version/approve',
    async ({ caller, params }) => {
      const definition = definitionOf(params.module)
      if (!definition) return refuse('not_found')
      const decision = { version: Number(params.version), by: caller.operatorId }
      return asOperator(db, caller, (tx) =>
        approveSetting(tx, definition, decision, (sql, proposedBy, by) =>
          areIndependent(sql, proposedBy, by, 'settings.propose'),
        ),
      )
    },
  )
  serveOperator(
    api,
    'POST /api/backoffice/settings/:module/versions/:version/reject',
    async ({ caller, params }) => {
      const definition = definitionOf(params.module)
      if (!definition) return refuse('not_found')
      const decision = { version: Number(params.version), by: caller.operatorId }
      return asOperator(db, caller, (tx) => rejectSetting(tx, definition, decision))
    },
  )
}

/** The settings of every module, including those never changed. */
async function readAllSettings(
  db: Db,
  definitions: readonly SettingsDefinition[],
): Promise<OperatorCalls['GET /api/backoffice/settings']['data']> {
  const states = await readSettingsStates(db)
  return definitions.map((definition) => {
    const { module, takesEffect, settable } = definition
    const state = states.get(module)
    return {
      module,
      takesEffect,
      defaults: settable,
      inForce: { version: state?.inForce ?? 0, value: (state?.value ?? {}) as Values },
      latestApproved: state?.latestApproved ?? 0,
      open: state?.open ?? 0,
    }
  })
}

const toWireVersion = (row: Version) => ({
  version: row.version,
  value: row.value as Values,
  baseVersion: row.baseVersion,
  status: statusOf(row),
  proposedBy: row.proposedBy,
  proposedAt: row.proposedAt.toISOString(),
  decidedBy: row.approvedBy ?? row.rejectedBy,
  decidedAt: (row.approvedAt ?? row.rejectedAt)?.toISOString() ?? null,
  inForceFrom: row.inForceFrom?.toISOString() ?? null,
})

function statusOf({ approvedAt, rejectedAt }: Version): 'open' | 'approved' | 'rejected' {
  if (approvedAt !== null) return 'approved'
  return rejectedAt === null ? 'open' : 'rejected'
}

const nextCursorOf = (rows: readonly Version[]) =>
  rows.length < PAGE ? null : String(rows.at(-1)?.version ?? '')
