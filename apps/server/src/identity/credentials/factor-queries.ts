import type { Sql, Tx } from '../../platform/db/index.ts'
import type { Lang } from '../../platform/texts.ts'

/** Since when the player signs in with a second factor, and how many recovery codes are left. */
export const selectFactor = (sql: Sql, playerId: number) => sql<{ since: Date | null; codesLeft: number }[]>`
  select second_factor_at as since,
         (select count(*)::int from identity_recovery_code where player_id = player.id) as "codesLeft"
    from identity_player player where id = ${playerId}`

/** Keeps a new secret in place of one that was never confirmed. The player's row is locked first, here and below. */
export const upsertFactor = (tx: Tx, playerId: number, sealedSecret: string) => tx`
  insert into identity_player_factor (player_id, sealed_secret) values (${playerId}, ${sealedSecret})
  on conflict (player_id) do update
     set sealed_secret = excluded.sealed_secret, created_at = now(), last_step = null`

/** With the time of the database, which all servers share. */
export const lockFactor = (tx: Tx, playerId: number) => tx<
  { sealedSecret: string; lastStep: number | null; now: Date }[]
>`
  select sealed_secret as "sealedSecret", last_step as "lastStep", clock_timestamp() as now
    from identity_player_factor where player_id = ${playerId} for update`

export const updateFactorTaken = (tx: Tx, playerId: number, step: number) => tx`
  update identity_player_factor set last_step = ${step} where player_id = ${playerId}`

/** Keeps the language too: whoever takes the factor away later may not know it. */
export const updateFactorOn = (tx: Tx, playerId: number, lang: Lang) => tx`
  with factor as (update identity_player_factor set lang = ${lang} where player_id = ${playerId})
  update identity_player set second_factor_at = now() where id = ${playerId}`

/** The player signs in by the password alone from now on. */
export const deleteFactor = async (tx: Tx, playerId: number): Promise<void> => {
  await tx`update identity_player set second_factor_at = null where id = ${playerId}`
  await tx`delete from identity_player_factor where player_id = ${playerId}`
  await tx`delete from identity_recovery_code where player_id = ${playerId}`
}

/**
 * The same of a factor that was turned on within so many days, since when the e-mail stayed the same, or never confirmed; a row
 * where one was on.
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

/** Puts these recovery codes in place of those of before. */
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

/** Consumes a recovery code: it is gone afterwards. No row where there is none. */
export const consumeRecoveryCode = (tx: Tx, playerId: number, hash: string) => tx<{ playerId: number }[]>`
  delete from identity_recovery_code where player_id = ${playerId} and code_hash = ${hash}
  returning player_id as "playerId"`

/** Since when each of these players signs in with a second factor; those who do not are left out. */
export const selectFactorsOn = (sql: Sql, playerIds: readonly number[]) => sql<
  { playerId: number; since: Date }[]
>`
  select id as "playerId", second_factor_at as since from identity_player
   where id = any(${playerIds}::bigint[]) and second_factor_at is not null`

export type FactorResetRow = { playerId: number; operatorId: number; reason: string; askedAt: Date }

/** Who asked for the second factors of these players to be taken away: the one that is on now, and not longer ago than this. */
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

/** The language the second factor was turned on in, where it is known. */
export const selectFactorLang = (sql: Sql, playerId: number) => sql<{ lang: Lang | null }[]>`
  select lang from identity_player_factor where player_id = ${playerId}`

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

type NewPasskey = Pick<PasskeyRow, 'playerId' | 'credentialId' | 'userHandle' | 'publicKey' | 'signCount'> & {
  name: string
}

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

/** What was just given again in these sessions: the password, and the second factor of a player who has one. */
export const selectProofs = (sql: Sql, sessionIds: readonly number[]) => sql<
  { sessionId: number; isVerified: boolean; hasFactor: boolean; isSteppedUp: boolean }[]
>`
  select session.id as "sessionId", coalesce(verified_until > now(), false) as "isVerified",
         player.second_factor_at is not null as "hasFactor",
         coalesce(stepped_up_until > now(), false) as "isSteppedUp"
    from identity_session session join identity_player player on player.id = session.player_id
   where session.id = any(${sessionIds}::bigint[])`

/** The second factor was given again in this session. */
export const updateSteppedUp = (tx: Tx, sessionId: number, seconds: number) => tx`
  update identity_session set stepped_up_until = now() + make_interval(secs => ${seconds})
   where id = ${sessionId}`

/** The second factor that was given again in these sessions counts no more. */
export const updateStepUpsSpent = (tx: Tx, sessionIds: readonly number[]) => tx`
  update identity_session set stepped_up_until = null
   where id in (select id from identity_session where id = any(${sessionIds}::bigint[]) order by id for update)`

type StepUpChallenge = { challenge: string; sessionId: number; seconds: number }

/** A challenge that a passkey answers within this session; it takes the place of the one before. */
export const updateStepUpChallenge = (sql: Sql, { challenge, sessionId, seconds }: StepUpChallenge) => sql`
  update identity_session
     set step_up_challenge = ${challenge}, step_up_challenge_ends_at = now() + make_interval(secs => ${seconds})
   where id = ${sessionId}`

/** Deletes the challenge of this session and answers it, so that of any number of answers one alone is verified. */
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
