import type { Sql, Tx } from '../../platform/db/index.ts'

/** Whether an operator has a second factor, and whether this session has given its code. */
export const selectFactorState = (sql: Sql, operatorId: number, sessionId: number) => sql<
  { hasFactor: boolean; isVerified: boolean }[]
>`
  select exists (select from identity_operator_factor
                  where operator_id = ${operatorId} and confirmed_at is not null) as "hasFactor",
         exists (select from identity_operator_session
                  where id = ${sessionId} and operator_id = ${operatorId} and verified_at is not null) as "isVerified"`

/** Stores a new secret, replacing an unconfirmed one. No row if a confirmed one exists. */
export const upsertFactor = (tx: Tx, operatorId: number, sealedSecret: string) => tx<
  { operatorId: number }[]
>`
  insert into identity_operator_factor as factor (operator_id, sealed_secret)
  values (${operatorId}, ${sealedSecret})
  on conflict (operator_id) do update set sealed_secret = excluded.sealed_secret, created_at = now()
        where factor.confirmed_at is null
  returning operator_id as "operatorId"`

type FactorRow = { sealedSecret: string; isConfirmed: boolean; lastStep: number | null; now: Date }

/** Locked until the transaction ends: a code is accepted once. With the database's time, which all servers share. */
export const lockFactor = (tx: Tx, operatorId: number) => tx<FactorRow[]>`
  select sealed_secret as "sealedSecret", confirmed_at is not null as "isConfirmed", last_step as "lastStep",
         clock_timestamp() as now
    from identity_operator_factor where operator_id = ${operatorId} for update`

/** Records the time step of an accepted code; the first one confirms the secret. */
export const updateLastStep = (tx: Tx, operatorId: number, step: number) => tx`
  update identity_operator_factor set last_step = ${step}, confirmed_at = coalesce(confirmed_at, now())
   where operator_id = ${operatorId}`

export const updateSessionVerified = (tx: Tx, sessionId: number) => tx`
  update identity_operator_session set verified_at = now() where id = ${sessionId}`

/** Deletes the operator's second factor; a row if there was one. */
export const deleteFactor = (tx: Tx, operatorId: number) => tx<{ operatorId: number }[]>`
  delete from identity_operator_factor where operator_id = ${operatorId} returning operator_id as "operatorId"`

/** Other operators who requested resetting this operator's second factor, not longer ago than this. */
export const selectResetAskers = (tx: Tx, operatorId: number, seconds: number) => tx<{ askedBy: number }[]>`
  select asked_by as "askedBy" from identity_operator_factor_reset
   where operator_id = ${operatorId} and asked_at > now() - make_interval(secs => ${seconds})
   order by asked_by`

export const upsertReset = (tx: Tx, operatorId: number, askedBy: number) => tx`
  insert into identity_operator_factor_reset (operator_id, asked_by) values (${operatorId}, ${askedBy})
  on conflict (operator_id, asked_by) do update set asked_at = now()`

export const deleteResets = (tx: Tx, operatorId: number) => tx`
  delete from identity_operator_factor_reset where operator_id = ${operatorId}`

type Challenge = { challenge: string; seconds: number }

/** A sign-in challenge, for any passkey. */
export const insertOperatorChallenge = (sql: Sql, { challenge, seconds }: Challenge) => sql`
  insert into identity_operator_passkey_challenge (challenge, ends_at)
  values (${challenge}, now() + make_interval(secs => ${seconds}))`

/** A challenge to add a passkey in this session; it replaces the previous one. */
export const upsertOperatorChallenge = (
  sql: Sql,
  { challenge, seconds, sessionId }: Challenge & { sessionId: number },
) => sql`
  insert into identity_operator_passkey_challenge (challenge, session_id, ends_at)
  values (${challenge}, ${sessionId}, now() + make_interval(secs => ${seconds}))
  on conflict (session_id) do update set challenge = excluded.challenge, ends_at = excluded.ends_at`

/** Deletes a sign-in challenge and returns whether it was valid: of any number of answers only one is verified. */
export const consumeOperatorChallenge = async (sql: Sql, challenge: string): Promise<boolean> => {
  const rows = await sql<{ lives: boolean }[]>`
    delete from identity_operator_passkey_challenge where challenge = ${challenge} and session_id is null
    returning ends_at > now() as lives`
  return rows[0]?.lives ?? false
}

/** Deletes and returns this session's challenge for adding a passkey; undefined if there is none or it has expired. */
export const consumeOwnChallenge = async (sql: Sql, sessionId: number): Promise<string | undefined> => {
  const rows = await sql<{ challenge: string; lives: boolean }[]>`
    delete from identity_operator_passkey_challenge where session_id = ${sessionId}
    returning challenge, ends_at > now() as lives`
  return rows[0]?.lives ? rows[0].challenge : undefined
}

export const deleteEndedOperatorChallenges = (sql: Sql) => sql`
  delete from identity_operator_passkey_challenge where challenge in (
    select challenge from identity_operator_passkey_challenge where ends_at <= now()
     order by challenge for update skip locked)`

type OperatorPasskeyRow = {
  passkeyId: number
  operatorId: number
  credentialId: string
  userHandle: string
  publicKey: string
  signCount: number
}

export const selectOperatorPasskey = (sql: Sql, credentialId: string) => sql<OperatorPasskeyRow[]>`
  select id as "passkeyId", operator_id as "operatorId", credential_id as "credentialId",
         user_handle as "userHandle", public_key as "publicKey", sign_count as "signCount"
    from identity_operator_passkey where credential_id = ${credentialId}`

/** Records a use with the device's counter. False if the passkey was removed, or that counter was reached meanwhile. */
export const updateOperatorPasskeyUsed = async (
  sql: Sql,
  passkeyId: number,
  signCount: number,
): Promise<boolean> => {
  const rows = await sql<object[]>`
    update identity_operator_passkey set sign_count = ${signCount}, last_used_at = now()
     where id = ${passkeyId} and (sign_count < ${signCount} or (sign_count = 0 and ${signCount}::bigint = 0))
    returning id`
  return rows.length > 0
}

type KeptPasskey = {
  passkeyId: number
  credentialId: string
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

/** The passkeys of an operator, newest first. There are never more than a few. */
export const selectPasskeysOfOperator = (sql: Sql, operatorId: number) => sql<KeptPasskey[]>`
  select id as "passkeyId", credential_id as "credentialId", name, created_at as "createdAt",
         last_used_at as "lastUsedAt"
    from identity_operator_passkey where operator_id = ${operatorId} order by id desc`

type NewPasskey = Omit<OperatorPasskeyRow, 'passkeyId'> & { name: string }

/** Adds a passkey; false if it belongs to an operator already. */
export const insertOperatorPasskey = async (tx: Tx, one: NewPasskey): Promise<boolean> => {
  const rows = await tx<object[]>`
    insert into identity_operator_passkey
           (operator_id, credential_id, user_handle, public_key, sign_count, name)
    values (${one.operatorId}, ${one.credentialId}, ${one.userHandle}, ${one.publicKey}, ${one.signCount},
            ${one.name})
    on conflict (credential_id) do nothing
    returning id`
  return rows.length > 0
}

/** Removes a passkey of this operator; another operator's is not found. */
export const deleteOperatorPasskey = async (
  tx: Tx,
  own: { operatorId: number; passkeyId: number },
): Promise<boolean> => {
  const rows = await tx<object[]>`
    delete from identity_operator_passkey where id = ${own.passkeyId} and operator_id = ${own.operatorId}
    returning id`
  return rows.length > 0
}

export const deletePasskeysOfOperator = (tx: Tx, operatorId: number) => tx`
  delete from identity_operator_passkey where operator_id = ${operatorId}`

/** Whether this session is valid, and stays so until the transaction ends. */
export const hasOperatorSession = async (tx: Tx, sessionId: number): Promise<boolean> => {
  const rows = await tx<object[]>`
    select id from identity_operator_session where id = ${sessionId} for share`
  return rows.length > 0
}
