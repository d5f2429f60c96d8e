import type { Sql, Tx } from '../../platform/db/index.ts'
import type { Lang } from '../../platform/texts.ts'

/** Since when the player has a second factor, and how many recovery codes are left. */
export const selectFactor = (sql: Sql, playerId: number) => sql<{ since: Date | null; codesLeft: number }[]>`
  select second_factor_at as since,
         (select count(*)::int from identity_recovery_code where player_id = player.id) as "codesLeft"
    from identity_player player where id = ${playerId}`

/** Stores a new secret, replacing an unconfirmed one. The player's row is locked first, here and below. */
export const upsertFactor = (tx: Tx, playerId: number, sealedSecret: string) => tx`
  insert into identity_player_factor (player_id, sealed_secret) values (${playerId}, ${sealedSecret})
  on conflict (player_id) do update
     set sealed_secret = excluded.sealed_secret, created_at = now(), last_step = null`

/** Locks the player's second factor; also returns the database's time, which all servers share. */
export const lockFactor = (tx: Tx, playerId: number) => tx<
  { sealedSecret: string; lastStep: number | null; now: Date }[]
>`
  select sealed_secret as "sealedSecret", last_step as "lastStep", clock_timestamp() as now
    from identity_player_factor where player_id = ${playerId} for update`

/** Records the time step of an accepted code: no code of it or of an earlier one is accepted again. */
export const updateLastStep = (tx: Tx, playerId: number, step: number) => tx`
  update identity_player_factor set last_step = ${step} where player_id = ${playerId}`

/** Also stores the language: an operator who removes the factor later may not know it. */
export const updateFactorOn = (tx: Tx, playerId: number, lang: Lang) => tx`
  with factor as (update identity_player_factor set lang = ${lang} where player_id = ${playerId})
  update identity_player set second_factor_at = now() where id = ${playerId}`

/** Removes the factor: the player signs in with the password only. */
export const deleteFactor = async (tx: Tx, playerId: number): Promise<void> => {
  await tx`update identity_player set second_factor_at = null where id = ${playerId}`
  await tx`delete from identity_player_factor where player_id = ${playerId}`
  await tx`delete from identity_recovery_code where player_id = ${playerId}`
}

/**
 * Removes a factor enabled within this many days with the e-mail unchanged since, or an unconfirmed one; a row if one
 * was enabled.
 */
export const deleteFreshFactor = async (tx: Tx, playerId: number, days: number) => {
  const off = await tx<{ playerId: number }[]>`
    update identity_player set second_factor_at = null
     where id = ${playerId} and second_factor_at > now() - make_interval(days => ${days})
       and coalesce(email_at < second_factor_at, true)
    returning id as "playerId"`
  await tx`
    delete from identity_player_factor factor using identity_player player
     where factor.player_id = ${playerId} and player.id = factor.player_id and player.second_factor_at is null`
  if (off.length > 0) await tx`delete from identity_recovery_code where player_id = ${playerId}`
  return off
}

/** Replaces the recovery codes. */
export const replaceRecoveryCodes = async (
  tx: Tx,
  playerId: number,
  hashes: readonly string[],
): Promise<void> => {
  await tx`delete from identity_recovery_code where player_id = ${playerId}`
  await tx`
    insert into identity_recovery_code (player_id, code_hash)
    select ${playerId}, code_hash from unnest(${hashes}::text[]) as row (code_hash)`
}

/** Consumes a recovery code. No row if it does not exist. */
export const consumeRecoveryCode = (tx: Tx, playerId: number, hash: string) => tx<{ playerId: number }[]>`
  delete from identity_recovery_code where player_id = ${playerId} and code_hash = ${hash}
  returning player_id as "playerId"`

/** Since when each of these players has a second factor; those without are omitted. */
export const selectFactorsOn = (sql: Sql, playerIds: readonly number[]) => sql<
  { playerId: number; since: Date }[]
>`
  select id as "playerId", second_factor_at as since from identity_player
   where id = any(${playerIds}::bigint[]) and second_factor_at is not null`

export type FactorResetRow = { playerId: number; operatorId: number; reason: string; askedAt: Date }

/** Requests to remove the current second factors of these players, not older than this. */
export const selectFactorResets = (sql: Sql, playerIds: readonly number[], seconds: number) => sql<
  FactorResetRow[]
>`
  select reset.player_id as "playerId", reset.asked_by as "operatorId", reset.reason, reset.asked_at as "askedAt"
    from identity_player_factor_reset reset join identity_player player on player.id = reset.player_id
   where reset.player_id = any(${playerIds}::bigint[]) and reset.asked_at >= player.second_factor_at
     and reset.asked_at > now() - make_interval(secs => ${seconds})
   order by reset.player_id, reset.asked_at, reset.asked_by`

type NewFactorReset = { playerId: number; operatorId: number; reason: string }

export const upsertFactorReset = (tx: Tx, { playerId, operatorId, reason }: NewFactorReset) => tx`
  insert into identity_player_factor_reset (player_id, asked_by, reason)
  values (${playerId}, ${operatorId}, ${reason})
  on conflict (player_id, asked_by) do update set asked_at = now(), reason = excluded.reason`

export const deleteFactorResets = (tx: Tx, playerId: number) => tx`
  delete from identity_player_factor_reset where player_id = ${playerId}`

/** The language the second factor was enabled in, if known. */
export const selectFactorLang = (sql: Sql, playerId: number) => sql<{ lang: Lang | null }[]>`
  select lang from identity_player_factor where player_id = ${playerId}`

type Challenge = { challenge: string; seconds: number }

/** A sign-in challenge, for any passkey. */
export const insertChallenge = (sql: Sql, { challenge, seconds }: Challenge) => sql`
  insert into identity_passkey_challenge (challenge, ends_at)
  values (${challenge}, now() + make_interval(secs => ${seconds}))`

/** A challenge to add a passkey in this session; it replaces the previous one. */
export const upsertSessionChallenge = (
  sql: Sql,
  { challenge, seconds, sessionId }: Challenge & { sessionId: number },
) => sql`
  insert into identity_passkey_challenge (challenge, session_id, ends_at)
  values (${challenge}, ${sessionId}, now() + make_interval(secs => ${seconds}))
  on conflict (session_id) do update set challenge = excluded.challenge, ends_at = excluded.ends_at`

/**
 * Deletes a sign-in challenge and returns whether it existed, so that of any number of answers only one is verified.
 */
export const consumeChallenge = async (sql: Sql, challenge: string): Promise<boolean> => {
  const rows = await sql<{ lives: boolean }[]>`
    delete from identity_passkey_challenge where challenge = ${challenge} and session_id is null
    returning ends_at > now() as lives`
  return rows[0]?.lives ?? false
}

/** Deletes and returns this session's challenge for adding a passkey; undefined if there is none or it has expired. */
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
  /** The player's current password hash: a session by passkey opens only while it is unchanged. */
  passwordHash: string
}

export const selectPasskey = (sql: Sql, credentialId: string) => sql<PasskeyRow[]>`
  select passkey.id as "passkeyId", passkey.player_id as "playerId", credential_id as "credentialId",
         user_handle as "userHandle", public_key as "publicKey", sign_count as "signCount",
         player.password_hash as "passwordHash"
    from identity_passkey passkey join identity_player player on player.id = passkey.player_id
   where credential_id = ${credentialId}`

/**
 * Records a use with the device's signature counter. False if the passkey was removed, or another use reached that
 * counter meanwhile.
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

type NewPasskey = Pick<PasskeyRow, 'playerId' | 'credentialId' | 'userHandle' | 'publicKey' | 'signCount'> & {
  name: string
}

/** Adds a passkey; false if it belongs to a player already. The player's row is locked first. */
export const insertPasskey = async (tx: Tx, passkey: NewPasskey): Promise<boolean> => {
  const rows = await tx<object[]>`
    insert into identity_passkey (player_id, credential_id, user_handle, public_key, sign_count, name)
    values (${passkey.playerId}, ${passkey.credentialId}, ${passkey.userHandle}, ${passkey.publicKey},
            ${passkey.signCount}, ${passkey.name})
    on conflict (credential_id) do nothing
    returning id`
  return rows.length > 0
}

/** Removes a passkey of this player; another player's is not found. */
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

/**
 * What these sessions have re-proved: the password, and the second factor if the player has one; and whether the
 * player's e-mail is confirmed.
 */
export const selectProofs = (sql: Sql, sessionIds: readonly number[]) => sql<
  { sessionId: number; isVerified: boolean; hasFactor: boolean; isSteppedUp: boolean; hasEmail: boolean }[]
>`
  select session.id as "sessionId", coalesce(verified_until > now(), false) as "isVerified",
         player.email_confirmed_at is not null as "hasEmail",
         player.second_factor_at is not null as "hasFactor",
         coalesce(stepped_up_until > now(), false) as "isSteppedUp"
    from identity_session session join identity_player player on player.id = session.player_id
   where session.id = any(${sessionIds}::bigint[])`

/** Records that the second factor was repeated in this session. */
export const updateSteppedUp = (tx: Tx, sessionId: number, seconds: number) => tx`
  update identity_session set stepped_up_until = now() + make_interval(secs => ${seconds})
   where id = ${sessionId}`

/** Invalidates the repeated second factor of these sessions. */
export const updateStepUpsSpent = (tx: Tx, sessionIds: readonly number[]) => tx`
  update identity_session set stepped_up_until = null
   where id in (select id from identity_session where id = any(${sessionIds}::bigint[]) order by id for update)`

type StepUpChallenge = { challenge: string; sessionId: number; seconds: number }

/** A challenge for a passkey within this session; it replaces the previous one. */
export const updateStepUpChallenge = (sql: Sql, { challenge, sessionId, seconds }: StepUpChallenge) => sql`
  update identity_session
     set step_up_challenge = ${challenge}, step_up_challenge_ends_at = now() + make_interval(secs => ${seconds})
   where id = ${sessionId}`

/**
 * Clears this session's challenge and returns whether it matched and was valid, so that of any number of answers only
 * one is verified.
 */
export const consumeStepUpChallenge = async (
  sql: Sql,
  sessionId: number,
  challenge: string,
): Promise<boolean> => {
  const rows = await sql<object[]>`
    update identity_session set step_up_challenge = null, step_up_challenge_ends_at = null
     where id = ${sessionId} and step_up_challenge = ${challenge} and step_up_challenge_ends_at > now()
    returning id`
  return rows.length > 0
}
