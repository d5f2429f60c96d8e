import type { Sql, Tx } from '../../platform/db/index.ts'
import type { Lang } from '../../platform/texts.ts'
import type { MailTerms } from '../mail.ts'

/** Whom a player wants to pay out to, as the cashier names it: the method and the key. */
export type Payee = { playerId: number; payee: string }

/** Notes that a code is asked for; what was mailed for this payee before is over. */
export const upsertPayeeCode = (sql: Sql, wanted: Payee & { shown: string; lang: Lang }) => sql`
  insert into identity_payee_code (player_id, payee, shown, lang)
  values (${wanted.playerId}, ${wanted.payee}, ${wanted.shown}, ${wanted.lang})
  on conflict (player_id, payee) do update
     set shown = excluded.shown, lang = excluded.lang, asked_at = now(), next_mail_at = now(), mail_tries = 0,
         code_hash = null, code_tries = 0, code_ends_at = null, confirmed_until = null`

export type DuePayeeCode = Payee & { email: string; shown: string; lang: Lang }

/** Takes codes that are due, locked, with the address of their player now; each is due again later. */
export const claimPayeeCodes = (tx: Tx, { maxTries, retrySeconds, max }: MailTerms) => tx<DuePayeeCode[]>`
  update identity_payee_code code
     set mail_tries = mail_tries + 1,
         next_mail_at = identity_next_mail_at(mail_tries + 1, ${maxTries}, ${retrySeconds})
    from identity_player player
   where player.id = code.player_id
     and (code.player_id, code.payee) in (
           select player_id, payee from identity_payee_code where next_mail_at <= now()
            order by next_mail_at, player_id, payee limit ${max} for update skip locked)
  returning code.player_id as "playerId", code.payee, player.email, code.shown, code.lang`

type Coded = { playerIds: readonly number[]; payees: readonly string[]; codeHashes: readonly string[] }

/** Puts fresh codes in force: the last one of a payee is the only one. */
export const updatePayeeCodes = (tx: Tx, { playerIds, payees, codeHashes }: Coded, seconds: number) => tx`
  update identity_payee_code code
     set code_hash = coded.code_hash, code_tries = 0, code_ends_at = now() + make_interval(secs => ${seconds})
    from unnest(${playerIds}::bigint[], ${payees}::text[], ${codeHashes}::text[])
      as coded (player_id, payee, code_hash)
   where code.player_id = coded.player_id and code.payee = coded.payee`

/** Nothing is left to mail: unless another code was asked for meanwhile. */
export const updatePayeeMailed = (sql: Sql, { playerId, payee }: Payee, hash: string) => sql`
  update identity_payee_code set next_mail_at = null
   where player_id = ${playerId} and payee = ${payee} and code_hash = ${hash}`

export type MailedCode = { codeHash: string | null; codeTries: number; lives: boolean }

export const lockPayeeCode = (tx: Tx, { playerId, payee }: Payee) => tx<MailedCode[]>`
  select code_hash as "codeHash", code_tries as "codeTries",
         coalesce(greatest(code_ends_at, confirmed_until) > now(), false) as lives
    from identity_payee_code where player_id = ${playerId} and payee = ${payee} for update`

export const updatePayeeTried = (tx: Tx, { playerId, payee }: Payee) => tx`
  update identity_payee_code set code_tries = code_tries + 1
   where player_id = ${playerId} and payee = ${payee}`

/** Confirmed for so long from the first right code on: the same code again makes it no longer. */
export const updatePayeeConfirmed = (tx: Tx, { playerId, payee }: Payee, seconds: number) => tx`
  update identity_payee_code
     set confirmed_until = coalesce(confirmed_until, now() + make_interval(secs => ${seconds}))
   where player_id = ${playerId} and payee = ${payee}`

/** Of these those that their players have just confirmed. */
export const selectConfirmedPayees = (
  sql: Sql,
  { playerIds, payees }: { playerIds: readonly number[]; payees: readonly string[] },
) => sql<Payee[]>`
  select code.player_id as "playerId", code.payee
    from unnest(${playerIds}::bigint[], ${payees}::text[]) as wanted (player_id, payee)
    join identity_payee_code code on code.player_id = wanted.player_id and code.payee = wanted.payee
   where code.confirmed_until > now()`

export const deletePayeeCodesOf = (tx: Tx, playerId: number) => tx`
  delete from identity_payee_code where player_id = ${playerId}`

export const deleteOldPayeeCodes = (sql: Sql, keepSeconds: number) => sql`
  delete from identity_payee_code where asked_at < now() - make_interval(secs => ${keepSeconds})`
