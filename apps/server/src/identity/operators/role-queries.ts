import type { Sql, Tx } from '../../platform/db/index.ts'

export type RoleVersionRow = {
  role: string
  version: number
  permissions: string[]
  baseVersion: number
  /** Null for a version that came with the release. */
  proposedBy: number | null
  proposedAt: Date
  approvedAt: Date | null
  rejectedAt: Date | null
}

/** The current version of each role, and those waiting for a decision, oldest first. */
export const selectRoleVersions = (sql: Sql) => sql<RoleVersionRow[]>`
  select role, version, permissions, base_version as "baseVersion", proposed_by as "proposedBy",
         proposed_at as "proposedAt", approved_at as "approvedAt", rejected_at as "rejectedAt"
    from identity_role_version one
   where approved_at is null and rejected_at is null
      or version = (select max(version) from identity_role_version other
                     where other.role = one.role and other.approved_at is not null)
   order by role, version`

export const selectRoleVersion = (tx: Tx, role: string, version: number) => tx<RoleVersionRow[]>`
  select role, version, permissions, base_version as "baseVersion", proposed_by as "proposedBy",
         proposed_at as "proposedAt", approved_at as "approvedAt", rejected_at as "rejectedAt"
    from identity_role_version where role = ${role} and version = ${version}`

/** The highest version of a role, whatever its state, and the highest approved one; 0 for none. */
export const selectLatestVersions = (tx: Tx, role: string) => tx<{ latest: number; approved: number }[]>`
  select coalesce(max(version), 0) as latest,
         coalesce(max(version) filter (where approved_at is not null), 0) as approved
    from identity_role_version where role = ${role}`

type NewVersion = {
  role: string
  version: number
  permissions: readonly string[]
  baseVersion: number
  proposedBy: number
}

export const insertRoleVersion = (tx: Tx, one: NewVersion) => tx`
  insert into identity_role_version (role, version, permissions, base_version, proposed_by)
  values (${one.role}, ${one.version}, ${one.permissions}::text[], ${one.baseVersion}, ${one.proposedBy})`

type Decision = { role: string; version: number; by: number }

export const updateVersionToApproved = (tx: Tx, { role, version, by }: Decision) => tx`
  update identity_role_version set approved_by = ${by}, approved_at = now()
   where role = ${role} and version = ${version}`

export const updateVersionToRejected = (tx: Tx, { role, version, by }: Decision) => tx`
  update identity_role_version set rejected_by = ${by}, rejected_at = now()
   where role = ${role} and version = ${version}`

/** Withdraws an operator's own undecided proposals for a role. */
export const updateOwnToRejected = (tx: Tx, role: string, operatorId: number) => tx`
  update identity_role_version set rejected_by = ${operatorId}, rejected_at = now()
   where role = ${role} and proposed_by = ${operatorId} and approved_at is null and rejected_at is null`

/** What an operator was granted: by roles, and directly. */
export type GrantedRow = {
  operatorId: number
  rootId: number
  roles: string[]
  singlePermissions: string[]
  permissions: string[]
  isApproved: boolean
}

/** Of all operators who are not disabled. Grants of an older server version are all direct ones. */
export const selectGranted = (sql: Sql) => sql<GrantedRow[]>`
  select id as "operatorId", root_id as "rootId", roles, permissions,
         coalesce(single_permissions, permissions) as "singlePermissions", approved_at is not null as "isApproved"
    from identity_operator where disabled_at is null order by id`

type Grant = {
  operatorId: number
  roles: readonly string[]
  singlePermissions: readonly string[]
  permissions: readonly string[]
}

/** Sets the permissions of these operators in one statement: the next call of each reads them. */
export const updateGranted = (tx: Tx, grants: readonly Grant[]) => tx`
  update identity_operator operator
     set roles = array(select jsonb_array_elements_text(grant_of.roles)),
         single_permissions = array(select jsonb_array_elements_text(grant_of."singlePermissions")),
         permissions = array(select jsonb_array_elements_text(grant_of.permissions))
    from jsonb_to_recordset(${JSON.stringify(grants)}::jsonb)
         as grant_of ("operatorId" bigint, roles jsonb, "singlePermissions" jsonb, permissions jsonb)
   where operator.id = grant_of."operatorId"`

export type RoleRequestRow = {
  operatorId: number
  askedBy: number
  roles: string[]
  permissions: string[]
  askedAt: Date
}

/** Requests for operators not older than this that wait for a second operator to make the same one. */
export const selectRoleRequests = (sql: Sql, seconds: number) => sql<RoleRequestRow[]>`
  select operator_id as "operatorId", asked_by as "askedBy", roles, single_permissions as permissions,
         asked_at as "askedAt"
    from identity_operator_role_request where asked_at > now() - make_interval(secs => ${seconds})
   order by operator_id, asked_by`

type NewRequest = {
  operatorId: number
  askedBy: number
  roles: readonly string[]
  permissions: readonly string[]
}

/** One pending request per requester and operator: the last one counts. */
export const upsertRoleRequest = (tx: Tx, one: NewRequest) => tx`
  insert into identity_operator_role_request (operator_id, asked_by, roles, single_permissions)
  values (${one.operatorId}, ${one.askedBy}, ${one.roles}::text[], ${one.permissions}::text[])
  on conflict (operator_id, asked_by)
  do update set roles = excluded.roles, single_permissions = excluded.single_permissions, asked_at = now()`

export const deleteRoleRequests = (tx: Tx, operatorId: number) => tx`
  delete from identity_operator_role_request where operator_id = ${operatorId}`
