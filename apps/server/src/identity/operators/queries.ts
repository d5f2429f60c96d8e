import { present } from '../../platform/errors.ts'
import type { Sql, Tx } from '../../platform/db/index.ts'

export type OperatorRow = {
  operatorId: number
  email: string
  roles: string[]
  permissions: string[]
  singlePermissions: string[]
  mustChangePassword: boolean
  createdBy: number | null
  createdAt: Date
  /** Null while an operator of another tree has to approve; until then nothing is allowed. */
  approvedAt: Date | null
  /** Null if the permissions needed no second operator. */
  approvedBy: number | null
  disabledAt: Date | null
  hasSecondFactor: boolean
}

/** There are few operators; the limit only guards against a broken table. */
export const selectOperators = (sql: Sql) => sql<OperatorRow[]>`
  select id as "operatorId", email, roles, permissions,
         coalesce(single_permissions, permissions) as "singlePermissions", must_change_password as "mustChangePassword",
         created_by as "createdBy", created_at as "createdAt", approved_at as "approvedAt",
         approved_by as "approvedBy", disabled_at as "disabledAt",
         exists (select from identity_operator_factor factor
                  where factor.operator_id = identity_operator.id and confirmed_at is not null) as "hasSecondFactor"
    from identity_operator order by id limit 1000`

export const selectOperator = (sql: Sql, operatorId: number) => sql<OperatorRow[]>`
  select id as "operatorId", email, roles, permissions,
         coalesce(single_permissions, permissions) as "singlePermissions", must_change_password as "mustChangePassword",
         created_by as "createdBy", created_at as "createdAt", approved_at as "approvedAt",
         approved_by as "approvedBy", disabled_at as "disabledAt",
         exists (select from identity_operator_factor factor
                  where factor.operator_id = identity_operator.id and confirmed_at is not null) as "hasSecondFactor"
    from identity_operator where id = ${operatorId}`

type OperatorSecretRow = {
  operatorId: number
  email: string
  passwordHash: string
  /** A one-time password not changed in time. */
  isExpired: boolean
}

type Who = { email: string } | { operatorId: number }

/** The secrets of an operator, by e-mail or id. */
export const selectOperatorSecret = (sql: Sql, who: Who, oneTimeSeconds: number) => {
  const email = 'email' in who ? who.email : null
  const operatorId = 'operatorId' in who ? who.operatorId : null
  return sql<OperatorSecretRow[]>`
    select id as "operatorId", email, password_hash as "passwordHash",
           must_change_password
             and password_issued_at <= now() - make_interval(secs => ${oneTimeSeconds}) as "isExpired"
      from identity_operator where email = ${email}::text or id = ${operatorId}::bigint`
}

type LockedSecretRow = { passwordHash: string; mustChangePassword: boolean; isDisabled: boolean }

/**
 * Locks the operator's row until the transaction ends: the password cannot change, and the operator cannot be
 * disabled.
 */
export const lockOperatorSecret = (tx: Tx, operatorId: number) => tx<LockedSecretRow[]>`
  select password_hash as "passwordHash", must_change_password as "mustChangePassword",
         disabled_at is not null as "isDisabled"
    from identity_operator where id = ${operatorId} for update`

type NewOperator = {
  email: string
  passwordHash: string
  roles: readonly string[]
  singlePermissions: readonly string[]
  /** All permissions: from roles, and direct ones. */
  permissions: readonly string[]
  createdBy: number | null
  /** With permissions that need two: nothing is allowed until a second operator approves. */
  waitsForSecond: boolean
}

/** No row if the e-mail is taken. */
export const insertOperator = (tx: Tx, one: NewOperator) => tx<{ operatorId: number }[]>`
  insert into identity_operator
         (email, password_hash, roles, single_permissions, permissions, created_by, approved_at)
  values (${one.email}, ${one.passwordHash}, ${one.roles}::text[], ${one.singlePermissions}::text[],
          ${one.permissions}::text[], ${one.createdBy}, case when ${one.waitsForSecond}::boolean then null else now() end)
  on conflict (email) do nothing
  returning id as "operatorId"`

/** Serialises creating, approving and disabling operators until the transaction ends. */
export const lockOperators = (tx: Tx) => tx`
  select pg_advisory_xact_lock(hashtextextended('identity:operators', 0))`

/**
 * Locks the operator of this e-mail until the transaction ends: the operator cannot be disabled meanwhile.
 */
export const lockOperatorOf = (tx: Tx, email: string) => tx<{ operatorId: number; isDisabled: boolean }[]>`
  select id as "operatorId", disabled_at is not null as "isDisabled"
    from identity_operator where email = ${email} for update`

/** A new one-time password for an existing operator. */
export const updateToIssued = (tx: Tx, operatorId: number, passwordHash: string) => tx`
  update identity_operator
     set password_hash = ${passwordHash}, must_change_password = true, password_issued_at = now()
   where id = ${operatorId}`

/** Replaces an operator's permissions by these, all granted directly. */
export const updatePermissions = (tx: Tx, operatorId: number, permissions: readonly string[]) => tx`
  update identity_operator
     set permissions = ${permissions}::text[], single_permissions = ${permissions}::text[] where id = ${operatorId}`

/** The permissions of an operator who is not disabled; locked against changes until the transaction ends. */
export const lockOperatorPermissions = (tx: Tx, operatorId: number) => tx<{ permissions: string[] }[]>`
  select permissions from identity_operator where id = ${operatorId} and disabled_at is null for share`

/** Active operators with this permission, by e-mail. */
export const selectOperatorsWith = (sql: Sql, permission: string) => sql<
  { operatorId: number; email: string }[]
>`
  select id as "operatorId", email from identity_operator
   where ${permission}::text = any(permissions) and approved_at is not null and disabled_at is null
   order by email limit 1000`

/** The others: disabled, unapproved or without this permission. */
export const selectOperatorsWithout = (sql: Sql, permission: string) => sql<{ operatorId: number }[]>`
  select id as "operatorId" from identity_operator
   where not coalesce(${permission}::text = any(permissions) and approved_at is not null and disabled_at is null, false)
   order by id`

/** This operator, if active and with this permission; locked against changes until the transaction ends. */
export const lockOperatorWith = (tx: Tx, operatorId: number, permission: string) => tx<
  { operatorId: number }[]
>`
  select id as "operatorId" from identity_operator
   where id = ${operatorId} and ${permission}::text = any(permissions) and approved_at is not null
     and disabled_at is null
     for share`

/**
 * Tree and permissions of each of these operators who is not disabled; locked against changes until the transaction
 * ends.
 */
export const selectTrees = (sql: Sql, operatorIds: readonly number[]) => sql<
  { operatorId: number; rootId: number; permissions: string[] }[]
>`
  select id as "operatorId", root_id as "rootId", permissions from identity_operator
   where id = any(${operatorIds}::bigint[]) and disabled_at is null
   order by id
     for share`

/** The tree of each of these operators, disabled ones included; it never changes. */
export const selectRoots = (sql: Sql, operatorIds: readonly number[]) => sql<{ rootId: number }[]>`
  select root_id as "rootId" from identity_operator where id = any(${operatorIds}::bigint[])`

/** Active operators with every permission, and the tree of each. */
export const selectFullOperators = (tx: Tx, all: readonly string[]) => tx<
  { operatorId: number; rootId: number }[]
>`
  select id as "operatorId", root_id as "rootId" from identity_operator
   where permissions @> ${all}::text[] and approved_at is not null and disabled_at is null`

/** How many operators the command line has created. */
export const selectRootCount = async (tx: Tx): Promise<number> => {
  const rows = await tx<{ count: number }[]>`
    select count(*)::integer as count from identity_operator where created_by is null`
  return rows[0]?.count ?? 0
}

/** By a second operator, or by the command line, which has no id. */
export const updateToApproved = (tx: Tx, operatorId: number, by: number | null) => tx`
  update identity_operator set approved_at = now(), approved_by = ${by}
   where id = ${operatorId} and approved_at is null`

export const updateOperatorPassword = (tx: Tx, operatorId: number, passwordHash: string) => tx`
  update identity_operator set password_hash = ${passwordHash}, must_change_password = false
   where id = ${operatorId}`

export const updateToDisabled = (tx: Tx, operatorId: number, by: number) => tx`
  update identity_operator set disabled_at = now(), disabled_by = ${by}
   where id = ${operatorId} and disabled_at is null`

type NewSession = {
  tokenHash: string
  operatorId: number
  ip: string
  userAgent: string
  /** Whether the sign-in method counts as both factors. */
  isVerified: boolean
}

export const insertOperatorSession = (tx: Tx, one: NewSession) => tx`
  insert into identity_operator_session (token_hash, operator_id, ip, user_agent, verified_at)
  values (${one.tokenHash}, ${one.operatorId}, ${one.ip}, ${one.userAgent},
          case when ${one.isVerified}::boolean then now() end)`

type Times = { idleSeconds: number; longestSeconds: number }

type SessionRow = {
  sessionId: number
  operatorId: number
  permissions: string[]
  mustChangePassword: boolean
  isApproved: boolean
  /** Whether there is a second factor, and whether this session gave it. */
  hasFactor: boolean
  isVerified: boolean
}

/** The valid session of this token, extended by this use. Read with every call: operators are few. */
export const touchOperatorSession = (
  sql: Sql,
  tokenHash: string,
  { isUse, idleSeconds, longestSeconds }: Times & { isUse: boolean },
) => sql<SessionRow[]>`
  update identity_operator_session session
     set last_seen_at = case when ${isUse}::boolean then now() else session.last_seen_at end
    from identity_operator operator
   where session.token_hash = ${tokenHash} and operator.id = session.operator_id
     and operator.disabled_at is null
     and session.last_seen_at > now() - make_interval(secs => ${idleSeconds})
     and session.created_at > now() - make_interval(secs => ${longestSeconds})
  returning session.id as "sessionId", operator.id as "operatorId", operator.permissions,
            operator.must_change_password as "mustChangePassword", operator.approved_at is not null as "isApproved",
            session.verified_at is not null as "isVerified",
            exists (select from identity_operator_factor factor
                     where factor.operator_id = operator.id and factor.confirmed_at is not null) as "hasFactor"`

export const deleteOperatorSession = (tx: Tx, sessionId: number) => tx`
  delete from identity_operator_session where id = ${sessionId}`

/** All sessions of an operator except one; 0 is no session. */
export const deleteOperatorSessions = (tx: Tx, operatorId: number, exceptSessionId: number) => tx`
  delete from identity_operator_session where operator_id = ${operatorId} and id <> ${exceptSessionId}`

export const deleteEndedOperatorSessions = (sql: Sql, { idleSeconds, longestSeconds }: Times) => sql`
  delete from identity_operator_session
   where last_seen_at <= now() - make_interval(secs => ${idleSeconds})
      or created_at <= now() - make_interval(secs => ${longestSeconds})`

type RequestName = { call: string; requestId: string }

/** Serialises calls with the same request id until the transaction ends. */
export const lockRequest = (tx: Tx, { call, requestId }: RequestName) => tx`
  select pg_advisory_xact_lock(hashtextextended(${`identity:request:${call}:${requestId}`}, 0))`

export const selectRequest = (tx: Tx, { call, requestId }: RequestName) => tx<
  { operatorId: number; digest: string }[]
>`
  select operator_id as "operatorId", digest from identity_operator_request
   where call = ${call} and request_id = ${requestId}`

export const insertRequest = (tx: Tx, one: RequestName & { operatorId: number; digest: string }) => tx<
  { requestId: string }[]
>`
  insert into identity_operator_request (call, request_id, operator_id, digest)
  values (${one.call}, ${one.requestId}, ${one.operatorId}, ${one.digest})
  on conflict (call, request_id) do nothing
  returning request_id as "requestId"`

type FilterRow = {
  filterId: number
  operatorId: number
  list: string
  name: string
  query: string
  isShared: boolean
}

/** One's own filters of a list, and the shared ones. Each operator's are limited; this limit bounds the shared ones. */
export const selectFilters = (sql: Sql, operatorId: number, list: string) => sql<Omit<FilterRow, 'list'>[]>`
  select id as "filterId", operator_id as "operatorId", name, query, is_shared as "isShared"
    from identity_operator_filter
   where list = ${list} and (operator_id = ${operatorId} or is_shared)
   order by name, id limit 500`

/** How many filters of a list this operator has under other names. */
export const selectFilterCount = async (
  tx: Tx,
  { operatorId, list, name }: Pick<FilterRow, 'operatorId' | 'list' | 'name'>,
): Promise<number> => {
  const rows = await tx<{ count: number }[]>`
    select count(*)::integer as count from identity_operator_filter
     where operator_id = ${operatorId} and list = ${list} and name <> ${name}`
  return rows[0]?.count ?? 0
}

/** Saves a filter, replacing the operator's own of that name; returns its id. */
export const upsertFilter = async (tx: Tx, one: Omit<FilterRow, 'filterId'>): Promise<number> => {
  const rows = await tx<{ filterId: number }[]>`
    insert into identity_operator_filter (operator_id, list, name, query, is_shared)
    values (${one.operatorId}, ${one.list}, ${one.name}, ${one.query}, ${one.isShared})
    on conflict (operator_id, list, name)
    do update set query = excluded.query, is_shared = excluded.is_shared, saved_at = now()
    returning id as "filterId"`
  return present(rows[0], 'a saved filter').filterId
}

/** Locked until the transaction ends. */
export const selectLockedFilter = (tx: Tx, filterId: number) => tx<FilterRow[]>`
  select id as "filterId", operator_id as "operatorId", list, name, query, is_shared as "isShared"
    from identity_operator_filter where id = ${filterId} for update`

export const deleteFilter = (tx: Tx, filterId: number) => tx`
  delete from identity_operator_filter where id = ${filterId}`

export const upsertOperatorDevice = (tx: Tx, operatorId: number, deviceHash: string) => tx`
  insert into identity_operator_device (operator_id, device_hash) values (${operatorId}, ${deviceHash})
  on conflict (operator_id, device_hash) do update set seen_at = now()`

/** Deletes devices of this operator beyond a maximum, longest unseen first. Locks needed: the operator's row. */
export const deleteOldestOperatorDevices = (tx: Tx, operatorId: number, max: number) => tx`
  delete from identity_operator_device where operator_id = ${operatorId} and device_hash in (
    select device_hash from identity_operator_device where operator_id = ${operatorId}
     order by seen_at desc, device_hash offset ${max})`

export const deleteForgottenOperatorDevices = (sql: Sql, seconds: number) => sql`
  delete from identity_operator_device where seen_at <= now() - make_interval(secs => ${seconds})`
