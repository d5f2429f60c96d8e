import type { Sql, Tx } from '../../platform/db/index.ts'
import type { Lang } from '../../platform/texts.ts'
import type { MailTerms } from '../mail.ts'

/** Whose sign-in from a new country waits under this ticket. */
export const selectCode = (sql: Sql, tokenHash: string) => sql<{ playerId: number }[]>`
  select player_id as "playerId" from identity_country_code where token_hash = ${tokenHash} and ends_at > now()`

type Waiting = { passwordHash: string; country: string; codeHash: string | null; codeTries: number }

/** The same, locked. The player's row is locked first. */
export const lockCode = (tx: Tx, tokenHash: string) => tx<Waiting[]>`
  select password_hash as "passwordHash", country, code_hash as "codeHash", code_tries as "codeTries"
    from identity_country_code where token_hash = ${tokenHash} and ends_at > clock_timestamp() for update`

export const updateCodeTried = (tx: Tx, tokenHash: string) => tx`
  update identity_country_code set code_tries = code_tries + 1 where token_hash = ${tokenHash}`

export const deleteCode = (tx: Tx, tokenHash: string) => tx`
  delete from identity_country_code where token_hash = ${tokenHash}`

export type DueCode = { tokenHash: string; playerId: number; email: string; lang: Lang; country: string }

/** Takes codes that are due, locked, with the address of their player now; each is due again later. */
export const claimCodes = (tx: Tx, { maxTries, retrySeconds, max }: MailTerms) => tx<DueCode[]>`
  update identity_country_code code
     set mail_tries = mail_tries + 1,
         next_mail_at = identity_next_mail_at(mail_tries + 1, ${maxTries}, ${retrySeconds})
    from identity_player player
   where player.id = code.player_id
     and code.token_hash in (
           select token_hash from identity_country_code where next_mail_at <= now()
            order by next_mail_at, token_hash limit ${max} for update skip locked)
  returning code.token_hash as "tokenHash", code.player_id as "playerId", player.email, code.lang, code.country`

type Coded = Pick<DueCode, 'tokenHash'> & { hash: string }

/** Puts fresh codes in force. Guesses at the one before stay counted. */
export const updateCodes = (tx: Tx, coded: readonly Coded[]) => tx`
  update identity_country_code code set code_hash = coded.code_hash
    from unnest(${coded.map((one) => one.tokenHash)}::text[], ${coded.map((one) => one.hash)}::text[])
           as coded (token_hash, code_hash)
   where code.token_hash = coded.token_hash`

/** Nothing is left to mail. */
export const updateCodeMailed = (sql: Sql, { tokenHash, hash }: Coded) => sql`
  update identity_country_code set next_mail_at = null where token_hash = ${tokenHash} and code_hash = ${hash}`

export const deleteEndedCodes = (sql: Sql) => sql`
  delete from identity_country_code where token_hash in (
    select token_hash from identity_country_code where ends_at <= now() for update skip locked)`
