import type { Sql, Tx } from '../../platform/db/index.ts'
import type { Lang } from '../../platform/texts.ts'

type NewReset = {
  email: string
  lang: Lang
  network: string
  /** Of the device that asked, known or not. */
  deviceHash: string | null
  /** Past the bounds of its e-mail or of all: a code is for the player's own networks and devices alone. */
  isOver: boolean
  /** Past the bounds of its network too: a code is for the player's own devices alone. */
  isByDevice: boolean
}

/** Notes a request, whoever's the e-mail is. */
export const insertReset = (
  sql: Sql,
  { email, lang, network, deviceHash, isOver, isByDevice }: NewReset,
) => sql`
  insert into identity_reset (email, lang, network, device_hash, is_over, is_by_device)
  values (${email}, ${lang}, ${network}, ${deviceHash}, ${isOver}, ${isByDevice})`

export type DueRow = {
  id: number
  email: string
  lang: Lang
  playerId: number | null
  isCoded: boolean
  givesUp: boolean
}

type Due = { maxTries: number; seconds: number; knownSeconds: number; max: number }

/**
 * Requests that are due for a mail, locked, with whose they are. Those that were tried too often or for too long are
 * given up. No code is drawn for an e-mail that had its number for the day, but where its player is known.
 */
export const lockDue = (tx: Tx, { maxTries, seconds, knownSeconds, max }: Due) =>
  tx<DueRow[]>`
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

export type CodeColumns = { ids: number[]; playerIds: (number | null)[]; codeHashes: string[] }

/** A fresh code for each, in force from now on; the next mail, should this one not leave, comes later. */
export const updateCodes = (
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

/** Nothing is left to mail for these. */
export const updateMailed = (sql: Sql, ids: readonly number[]) => sql`
  update identity_reset set next_mail_at = null where id = any(${ids}::bigint[])`

export type CodeRow = {
  id: number
  playerId: number | null
  codeHash: string
  codeTries: number
  lives: boolean
}

/** From where a code is tried: a device or a network that its player signed in from, or neither. */
export type TriedFrom = 'device' | 'network' | 'stranger'

/**
 * Whether whoever has this e-mail signed in on this device, or else from this network, not too long ago. Of an unknown
 * e-mail it is looked up all the same, for nobody.
 */
export const selectFrom = async (
  sql: Sql,
  email: string,
  { network, deviceHash, seconds }: { network: string; deviceHash: string | null; seconds: number },
): Promise<TriedFrom> => {
  const [row] = await sql<{ from: TriedFrom }[]>`
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

/** The last code drawn for this e-mail, locked: codes before it are void. Tries are those from there. */
export const lockLastCode = (tx: Tx, email: string, from: TriedFrom) => tx<CodeRow[]>`
  select id, player_id as "playerId", code_hash as "codeHash",
         case ${from} when 'device' then device_tries when 'network' then known_tries
                      else code_tries end as "codeTries",
         code_ends_at > now() and chk_hash is null as lives
    from identity_reset
   where email = ${email} and code_hash is not null
   order by id desc
   limit 1
     for update`

type Tried = { id: number; from: TriedFrom; chkHash: string | null; chkSeconds: number }

/** Counts the try, and keeps the id that a right code is exchanged for (null for a wrong one). */
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

/** Whose password this id may set. */
export const selectAllowed = (sql: Sql, chkHash: string) => sql<AllowedRow[]>`
  select player_id as "playerId", email
    from identity_reset where chk_hash = ${chkHash} and chk_ends_at > now()`

/** Deletes the id, so that it allows one new password. */
export const consumeAllowed = (tx: Tx, chkHash: string) => tx<AllowedRow[]>`
  delete from identity_reset where chk_hash = ${chkHash} and chk_ends_at > now()
  returning player_id as "playerId", email`

/** All that was asked for the e-mail of this player is over: what waits for its mail, codes, and ids for codes. */
export const deleteResetsOf = (tx: Tx, playerId: number) => tx`
  delete from identity_reset where id in (
    select id from identity_reset
     where email = (select email from identity_player where id = ${playerId})
     order by id for update)`

export const deleteOldResets = (sql: Sql, seconds: number) => sql`
  delete from identity_reset where id in (
    select id from identity_reset where asked_at <= now() - make_interval(secs => ${seconds})
     order by id for update skip locked)`
