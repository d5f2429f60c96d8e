import type { Sql, Tx } from '../../platform/db/index.ts'
import type { Lang } from '../../platform/texts.ts'
import type { SecuredNotice } from '../accounts/queries.ts'
import type { MailTerms } from '../mail.ts'

/** Stores the address a player wants; it replaces an earlier request. */
export const upsertEmailChange = (sql: Sql, change: { playerId: number; email: string; lang: Lang }) => sql`
  insert into identity_email_change (player_id, email, lang)
  values (${change.playerId}, ${change.email}, ${change.lang})
  on conflict (player_id) do update
     set email = excluded.email, lang = excluded.lang, asked_at = now(), next_mail_at = now(), mail_tries = 0,
         code_hash = null, code_tries = 0, code_ends_at = null`

export type DueChange = { playerId: number; email: string; lang: Lang; isTaken: boolean }

/** Claims changes with a due code, locked; each is retried later, up to a maximum. */
export const claimEmailChanges = (tx: Tx, { maxTries, retrySeconds, max }: MailTerms) => tx<DueChange[]>`
  update identity_email_change change
     set mail_tries = mail_tries + 1,
         next_mail_at = identity_next_mail_at(mail_tries + 1, ${maxTries}, ${retrySeconds})
   where player_id in (select player_id from identity_email_change where next_mail_at <= now()
                        order by player_id limit ${max} for update skip locked)
  returning player_id as "playerId", email, lang,
            exists (select from identity_player player where player.email = change.email) as "isTaken"`

/** Activates new codes: only the last one of a change is valid. */
export const updateChangeCodes = (
  tx: Tx,
  codes: { playerIds: readonly number[]; codeHashes: readonly string[] },
  seconds: number,
) => tx`
  update identity_email_change change
     set code_hash = coded.code_hash, code_tries = 0, code_ends_at = now() + make_interval(secs => ${seconds})
    from unnest(${codes.playerIds}::bigint[], ${codes.codeHashes}::text[]) as coded (player_id, code_hash)
   where change.player_id = coded.player_id`

/** Marks as mailed, unless another address was requested meanwhile. */
export const updateChangesMailed = (
  sql: Sql,
  { playerIds, emails }: { playerIds: readonly number[]; emails: readonly string[] },
) => sql`
  update identity_email_change change set next_mail_at = null
    from unnest(${playerIds}::bigint[], ${emails}::text[]) as mailed (player_id, email)
   where change.player_id = mailed.player_id and change.email = mailed.email`

type WantedEmail = { email: string; codeHash: string | null; codeTries: number; lives: boolean }

/** The pending change of a player. The player's row is locked first. */
export const lockEmailChange = (tx: Tx, playerId: number) => tx<WantedEmail[]>`
  select email, code_hash as "codeHash", code_tries as "codeTries", coalesce(code_ends_at > now(), false) as lives
    from identity_email_change where player_id = ${playerId} for update`

export const updateChangeTried = (tx: Tx, playerId: number) => tx`
  update identity_email_change set code_tries = code_tries + 1 where player_id = ${playerId}`

export const deleteEmailChangeOf = (tx: Tx, playerId: number) => tx`
  delete from identity_email_change where player_id = ${playerId}`

export const deleteOldEmailChanges = (sql: Sql, keepSeconds: number) => sql`
  delete from identity_email_change where asked_at < now() - make_interval(secs => ${keepSeconds})`

/** Claims due notices: a mail that does not leave is retried later, up to a maximum. */
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

/** The payee of a withdrawal as the cashier names it: the method and the key. */
export type Payee = { playerId: number; payee: string }

/** Records the request for a code; it invalidates an earlier code for this payee. */
export const upsertPayeeCode = (sql: Sql, wanted: Payee & { shown: string; lang: Lang }) => sql`
  insert into identity_payee_code (player_id, payee, shown, lang)
  values (${wanted.playerId}, ${wanted.payee}, ${wanted.shown}, ${wanted.lang})
  on conflict (player_id, payee) do update
     set shown = excluded.shown, lang = excluded.lang, asked_at = now(), next_mail_at = now(), mail_tries = 0,
         code_hash = null, code_tries = 0, code_ends_at = null, confirmed_until = null`

export type DuePayeeCode = Payee & { email: string; shown: string; lang: Lang }

/** Claims due codes, locked, with the player's current address; each is retried later. */
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

/** Activates new codes: only the last one of a payee is valid. */
export const updatePayeeCodes = (tx: Tx, { playerIds, payees, codeHashes }: Coded, seconds: number) => tx`
  update identity_payee_code code
     set code_hash = coded.code_hash, code_tries = 0, code_ends_at = now() + make_interval(secs => ${seconds})
    from unnest(${playerIds}::bigint[], ${payees}::text[], ${codeHashes}::text[])
      as coded (player_id, payee, code_hash)
   where code.player_id = coded.player_id and code.payee = coded.payee`

/** Marks as mailed, unless another code was requested meanwhile. */
export const updatePayeeMailed = (sql: Sql, { playerId, payee }: Payee, hash: string) => sql`
  update identity_payee_code set next_mail_at = null
   where player_id = ${playerId} and payee = ${payee} and code_hash = ${hash}`

type MailedCode = { codeHash: string | null; codeTries: number; lives: boolean }

export const lockPayeeCode = (tx: Tx, { playerId, payee }: Payee) => tx<MailedCode[]>`
  select code_hash as "codeHash", code_tries as "codeTries",
         coalesce(greatest(code_ends_at, confirmed_until) > now(), false) as lives
    from identity_payee_code where player_id = ${playerId} and payee = ${payee} for update`

export const updatePayeeTried = (tx: Tx, { playerId, payee }: Payee) => tx`
  update identity_payee_code set code_tries = code_tries + 1
   where player_id = ${playerId} and payee = ${payee}`

/** Starts the confirmation at the first right code: repeating the code does not extend it. */
export const updatePayeeConfirmed = (tx: Tx, { playerId, payee }: Payee, seconds: number) => tx`
  update identity_payee_code
     set confirmed_until = coalesce(confirmed_until, now() + make_interval(secs => ${seconds}))
   where player_id = ${playerId} and payee = ${payee}`

/** Those of these payees confirmed recently. */
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

/** The player whose sign-in waits for a mailed code under this ticket. */
export const selectCountryCode = (sql: Sql, tokenHash: string) => sql<{ playerId: number }[]>`
  select player_id as "playerId" from identity_country_code where token_hash = ${tokenHash} and ends_at > now()`

type WaitingSignIn = {
  passwordHash: string
  country: string | null
  codeHash: string | null
  codeTries: number
}

/** The same, locked. The player's row is locked first. */
export const lockCountryCode = (tx: Tx, tokenHash: string) => tx<WaitingSignIn[]>`
  select password_hash as "passwordHash", country, code_hash as "codeHash", code_tries as "codeTries"
    from identity_country_code where token_hash = ${tokenHash} and ends_at > clock_timestamp() for update`

export const updateCountryCodeTried = (tx: Tx, tokenHash: string) => tx`
  update identity_country_code set code_tries = code_tries + 1 where token_hash = ${tokenHash}`

export const deleteCountryCode = (tx: Tx, tokenHash: string) => tx`
  delete from identity_country_code where token_hash = ${tokenHash}`

export type DueCountryCode = {
  tokenHash: string
  playerId: number
  email: string
  lang: Lang
  country: string | null
  isNewCountry: boolean
}

/** Claims due codes, locked, with the player's current address; each is retried later. */
export const claimCountryCodes = (tx: Tx, { maxTries, retrySeconds, max }: MailTerms) => tx<DueCountryCode[]>`
  update identity_country_code code
     set mail_tries = mail_tries + 1,
         next_mail_at = identity_next_mail_at(mail_tries + 1, ${maxTries}, ${retrySeconds})
    from identity_player player
   where player.id = code.player_id
     and code.token_hash in (
           select token_hash from identity_country_code where next_mail_at <= now()
            order by next_mail_at, token_hash limit ${max} for update skip locked)
  returning code.token_hash as "tokenHash", code.player_id as "playerId", player.email, code.lang, code.country,
            code.is_new_country as "isNewCountry"`

type CodedSignIn = Pick<DueCountryCode, 'tokenHash'> & { hash: string }

/** Activates new codes. Guesses at the previous one stay counted. */
export const updateCountryCodes = (tx: Tx, coded: readonly CodedSignIn[]) => tx`
  update identity_country_code code set code_hash = coded.code_hash
    from unnest(${coded.map((one) => one.tokenHash)}::text[], ${coded.map((one) => one.hash)}::text[])
           as coded (token_hash, code_hash)
   where code.token_hash = coded.token_hash`

/** Marks as mailed. */
export const updateCountryCodeMailed = (sql: Sql, { tokenHash, hash }: CodedSignIn) => sql`
  update identity_country_code set next_mail_at = null where token_hash = ${tokenHash} and code_hash = ${hash}`

export const deleteEndedCountryCodes = (sql: Sql) => sql`
  delete from identity_country_code where token_hash in (
    select token_hash from identity_country_code where ends_at <= now() for update skip locked)`

type NewReset = {
  email: string
  lang: Lang
  network: string
  /** The requesting device, known or not. */
  deviceHash: string | null
  /** Over the limit of its e-mail or of all: a code goes only to the player's own networks and devices. */
  isOver: boolean
  /** Over the limit of its network too: a code goes only to the player's own devices. */
  isByDevice: boolean
}

/** Records a request, whether or not the e-mail is known. */
export const insertReset = (
  sql: Sql,
  { email, lang, network, deviceHash, isOver, isByDevice }: NewReset,
) => sql`
  insert into identity_reset (email, lang, network, device_hash, is_over, is_by_device)
  values (${email}, ${lang}, ${network}, ${deviceHash}, ${isOver}, ${isByDevice})`

export type DueReset = {
  id: number
  email: string
  lang: Lang
  playerId: number | null
  isCoded: boolean
  givesUp: boolean
}

type Due = { maxTries: number; seconds: number; knownSeconds: number; max: number }

/**
 * Requests due for a mail, locked, with their players. Drops those tried too often or for too long. An e-mail over
 * its daily limit gets no code, unless the request comes from a known source.
 */
export const lockDueResets = (tx: Tx, { maxTries, seconds, knownSeconds, max }: Due) =>
  tx<DueReset[]>`
  select reset.id, reset.email, reset.lang, player.id as "playerId",
         not reset.is_over
           or not reset.is_by_device and exists (
             select from identity_known_network known
              where known.player_id = player.id and known.network = reset.network
                and known.seen_at > now() - make_interval(secs => ${knownSeconds}))
           or exists (
             select from identity_known_device known
              where known.player_id = player.id and known.device_hash = reset.device_hash
                and known.seen_at > now() - make_interval(secs => ${knownSeconds})) as "isCoded",
         reset.mail_tries >= ${maxTries}
           or reset.asked_at <= now() - make_interval(secs => ${seconds}) as "givesUp"
    from identity_reset reset
    left join identity_player player on player.email = reset.email and not player.is_test
   where reset.next_mail_at <= now()
   order by reset.id
   limit ${max}
     for update of reset skip locked`

type CodeColumns = { ids: number[]; playerIds: (number | null)[]; codeHashes: string[] }

/** Activates a new code for each; the next try, if this mail does not leave, comes later. */
export const updateResetCodes = (
  tx: Tx,
  columns: CodeColumns,
  { codeSeconds, retrySeconds }: { codeSeconds: number; retrySeconds: number },
) => tx`
  update identity_reset
     set player_id = due.player_id, code_hash = due.code_hash, code_tries = 0, known_tries = 0, device_tries = 0,
         code_ends_at = now() + make_interval(secs => ${codeSeconds}),
         mail_tries = mail_tries + 1, next_mail_at = now() + make_interval(secs => ${retrySeconds})
    from unnest(${columns.ids}::bigint[], ${columns.playerIds}::bigint[], ${columns.codeHashes}::text[])
      as due (id, player_id, code_hash)
   where identity_reset.id = due.id`

/** Marks these as mailed. */
export const updateResetsMailed = (sql: Sql, ids: readonly number[]) => sql`
  update identity_reset set next_mail_at = null where id = any(${ids}::bigint[])`

type ResetRow = {
  id: number
  playerId: number | null
  codeHash: string
  codeTries: number
  lives: boolean
}

/** The source of a guess: a device or network its player signed in from, or neither. */
export type GuessSource = 'device' | 'network' | 'stranger'

/**
 * Whether the owner of this e-mail recently signed in on this device, or else from this network. For an unknown
 * e-mail the same query runs for nobody.
 */
export const selectGuessSource = async (
  sql: Sql,
  email: string,
  { network, deviceHash, seconds }: { network: string; deviceHash: string | null; seconds: number },
): Promise<GuessSource> => {
  const [row] = await sql<{ from: GuessSource }[]>`
    with player as (select coalesce((select id from identity_player where email = ${email}), 0) as id)
    select case
             when exists (
               select from identity_known_device
                where player_id = player.id and device_hash = ${deviceHash}
                  and seen_at > now() - make_interval(secs => ${seconds})) then 'device'
             when exists (
               select from identity_known_network
                where player_id = player.id and network = ${network}
                  and seen_at > now() - make_interval(secs => ${seconds})) then 'network'
             else 'stranger'
           end as "from"
      from player`
  return row?.from ?? 'stranger'
}

/** The last code drawn for this e-mail, locked: earlier codes are void. Tries are those from this source. */
export const lockLastCode = (tx: Tx, email: string, from: GuessSource) => tx<ResetRow[]>`
  select id, player_id as "playerId", code_hash as "codeHash",
         case ${from} when 'device' then device_tries when 'network' then known_tries
                      else code_tries end as "codeTries",
         code_ends_at > now() and chk_hash is null as lives
    from identity_reset
   where email = ${email} and code_hash is not null
   order by id desc
   limit 1
     for update`

type Tried = { id: number; from: GuessSource; chkHash: string | null; chkSeconds: number }

/** Counts the guess, and stores the id a right code is exchanged for (null for a wrong one). */
export const updateTried = (tx: Tx, { id, from, chkHash, chkSeconds }: Tried) => tx`
  update identity_reset
     set code_tries = code_tries + case when ${from} = 'stranger' then 1 else 0 end,
         known_tries = known_tries + case when ${from} = 'network' then 1 else 0 end,
         device_tries = device_tries + case when ${from} = 'device' then 1 else 0 end,
         chk_hash = ${chkHash},
         chk_ends_at = case when ${chkHash}::text is null then null
                            else now() + make_interval(secs => ${chkSeconds}) end
   where id = ${id}`

type AllowedRow = { playerId: number; email: string }

/** The player whose password this id may set. */
export const selectAllowed = (sql: Sql, chkHash: string) => sql<AllowedRow[]>`
  select player_id as "playerId", email
    from identity_reset where chk_hash = ${chkHash} and chk_ends_at > now()`

/** Deletes the id, so that it allows one new password. */
export const consumeAllowed = (tx: Tx, chkHash: string) => tx<AllowedRow[]>`
  delete from identity_reset where chk_hash = ${chkHash} and chk_ends_at > now()
  returning player_id as "playerId", email`

/** Deletes everything requested for this player's e-mail: pending mails, codes, and their ids. */
export const deleteResetsOf = (tx: Tx, playerId: number) => tx`
  delete from identity_reset where id in (
    select id from identity_reset
     where email = (select email from identity_player where id = ${playerId})
     order by id for update)`

export const deleteOldResets = (sql: Sql, seconds: number) => sql`
  delete from identity_reset where id in (
    select id from identity_reset where asked_at <= now() - make_interval(secs => ${seconds})
     order by id for update skip locked)`
