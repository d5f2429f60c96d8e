import type { Sql, Tx } from '../../platform/db/index.ts'
import type { Lang } from '../../platform/texts.ts'

/** Notes an request. One that is not to be mailed is noted all the same, so that it takes as long. */
export const insertReset = (
  sql: Sql,
  { email, lang, isMailed }: { email: string; lang: Lang; isMailed: boolean },
) => sql`
  insert into identity_reset (email, lang, next_mail_at)
  values (${email}, ${lang}, case when ${isMailed}::boolean then now() end)`

export type DueRow = { id: number; email: string; lang: Lang; playerId: number | null; givesUp: boolean }

/**
 * Asks that are due for a mail, locked, with whose they are. Nobody's, a test account's and those that were tried
 * too often or for too long are given up.
 */
export const lockDue = (
  tx: Tx,
  { maxTries, seconds, max }: { maxTries: number; seconds: number; max: number },
) =>
  tx<DueRow[]>`
  select reset.id, reset.email, reset.lang, player.id as "playerId",
         player.id is null or reset.mail_tries >= ${maxTries}
           or reset.asked_at <= now() - make_interval(secs => ${seconds}) as "givesUp"
    from identity_reset reset
    left join identity_player player on player.email = reset.email and not player.is_test
   where reset.next_mail_at <= now()
   order by reset.id
   limit ${max}
     for update of reset skip locked`

export type CodeColumns = { ids: number[]; playerIds: number[]; codeHashes: string[] }

/** A fresh code for each, in force from now on; the next mail, should this one not leave, comes later. */
export const updateCodes = (
  tx: Tx,
  columns: CodeColumns,
  { codeSeconds, retrySeconds }: { codeSeconds: number; retrySeconds: number },
) => tx`
  update identity_reset
     set player_id = due.player_id, code_hash = due.code_hash, code_tries = 0, known_tries = 0,
         code_ends_at = now() + make_interval(secs => ${codeSeconds}),
         mail_tries = mail_tries + 1, next_mail_at = now() + make_interval(secs => ${retrySeconds})
    from unnest(${columns.ids}::bigint[], ${columns.playerIds}::bigint[], ${columns.codeHashes}::text[])
      as due (id, player_id, code_hash)
   where identity_reset.id = due.id`

/** Nothing is left to mail for these. */
export const updateMailed = (sql: Sql, ids: readonly number[]) => sql`
  update identity_reset set next_mail_at = null where id = any(${ids}::bigint[])`

export type CodeRow = { id: number; codeHash: string; codeTries: number; lives: boolean }

/** Whether whoever has this e-mail signed in from this network not too long ago. */
export const selectIsKnownNetworkOf = async (
  sql: Sql,
  email: string,
  { network, seconds }: { network: string; seconds: number },
): Promise<boolean> => {
  const rows = await sql<object[]>`
    select 1 as known
      from identity_player player
      join identity_known_network known on known.player_id = player.id
     where player.email = ${email} and known.network = ${network}
       and known.seen_at > now() - make_interval(secs => ${seconds})`
  return rows.length > 0
}

/** The last code mailed to this e-mail, locked: codes before it are void. Tries are those of this kind of network. */
export const lockLastCode = (tx: Tx, email: string, isKnownNetwork: boolean) => tx<CodeRow[]>`
  select id, code_hash as "codeHash",
         case when ${isKnownNetwork}::boolean then known_tries else code_tries end as "codeTries",
         code_ends_at > now() and chk_hash is null as lives
    from identity_reset
   where email = ${email} and code_hash is not null
   order by id desc
   limit 1
     for update`

type Tried = { id: number; isKnownNetwork: boolean; chkHash: string | null; chkSeconds: number }

/** Counts the try, and keeps the id that a right code is exchanged for (null for a wrong one). */
export const updateTried = (tx: Tx, { id, isKnownNetwork, chkHash, chkSeconds }: Tried) => tx`
  update identity_reset
     set code_tries = code_tries + case when ${isKnownNetwork}::boolean then 0 else 1 end,
         known_tries = known_tries + case when ${isKnownNetwork}::boolean then 1 else 0 end,
         chk_hash = ${chkHash},
         chk_ends_at = case when ${chkHash}::text is null then null
                            else now() + make_interval(secs => ${chkSeconds}) end
   where id = ${id}`

type AllowedRow = { playerId: number; email: string }

/** Whose password this id may set. */
export const selectAllowed = (sql: Sql, chkHash: string) => sql<AllowedRow[]>`
  select player_id as "playerId", email
    from identity_reset where chk_hash = ${chkHash} and chk_ends_at > now()`

/** Takes the id out, so that it allows one new password. */
export const takeAllowed = (tx: Tx, chkHash: string) => tx<AllowedRow[]>`
  delete from identity_reset where chk_hash = ${chkHash} and chk_ends_at > now()
  returning player_id as "playerId", email`

/** All that was asked for this e-mail is over. */
export const deleteResets = (tx: Tx, email: string) => tx`
  delete from identity_reset where email = ${email}`

export const deleteOldResets = (sql: Sql, seconds: number) => sql`
  delete from identity_reset where id in (
    select id from identity_reset where asked_at <= now() - make_interval(secs => ${seconds})
     order by id for update skip locked)`
