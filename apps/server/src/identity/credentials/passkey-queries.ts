import type { Sql, Tx } from '../../platform/db/index.ts'

type Challenge = { challenge: string; seconds: number }

/** A challenge to sign in with, for whoever answers it. */
export const insertChallenge = (sql: Sql, { challenge, seconds }: Challenge) => sql`
  insert into identity_passkey_challenge (challenge, ends_at)
  values (${challenge}, now() + make_interval(secs => ${seconds}))`

/** A challenge to add a passkey within this session; it takes the place of the one before. */
export const upsertSessionChallenge = (
  sql: Sql,
  { challenge, seconds, sessionId }: Challenge & { sessionId: number },
) => sql`
  insert into identity_passkey_challenge (challenge, session_id, ends_at)
  values (${challenge}, ${sessionId}, now() + make_interval(secs => ${seconds}))
  on conflict (session_id) do update set challenge = excluded.challenge, ends_at = excluded.ends_at`

/** Deletes a challenge to sign in and answers whether there was one, so that of any number of answers one alone is verified. */
export const consumeChallenge = async (sql: Sql, challenge: string): Promise<boolean> => {
  const rows = await sql<{ lives: boolean }[]>`
    delete from identity_passkey_challenge where challenge = ${challenge} and session_id is null
    returning ends_at > now() as lives`
  return rows[0]?.lives ?? false
}

/** Deletes and answers the challenge that a passkey was to be added with in this session; undefined where there is nothing, or it is over. */
export const consumeSessionChallenge = async (sql: Sql, sessionId: number): Promise<string | undefined> => {
  const rows = await sql<{ challenge: string; lives: boolean }[]>`
    delete from identity_passkey_challenge where session_id = ${sessionId}
    returning challenge, ends_at > now() as lives`
  return rows[0]?.lives ? rows[0].challenge : undefined
}

export const deleteEndedChallenges = (sql: Sql) => sql`
  delete from identity_passkey_challenge where challenge in (
    select challenge from identity_passkey_challenge where ends_at <= now()
     order by challenge for update skip locked)`

export type PasskeyRow = {
  passkeyId: number
  playerId: number
  credentialId: string
  userHandle: string
  publicKey: string
  signCount: number
  /** Of its player, now: a session that is opened by the passkey opens only while this is in force. */
  passwordHash: string
}

export const selectPasskey = (sql: Sql, credentialId: string) => sql<PasskeyRow[]>`
  select passkey.id as "passkeyId", passkey.player_id as "playerId", credential_id as "credentialId",
         user_handle as "userHandle", public_key as "publicKey", sign_count as "signCount",
         player.password_hash as "passwordHash"
    from identity_passkey passkey join identity_player player on player.id = passkey.player_id
   where credential_id = ${credentialId}`

/**
 * Notes a use with the device's count of signatures. False where the passkey is gone by now, or that count was reached
 * by another use meanwhile.
 */
export const updateUsed = async (sql: Sql, passkeyId: number, signCount: number): Promise<boolean> => {
  const rows = await sql<object[]>`
    update identity_passkey set sign_count = ${signCount}, last_used_at = now()
     where id = ${passkeyId} and (sign_count < ${signCount} or (sign_count = 0 and ${signCount}::bigint = 0))
    returning id`
  return rows.length > 0
}

/** The passkeys of a player, newest first. There are never more than a few. */
export const selectPasskeysOf = (sql: Sql, playerId: number) => sql<
  {
    passkeyId: number
    credentialId: string
    name: string
    createdAt: Date
    lastUsedAt: Date | null
  }[]
>`
  select id as "passkeyId", credential_id as "credentialId", name, created_at as "createdAt",
         last_used_at as "lastUsedAt"
    from identity_passkey where player_id = ${playerId}
   order by id desc`

export type NewPasskey = Pick<
  PasskeyRow,
  'playerId' | 'credentialId' | 'userHandle' | 'publicKey' | 'signCount'
> & { name: string }

/** Adds a passkey; false where somebody has it already. The player's row is locked first. */
export const insertPasskey = async (tx: Tx, passkey: NewPasskey): Promise<boolean> => {
  const rows = await tx<object[]>`
    insert into identity_passkey (player_id, credential_id, user_handle, public_key, sign_count, name)
    values (${passkey.playerId}, ${passkey.credentialId}, ${passkey.userHandle}, ${passkey.publicKey},
            ${passkey.signCount}, ${passkey.name})
    on conflict (credential_id) do nothing
    returning id`
  return rows.length > 0
}

/** Removes a passkey of this player; one of somebody else is none. */
export const deletePasskey = async (
  tx: Tx,
  own: { playerId: number; passkeyId: number },
): Promise<boolean> => {
  const rows = await tx<object[]>`
    delete from identity_passkey where id = ${own.passkeyId} and player_id = ${own.playerId}
    returning id`
  return rows.length > 0
}

export const deletePasskeysOf = (tx: Tx, playerId: number) => tx`
  delete from identity_passkey where player_id = ${playerId}`
