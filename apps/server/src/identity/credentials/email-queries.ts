import type { Sql, Tx } from '../../platform/db/index.ts'
import type { Lang } from '../../platform/texts.ts'
import type { MailTerms } from '../mail.ts'
import type { SecuredNotice } from '../accounts/queries.ts'

/** Notes which address a player wants; what was asked for before is over. */
export const upsertEmailChange = (sql: Sql, change: { playerId: number; email: string; lang: Lang }) => sql`
  insert into identity_email_change (player_id, email, lang)
  values (${change.playerId}, ${change.email}, ${change.lang})
  on conflict (player_id) do update
     set email = excluded.email, lang = excluded.lang, asked_at = now(), next_mail_at = now(), mail_tries = 0,
         code_hash = null, code_tries = 0, code_ends_at = null`

export type DueChange = { playerId: number; email: string; lang: Lang; isTaken: boolean }

/** Takes changes whose code is due, locked; each is due again later, until it was tried so often. */
export const claimEmailChanges = (tx: Tx, { maxTries, retrySeconds, max }: MailTerms) => tx<DueChange[]>`
  update identity_email_change change
     set mail_tries = mail_tries + 1,
         next_mail_at = identity_next_mail_at(mail_tries + 1, ${maxTries}, ${retrySeconds})
   where player_id in (select player_id from identity_email_change where next_mail_at <= now()
                        order by player_id limit ${max} for update skip locked)
  returning player_id as "playerId", email, lang,
            exists (select from identity_player player where player.email = change.email) as "isTaken"`

/** Puts fresh codes in force: the last one of a change is the only one. */
export const updateChangeCodes = (
  tx: Tx,
  codes: { playerIds: readonly number[]; codeHashes: readonly string[] },
  seconds: number,
) => tx`
  update identity_email_change change
     set code_hash = coded.code_hash, code_tries = 0, code_ends_at = now() + make_interval(secs => ${seconds})
    from unnest(${codes.playerIds}::bigint[], ${codes.codeHashes}::text[]) as coded (player_id, code_hash)
   where change.player_id = coded.player_id`

/** Nothing is left to mail: unless another address was asked for meanwhile. */
export const updateChangesMailed = (
  sql: Sql,
  { playerIds, emails }: { playerIds: readonly number[]; emails: readonly string[] },
) => sql`
  update identity_email_change change set next_mail_at = null
    from unnest(${playerIds}::bigint[], ${emails}::text[]) as mailed (player_id, email)
   where change.player_id = mailed.player_id and change.email = mailed.email`

export type WantedEmail = { email: string; codeHash: string | null; codeTries: number; lives: boolean }

/** What a player asked for. The player's row is locked first. */
export const lockEmailChange = (tx: Tx, playerId: number) => tx<WantedEmail[]>`
  select email, code_hash as "codeHash", code_tries as "codeTries", coalesce(code_ends_at > now(), false) as lives
    from identity_email_change where player_id = ${playerId} for update`

export const updateChangeTried = (tx: Tx, playerId: number) => tx`
  update identity_email_change set code_tries = code_tries + 1 where player_id = ${playerId}`

export const deleteEmailChangeOf = (tx: Tx, playerId: number) => tx`
  delete from identity_email_change where player_id = ${playerId}`

export const deleteOldEmailChanges = (sql: Sql, keepSeconds: number) => sql`
  delete from identity_email_change where asked_at < now() - make_interval(secs => ${keepSeconds})`

/** Takes notices that are due: each is due again later should its mail not leave, until it was tried so often. */
export const claimSecuredNotices = (sql: Sql, { maxTries, retrySeconds, max }: MailTerms) => sql<
  (SecuredNotice & { id: number })[]
>`
  update identity_secured_notice notice
     set mail_tries = mail_tries + 1,
         next_mail_at = identity_next_mail_at(mail_tries + 1, ${maxTries}, ${retrySeconds})
   where id in (select id from identity_secured_notice where next_mail_at <= now()
                 order by id limit ${max} for update skip locked)
  returning id, player_id as "playerId", email, lang, what`

export const updateSecuredMailed = (sql: Sql, id: number) => sql`
  update identity_secured_notice set next_mail_at = null where id = ${id}`

export const deleteOldSecuredNotices = (sql: Sql, keepSeconds: number) => sql`
  delete from identity_secured_notice where noted_at < now() - make_interval(secs => ${keepSeconds})`
