import type { Sql, Tx } from '../../platform/db/index.ts'

type Challenge = { challenge: string; seconds: number }

/** A challenge to sign in with, for whoever answers it. */
export const insertOperatorChallenge = (sql: Sql, { challenge, seconds }: Challenge) => sql`
  insert into identity_operator_passkey_challenge (challenge, ends_at)
  values (${challenge}, now() + make_interval(secs => ${seconds}))`

/** A challenge to add a passkey within this session; it takes the place of the one before. */
export const upsertOperatorChallenge = (
  sql: Sql,
  { challenge, seconds, sessionId }: Challenge & { sessionId: number },
) => sql`
  insert into identity_operator_passkey_challenge (challenge, session_id, ends_at)
  values (${challenge}, ${sessionId}, now() + make_interval(secs => ${seconds}))
  on conflict (session_id) do update set challenge = excluded.challenge, ends_at = excluded.ends_at`

/** Deletes a challenge to sign in and answers whether it lived: of any number of answers one alone is verified. */
export const consumeOperatorChallenge = async (sql: Sql, challenge: string): Promise<boolean> => {
  const rows = await sql<{ lives: boolean }[]>`
    delete from identity_operator_passkey_challenge where challenge = ${challenge} and session_id is null
    returning ends_at > now() as lives`
  return rows[0]?.lives ?? false
}

/** Deletes and answers what this session was to add a passkey with; undefined where there is nothing, or it is over. */
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

export type OperatorPasskeyRow = {
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

/** Notes a use with the device's count. False where the passkey is gone by now, or that count was reached meanwhile. */
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

/** Adds a passkey; false where somebody has it already. */
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

/** Removes a passkey of this operator; one of somebody else is none. */
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

/** Whether this session is in force, and is until the transaction ends. */
export const hasOperatorSession = async (tx: Tx, sessionId: number): Promise<boolean> => {
  const rows = await tx<object[]>`
    select id from identity_operator_session where id = ${sessionId} for share`
  return rows.length > 0
}
