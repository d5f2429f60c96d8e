import type { Sql, Tx } from './db/index.ts'
import { audit } from './audit.ts'
import { ok, refuse, type Result } from './result.ts'
import {
  type Decision,
  insertProposal,
  lockModule,
  selectLatest,
  selectSettingsStates,
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
  /** All values that differ from the defaults. */
  value: unknown
  /** The latest approved version that the proposer saw; 0 for none. */
  baseVersion: number
  /** When it takes effect; null for on approval. */
  inForceFrom: Date | null
}

type ProposeRefusal = 'bad_request' | 'setting_outdated'
type DecideRefusal = 'bad_request' | 'not_found' | 'setting_decided' | 'setting_outdated' | 'four_eyes'

/** Records a proposal for a module's settings; it takes effect only after another operator approves it. */
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

/** Whether two operators are independent: different, and not created from the same first operator. */
type AreIndependent = (tx: Tx, one: number, other: number) => Promise<boolean>

/**
 * Puts an open proposal in force, from its time or from now on: for an operator independent of the proposer, and only
 * while the settings are still those it was based on.
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

/** Rejects an open proposal. The proposer may too, to withdraw it. */
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

/** The state of a module's settings; version 0 if none is in force or was approved. */
type SettingsState = {
  inForce: number
  /** The values in force; null for the defaults. */
  value: unknown
  latestApproved: number
  /** Proposals that wait for a decision. */
  open: number
}

/** The state of the settings of every module with a proposal. */
export const readSettingsStates = async (sql: Sql): Promise<ReadonlyMap<string, SettingsState>> =>
  new Map((await selectSettingsStates(sql)).map(({ module, ...state }) => [module, state]))

/** The versions of a module's settings, newest first, before a version. */
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
 * Reports values in force that do not fit this release, now and each minute: readers, which run each second, omit
 * them silently. Each version is logged once; `palpite_settings_unfit` counts values replaced by their defaults and
 * omitted list entries.
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
    const states = await readSettingsStates(db)
    let count = 0
    for (const { module, fit } of definitions) {
      const state = states.get(module)
      if (!state || state.inForce === 0) continue
      const { unknown, unfit, leftOut } = fit(state.value)
      count += unfit.length + leftOut.length
      const version = state.inForce
      if (logged.get(module) === version) continue
      logged.set(module, version)
      const source = { module, version }
      if (unknown.length > 0) log.warn({ ...source, names: unknown }, 'unknown settings were ignored')
      if (leftOut.length > 0)
        log.warn({ ...source, names: leftOut }, 'invalid list entries of settings were ignored')
      if (unfit.length > 0)
        log.error({ ...source, names: unfit }, 'invalid settings were replaced by their defaults')
    }
    gauge.set(count)
  }
  const job = schedule({ name: 'watch-settings', everyMs: EVERY_MS, log, run })
  job.wake() // in the background: the start does not wait
  return job
}
