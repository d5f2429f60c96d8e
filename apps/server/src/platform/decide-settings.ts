import type { Sql, Tx } from './db/index.ts'
import { audit } from './audit.ts'
import { ok, refuse, type Result } from './result.ts'
import {
  type Decision,
  insertProposal,
  lockModule,
  selectLatest,
  selectStandings,
  selectVersions,
  type SettingRow,
  updateToApproved,
  updateToRejected,
} from './settings-queries.ts'
import type { SettingsDefinition } from './settings.ts'
import type { Deps } from './deps.ts'
import { type Job, schedule } from './schedule.ts'

type ProposeSetting = {
  operatorId: number
  /** Everything that is to differ from the defaults. */
  value: unknown
  /** The latest approved version that the proposer saw; 0 for none. */
  baseVersion: number
  /** From when it is to hold; null for as soon as it is approved. */
  inForceFrom: Date | null
}

type ProposeRefusal = 'bad_request' | 'setting_outdated'
type DecideRefusal = 'bad_request' | 'not_found' | 'setting_decided' | 'setting_outdated' | 'four_eyes'

/** Records a proposal for a module's settings; it changes nothing before another operator approves it. */
export async function proposeSetting(
  tx: Tx,
  definition: SettingsDefinition,
  { operatorId, value, baseVersion, inForceFrom }: ProposeSetting,
): Promise<Result<{ version: number }, ProposeRefusal>> {
  const { module } = definition
  const { latest, latestApproved } = await lockLatest(tx, module)
  const checked = definition.check(value)
  if ('wrong' in checked) return refuseField(`value.${checked.wrong}`)
  if (baseVersion !== latestApproved) return refuse('setting_outdated')
  const version = latest + 1
  const proposal = { module, version, value: JSON.stringify(checked.value), baseVersion, inForceFrom }
  await insertProposal(tx, { ...proposal, proposedBy: operatorId })
  await audit(tx, {
    actor: { kind: 'operator', id: operatorId },
    action: 'setting.proposed',
    subject: subjectOf(module, version),
    details: { value: checked.value, baseVersion, inForceFrom },
  })
  return ok({ version })
}

/** Whether two operators can watch each other: one and the same cannot, nor two who go back to the same first operator. */
type AreIndependent = (tx: Tx, one: number, other: number) => Promise<boolean>

/**
 * Puts an open proposal in force, from its time or from now on: for an operator who is independent of the one who
 * proposed it, and only while the settings are still those that it was made from.
 */
export const approveSetting = (
  tx: Tx,
  definition: SettingsDefinition,
  decision: Omit<Decision, 'module'>,
  areIndependent: AreIndependent,
) =>
  decide(tx, { ...decision, module: definition.module }, async ({ row, latestApproved }) => {
    const { module } = definition
    if (!(await areIndependent(tx, row.proposedBy, decision.by))) return refuse('four_eyes')
    if (row.baseVersion !== latestApproved) return refuse('setting_outdated')
    const checked = definition.check(row.value)
    if ('wrong' in checked) return refuseField(`value.${checked.wrong}`)
    const [approved] = await updateToApproved(tx, { ...decision, module })
    await audit(tx, {
      actor: { kind: 'operator', id: decision.by },
      action: 'setting.approved',
      subject: subjectOf(module, decision.version),
      details: { value: checked.value, inForceFrom: approved?.inForceFrom, proposedBy: row.proposedBy },
    })
    return ok(null)
  })

/** Ends an open proposal. The proposer may: that takes it back. */
export const rejectSetting = (tx: Tx, definition: SettingsDefinition, decision: Omit<Decision, 'module'>) =>
  decide(tx, { ...decision, module: definition.module }, async ({ row }) => {
    await updateToRejected(tx, { ...decision, module: definition.module })
    await audit(tx, {
      actor: { kind: 'operator', id: decision.by },
      action: 'setting.rejected',
      subject: subjectOf(definition.module, decision.version),
      details: { proposedBy: row.proposedBy },
    })
    return ok(null)
  })

/** How the settings of a module stand; version 0 where none is in force or was approved. */
type SettingsStanding = {
  inForce: number
  /** What is in force; null where the defaults are. */
  value: unknown
  latestApproved: number
  /** Proposals that wait for a decision. */
  open: number
}

/** How the settings of every module stand that anything was ever proposed for. */
export const readStandings = async (sql: Sql): Promise<ReadonlyMap<string, SettingsStanding>> =>
  new Map((await selectStandings(sql)).map(({ module, ...standing }) => [module, standing]))

/** The versions of a module's settings, the newest first, before a version. */
export const readVersions = (
  sql: Sql,
  module: string,
  page: { before?: number; max: number },
): Promise<SettingRow[]> =>
  selectVersions(sql, module, { version: page.before ?? MAX_VERSION, max: page.max })

const MAX_VERSION = 2_147_483_647

type Open = { row: SettingRow; latestApproved: number }

async function decide(
  tx: Tx,
  { module, version }: Decision,
  write: (open: Open) => Promise<Result<null, DecideRefusal>>,
): Promise<Result<null, DecideRefusal>> {
  const { latestApproved } = await lockLatest(tx, module)
  const [row] = await selectVersions(tx, module, { version: version + 1, max: 1 })
  if (row?.version !== version) return refuse('not_found')
  if (row.approvedAt !== null || row.rejectedAt !== null) return refuse('setting_decided')
  return write({ row, latestApproved })
}

async function lockLatest(tx: Tx, module: string) {
  await lockModule(tx, module)
  const [latest = { latest: 0, latestApproved: 0 }] = await selectLatest(tx, module)
  return latest
}

const subjectOf = (module: string, version: number) => `setting:${module}:${version}`

const refuseField = (field: string) => refuse('bad_request', { values: { field }, detail: { field } })

const EVERY_MS = 60_000

/**
 * Says which values in force do not fit this release, now and each minute: readers leave them out in silence, as they
 * read each second. Each version is logged once; `palpite_settings_unfit` counts the values whose defaults hold instead, and the
 * entries of lists that are left out.
 */
export function watchSettings(
  { db, log, metrics }: Pick<Deps, 'db' | 'log' | 'metrics'>,
  definitions: readonly SettingsDefinition[],
): Job {
  const gauge = metrics.gauge(
    'settings_unfit',
    'Set values, and entries of lists, that do not fit: defaults hold instead',
  )
  const logged = new Map<string, number>()
  const run = async () => {
    const standings = await readStandings(db)
    let count = 0
    for (const { module, fit } of definitions) {
      const standing = standings.get(module)
      if (!standing || standing.inForce === 0) continue
      const { unknown, unfit, leftOut } = fit(standing.value)
      count += unfit.length + leftOut.length
      const version = standing.inForce
      if (logged.get(module) === version) continue
      logged.set(module, version)
      const told = { module, version }
      if (unknown.length > 0)
        log.warn({ ...told, names: unknown }, 'settings that are not known were left out')
      if (leftOut.length > 0)
        log.warn({ ...told, names: leftOut }, 'entries of settings do not fit and were left out')
      if (unfit.length > 0) log.error({ ...told, names: unfit }, 'settings do not fit; their defaults hold')
    }
    gauge.set(count)
  }
  const job = schedule({ name: 'watch-settings', everyMs: EVERY_MS, log, run })
  job.wake() // beside the start, which does not wait for it
  return job
}
