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
