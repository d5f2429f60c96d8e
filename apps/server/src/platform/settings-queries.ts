import type { Sql, Tx } from './db/index.ts'

export type SettingRow = {
  module: string
  version: number
  value: unknown
  baseVersion: number
  proposedBy: number
  proposedAt: Date
  approvedBy: number | null
  approvedAt: Date | null
  rejectedBy: number | null
  rejectedAt: Date | null
  inForceFrom: Date | null
}

/** The version of a module's settings in force; no row for the defaults. */
export const selectInForce = (sql: Sql, module: string) => sql<{ version: number; value: unknown }[]>`
  select version, value from platform_setting
   where module = ${module} and approved_at is not null and in_force_from <= now()
   order by version desc limit 1`

/** For each module its version in force, its latest approved one, and its number of open proposals. */
export const selectSettingsStates = (sql: Sql) => sql<
  { module: string; inForce: number; value: unknown; latestApproved: number; open: number }[]
>`
  with versions as (
    select module,
           coalesce(max(version) filter (where approved_at is not null and in_force_from <= now()), 0) as in_force,
           coalesce(max(version) filter (where approved_at is not null), 0) as latest_approved,
           (count(*) filter (where approved_at is null and rejected_at is null))::integer as open
      from platform_setting group by module
  )
  select versions.module, in_force as "inForce", held.value, latest_approved as "latestApproved", open
    from versions
    left join platform_setting held on held.module = versions.module and held.version = in_force`

export const selectVersions = (sql: Sql, module: string, before: { version: number; max: number }) => sql<
  SettingRow[]
>`
  select module, version, value, base_version as "baseVersion", proposed_by as "proposedBy",
         proposed_at as "proposedAt", approved_by as "approvedBy", approved_at as "approvedAt",
         rejected_by as "rejectedBy", rejected_at as "rejectedAt", in_force_from as "inForceFrom"
    from platform_setting where module = ${module} and version < ${before.version}
   order by version desc limit ${before.max}`

/** Serialises proposals and decisions of one module until the transaction ends. */
export const lockModule = (tx: Tx, module: string) => tx`
  select pg_advisory_xact_lock(hashtextextended(${`setting:${module}`}, 0))`

/** The latest version of a module's settings, whatever its state, and the latest approved one; 0 for none. */
export const selectLatest = (tx: Tx, module: string) => tx<{ latest: number; latestApproved: number }[]>`
  select coalesce(max(version), 0) as latest,
         coalesce(max(version) filter (where approved_at is not null), 0) as "latestApproved"
    from platform_setting where module = ${module}`

type NewProposal = {
  module: string
  version: number
  value: string
  baseVersion: number
  proposedBy: number
  inForceFrom: Date | null
}

export const insertProposal = (tx: Tx, proposal: NewProposal) => tx`
  insert into platform_setting (module, version, value, base_version, proposed_by, in_force_from)
  values (${proposal.module}, ${proposal.version}, ${proposal.value}::jsonb, ${proposal.baseVersion},
          ${proposal.proposedBy}, ${proposal.inForceFrom})`

export const updateToApproved = (tx: Tx, { module, version, by }: Decision) => tx<{ inForceFrom: Date }[]>`
  update platform_setting
     set approved_by = ${by}, approved_at = now(), in_force_from = greatest(in_force_from, now())
   where module = ${module} and version = ${version}
  returning in_force_from as "inForceFrom"`

export const updateToRejected = (tx: Tx, { module, version, by }: Decision) => tx`
  update platform_setting set rejected_by = ${by}, rejected_at = now()
   where module = ${module} and version = ${version}`

export type Decision = { module: string; version: number; by: number }
