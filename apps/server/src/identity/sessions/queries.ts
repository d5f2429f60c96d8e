import type { SessionEnding } from '@palpite/contract'
import type { Sql, Tx } from '../../platform/db/index.ts'
import { insertInto } from '../../platform/db/insert.ts'
import type { Lang } from '../../platform/texts.ts'
import type { MailTerms } from '../mail.ts'

type SessionRow = {
  tokenHash: string
  playerId: number
  sessionId: number
  isTest: boolean
  owesTerms: boolean
}

/**
 * Valid sessions of these tokens: read on the path of every request. Includes whether their players have still to
 * accept a version of the terms, if one is required.
 */
export const selectSessions = (
  sql: Sql,
  tokenHashes: readonly string[],
  {
    idleSeconds,
    longestSeconds,
    termsVersion,
  }: { idleSeconds: number; longestSeconds: number; termsVersion: string | null },
) => sql<SessionRow[]>`
  select session.token_hash as "tokenHash", session.player_id as "playerId", session.id as "sessionId",
         player.is_test as "isTest",
         not player.is_test and ${termsVersion}::text is not null
           and not exists (select from identity_accepted_terms yes
                            where yes.player_id = player.id and yes.version = ${termsVersion}::text) as "owesTerms"
    from identity_session session join identity_player player on player.id = session.player_id
   where session.token_hash = any(${tokenHashes}::text[])
     and session.last_seen_at > now() - make_interval(secs => ${idleSeconds})
     and session.created_at > now() - make_interval(secs => ${longestSeconds})
     and (session.factor_until is null or session.factor_until > now())`

const sessionColumns = {
  tokenHash: 'text',
  playerId: 'bigint',
  ip: 'text',
  userAgent: 'text',
  deviceKind: 'text',
  deviceId: 'text',
  zone: 'text',
  factor: 'text null',
} as const

export const insertSessions = insertInto<typeof sessionColumns, { tokenHash: string; sessionId: number }>(
  'identity_session',
  sessionColumns,
  'returning token_hash as "tokenHash", id as "sessionId"',
)

/** Deletes sessions beyond a player's maximum, oldest first. */
export const deleteOldestSessions = (tx: Tx, playerIds: readonly number[], max: number) => tx<EndedRow[]>`
  delete from identity_session where id in (
    select id
      from (select id, row_number() over (partition by player_id order by id desc) as place
              from identity_session where player_id = any(${playerIds}::bigint[])) as placed
     where place > ${max})
  returning id as "sessionId", player_id as "playerId", token_hash as "tokenHash"`

export type EndedRow = { sessionId: number; playerId: number; tokenHash: string }

/** Stores why the sessions of these tokens ended; the first reason stays. */
export const insertEndings = (tx: Tx, tokenHashes: readonly string[], ending: SessionEnding) => tx`
  insert into identity_ended_session (token_hash, ending)
  select token_hash, ${ending} from unnest(${tokenHashes}::text[]) as row (token_hash) order by 1
  on conflict (token_hash) do nothing`

/** Why the session of this token ended. A row that still exists but is invalid has expired. */
export const selectEnding = (sql: Sql, hash: string) => sql<{ ending: SessionEnding }[]>`
  select ending from identity_ended_session where token_hash = ${hash}
  union all
  select 'expired' from identity_session where token_hash = ${hash}`

export const deleteOldEndings = (sql: Sql, seconds: number) => sql`
  delete from identity_ended_session where ended_at <= now() - make_interval(secs => ${seconds})`

export const deleteSessions = (tx: Tx, sessionIds: readonly number[]) => tx<EndedRow[]>`
  delete from identity_session where id = any(${sessionIds}::bigint[])
  returning id as "sessionId", player_id as "playerId", token_hash as "tokenHash"`

export const deleteOwnSession = (tx: Tx, own: { playerId: number; sessionId: number }) => tx<EndedRow[]>`
  delete from identity_session where id = ${own.sessionId} and player_id = ${own.playerId}
  returning id as "sessionId", player_id as "playerId", token_hash as "tokenHash"`

/** The open sessions of a player, last used first. There are never more than a few: the oldest end. */
export const selectSessionsOf = (sql: Sql, playerId: number) => sql<
  { sessionId: number; userAgent: string; zone: string; openedAt: Date; seenAt: Date }[]
>`
  select id as "sessionId", user_agent as "userAgent", zone, created_at as "openedAt",
         last_seen_at as "seenAt"
    from identity_session where player_id = ${playerId}
   order by last_seen_at desc, id desc`

export const selectSessionStart = (sql: Sql, sessionId: number) => sql<{ openedAt: Date }[]>`
  select created_at as "openedAt" from identity_session where id = ${sessionId}`

/** Those of these sessions that are open, share-locked until the transaction ends; waits for one being ended. */
export const lockOpenSessions = (tx: Tx, sessionIds: readonly number[]) => tx<{ sessionId: number }[]>`
  select id as "sessionId" from identity_session where id = any(${sessionIds}::bigint[])
   order by id for key share`

/** All sessions of these players except one; 0 is no session. */
export const deleteSessionsOf = (tx: Tx, playerIds: readonly number[], exceptSessionId: number) => tx<
  EndedRow[]
>`
  delete from identity_session
   where player_id = any(${playerIds}::bigint[]) and id <> ${exceptSessionId}
  returning id as "sessionId", player_id as "playerId", token_hash as "tokenHash"`

/** How many players, test accounts aside, were active within this many seconds. */
export const selectOnline = (sql: Sql, withinSeconds: number) => sql<{ players: number }[]>`
  select count(distinct session.player_id)::int as players
    from identity_session session join identity_player player on player.id = session.player_id
   where session.last_seen_at > now() - make_interval(secs => ${withinSeconds}) and not player.is_test`

/** Records that these sessions were used now; skips those locked elsewhere, such as sessions being ended. */
export const touchSessions = (sql: Sql, sessionIds: readonly number[]) => sql`
  update identity_session set last_seen_at = now()
   where id in (select id from identity_session where id = any(${sessionIds}::bigint[])
                 order by id for update skip locked)`

/**
 * Deletes expired sessions and returns them, so that their end is announced; locked rows wait for the next
 * sweep.
 */
export const deleteEndedSessions = (
  tx: Tx,
  { idleSeconds, longestSeconds }: { idleSeconds: number; longestSeconds: number },
) => tx<EndedRow[]>`
  delete from identity_session where id in (
    select id from identity_session
     where last_seen_at <= now() - make_interval(secs => ${idleSeconds})
        or created_at <= now() - make_interval(secs => ${longestSeconds})
        or factor_until <= now()
     order by id for update skip locked)
  returning id as "sessionId", player_id as "playerId", token_hash as "tokenHash"`

type NetworkColumns = { playerIds: number[]; networks: string[] }

export const insertKnownNetworks = (tx: Tx, columns: NetworkColumns) => tx`
  insert into identity_known_network (player_id, network)
  select distinct player_id, network
    from unnest(${columns.playerIds}::bigint[], ${columns.networks}::text[]) as row (player_id, network)
   order by player_id, network
  on conflict (player_id, network) do update set seen_at = now()`

/** Whether a player recently signed in from this network. For player 0, who does not exist, it takes as long. */
export const selectIsKnownNetwork = async (
  sql: Sql,
  playerId: number,
  { network, seconds }: { network: string; seconds: number },
): Promise<boolean> => {
  const rows = await sql<{ player_id: number }[]>`
    select player_id from identity_known_network
     where player_id = ${playerId} and network = ${network}
       and seen_at > now() - make_interval(secs => ${seconds})`
  return rows.length > 0
}

export const deleteForgottenNetworks = (sql: Sql, seconds: number) => sql`
  delete from identity_known_network where seen_at <= now() - make_interval(secs => ${seconds})`

/** Records that the password was repeated in this session. */
export const updateVerified = (sql: Sql, sessionId: number, seconds: number) => sql`
  update identity_session set verified_until = now() + make_interval(secs => ${seconds})
   where id = ${sessionId}`

/** The players who recently signed in on this device. */
export const selectPlayersOfDevice = (sql: Sql, deviceHash: string, seconds: number) => sql<
  { ownerId: number }[]
>`
  select player_id as "ownerId" from identity_known_device
   where device_hash = ${deviceHash} and seen_at > now() - make_interval(secs => ${seconds})`

/** The operators who recently signed in on this device. */
export const selectOperatorsOfDevice = (sql: Sql, deviceHash: string, seconds: number) => sql<
  { ownerId: number }[]
>`
  select operator_id as "ownerId" from identity_operator_device
   where device_hash = ${deviceHash} and seen_at > now() - make_interval(secs => ${seconds})`

/** A list contains each player and device once at most. */
export const upsertKnownDevices = insertInto(
  'identity_known_device',
  { playerId: 'bigint', deviceHash: 'text' },
  'order by 1, 2 on conflict (player_id, device_hash) do update set seen_at = now()',
)

/** Deletes devices of these players beyond a maximum, longest unseen first. */
export const deleteOldestDevices = (tx: Tx, playerIds: readonly number[], max: number) => tx`
  delete from identity_known_device where (player_id, device_hash) in (
    select player_id, device_hash
      from (select player_id, device_hash,
                   row_number() over (partition by player_id order by seen_at desc, device_hash) as place
              from identity_known_device where player_id = any(${playerIds}::bigint[])) as placed
     where place > ${max})`

export const deleteForgottenDevices = (sql: Sql, seconds: number) => sql`
  delete from identity_known_device where seen_at <= now() - make_interval(secs => ${seconds})`

/** The method of a sign-in. */
export type Way = 'password' | 'link' | 'passkey' | 'register'

export const insertSignIns = insertInto('identity_sign_in', {
  playerId: 'bigint',
  way: 'text',
  userAgent: 'text',
  network: 'text',
  country: 'text null',
})

/** Sign-ins of this player, newest first. */
export const selectSignIns = (sql: Sql, playerId: number, max: number) => sql<
  { signedInAt: Date; way: Way; userAgent: string; network: string; country: string | null }[]
>`
  select signed_in_at as "signedInAt", way, user_agent as "userAgent", network, country
    from identity_sign_in where player_id = ${playerId} order by id desc limit ${max}`

export const deleteOldSignIns = (sql: Sql, seconds: number) => sql`
  delete from identity_sign_in where signed_in_at <= now() - make_interval(secs => ${seconds})`

type Ticket = { tokenHash: string; playerId: number; passwordHash: string; way: Way }

/** Sign-ins waiting for their second factor, each for so long. */
export const insertTickets = (tx: Tx, tickets: readonly Ticket[], seconds: number) => tx`
  insert into identity_sign_in_ticket (token_hash, player_id, password_hash, way, ends_at)
  select token_hash, player_id, password_hash, way, now() + make_interval(secs => ${seconds})
    from unnest(${tickets.map((one) => one.tokenHash)}::text[], ${tickets.map((one) => one.playerId)}::bigint[],
                ${tickets.map((one) => one.passwordHash)}::text[], ${tickets.map((one) => one.way)}::text[]) as row (token_hash, player_id, password_hash, way)`

/** The player of a valid ticket. */
export const selectTicket = (sql: Sql, tokenHash: string, maxTries: number) => sql<{ playerId: number }[]>`
  select player_id as "playerId" from identity_sign_in_ticket
   where token_hash = ${tokenHash} and ends_at > now() and tries < ${maxTries}`

/** The same, locked. The player's row is locked first. */
export const lockTicket = (tx: Tx, tokenHash: string, maxTries: number) => tx<
  { passwordHash: string; way: Way }[]
>`
  select password_hash as "passwordHash", way from identity_sign_in_ticket
   where token_hash = ${tokenHash} and ends_at > clock_timestamp() and tries < ${maxTries} for update`

export const updateTicketTried = (tx: Tx, tokenHash: string) => tx`
  update identity_sign_in_ticket set tries = tries + 1 where token_hash = ${tokenHash}`

/** Cancels pending sign-ins of these players. Their rows are locked first. */
export const deleteTicketsOf = (tx: Tx, playerIds: readonly number[]) => tx`
  with codes as (delete from identity_country_code where player_id = any(${playerIds}::bigint[]))
  delete from identity_sign_in_ticket where player_id = any(${playerIds}::bigint[])`

/** Countries these players sign in from for the first time. */
export const insertCountries = insertInto(
  'identity_player_country',
  { playerId: 'bigint', country: 'text' },
  'order by 1, 2 on conflict (player_id, country) do nothing',
)

type CountryCode = Omit<Ticket, 'way'> & { country: string | null; isNewCountry: boolean; lang: Lang }

/** A sign-in that needs a mailed code, waiting this long for its code. Nothing is mailed yet. */
export const insertCountryCode = (tx: Tx, code: CountryCode, seconds: number) => tx`
  insert into identity_country_code (token_hash, player_id, password_hash, country, is_new_country, lang, ends_at)
  values (${code.tokenHash}, ${code.playerId}, ${code.passwordHash}, ${code.country}, ${code.isNewCountry}, ${code.lang},
          now() + make_interval(secs => ${seconds}))`

/** Requests mailing the code of this ticket. */
export const updateCountryCodeDue = (sql: Sql, tokenHash: string) => sql`
  update identity_country_code set next_mail_at = now() where token_hash = ${tokenHash}`

export const deleteTicket = (tx: Tx, tokenHash: string) => tx`
  delete from identity_sign_in_ticket where token_hash = ${tokenHash}`

export const deleteEndedTickets = (sql: Sql) => sql`
  delete from identity_sign_in_ticket where token_hash in (
    select token_hash from identity_sign_in_ticket where ends_at <= now() for update skip locked)`

/** Trusts these devices without a second factor for so long. */
export const updateTrusted = (
  tx: Tx,
  devices: readonly { playerId: number; deviceHash: string }[],
  seconds: number,
) => tx`
  update identity_known_device device set trusted_until = now() + make_interval(secs => ${seconds})
    from unnest(${devices.map((one) => one.playerId)}::bigint[], ${devices.map((one) => one.deviceHash)}::text[])
           as row (player_id, device_hash)
   where device.player_id = row.player_id and device.device_hash = row.device_hash`

/** Sets when these sessions end with their second factor: this long from now, or with the trust in the device. */
export const updateFactorUntil = (
  tx: Tx,
  sessions: readonly { tokenHash: string; playerId: number; deviceHash: string }[],
  seconds: number,
) => tx`
  update identity_session session
     set factor_until = least(case when session.factor = 'device' then device.trusted_until end,
                              now() + make_interval(secs => ${seconds}))
    from unnest(${sessions.map((one) => one.tokenHash)}::text[], ${sessions.map((one) => one.playerId)}::bigint[],
                ${sessions.map((one) => one.deviceHash)}::text[]) as opened (token_hash, player_id, device_hash)
         left join identity_known_device device
                on device.player_id = opened.player_id and device.device_hash = opened.device_hash
   where session.token_hash = opened.token_hash`

/** Ends the trust in every device of this player. */
export const updateUntrusted = (tx: Tx, playerId: number) => tx`
  update identity_known_device set trusted_until = null
   where player_id = ${playerId} and trusted_until is not null`

export const insertLinkRequest = (sql: Sql, { email, lang }: { email: string; lang: Lang }) => sql`
  insert into identity_sign_in_link (email, lang, next_mail_at) values (${email}, ${lang}, now())`

/** A link that is shown to its player at once. */
export const insertLink = (sql: Sql, link: { playerId: number; tokenHash: string; seconds: number }) => sql`
  insert into identity_sign_in_link (player_id, lang, token_hash, ends_at)
  values (${link.playerId}, 'pt-BR', ${link.tokenHash}, now() + make_interval(secs => ${link.seconds}))`

export type DueLink = { id: number; email: string; lang: Lang; playerId: number | null }

/** Claims due requests, locked, with the player of the e-mail, if any. Each is retried later. */
export const claimLinks = (tx: Tx, { maxTries, retrySeconds, max }: MailTerms) => tx<DueLink[]>`
  update identity_sign_in_link link
     set mail_tries = mail_tries + 1,
         next_mail_at = identity_next_mail_at(mail_tries + 1, ${maxTries}, ${retrySeconds})
   where id in (select id from identity_sign_in_link where next_mail_at <= now()
                 order by id limit ${max} for update skip locked)
  returning id, email, lang,
            (select player.id from identity_player player where player.email = link.email and not player.is_test) as "playerId"`

/** Stores the tokens of requests with their time to live; for an unknown player it stores only that a request was made. */
export const updateTokens = (
  tx: Tx,
  links: { ids: readonly number[]; playerIds: readonly number[]; tokenHashes: readonly string[] },
  seconds: number,
) => tx`
  update identity_sign_in_link link
     set player_id = row.player_id, token_hash = row.token_hash, ends_at = now() + make_interval(secs => ${seconds})
    from unnest(${links.ids}::bigint[], ${links.playerIds}::bigint[], ${links.tokenHashes}::text[])
           as row (id, player_id, token_hash)
   where link.id = row.id`

export const updateLinksMailed = (sql: Sql, ids: readonly number[]) => sql`
  update identity_sign_in_link set next_mail_at = null where id = any(${ids}::bigint[])`

/** The player of a link, good or not. */
export const selectLink = (sql: Sql, tokenHash: string) => sql<{ playerId: number }[]>`
  select player_id as "playerId" from identity_sign_in_link
   where token_hash = ${tokenHash} and player_id is not null`

/** Consumes a link: it is deleted, whether or not it was valid. Locks needed: the player's row. */
export const consumeLink = (tx: Tx, tokenHash: string) => tx<{ isGood: boolean; isMailed: boolean }[]>`
  delete from identity_sign_in_link where token_hash = ${tokenHash}
  returning ends_at > clock_timestamp() as "isGood", email is not null as "isMailed"`

/** Deletes the links of these players, whose sessions were ended. */
export const deleteLinksOf = (tx: Tx, playerIds: readonly number[]) => tx`
  delete from identity_sign_in_link where player_id = any(${playerIds}::bigint[])`

export const deleteOldLinks = (sql: Sql, keepSeconds: number) => sql`
  delete from identity_sign_in_link where asked_at < now() - make_interval(secs => ${keepSeconds})`

/**
 * Players of open accounts, by id, who registered that many days ago and have not signed in or been active since. Sign-ins
 * are kept for 180 days: no more can be asked for.
 */
export const selectInactive = (
  sql: Sql,
  { afterId, days, max }: { afterId: number; days: number; max: number },
) => sql<{ playerId: number }[]>`
  select player.id as "playerId"
    from identity_player as player
   where player.id > ${afterId}::bigint and player.closed_at is null
     and player.created_at < now() - make_interval(days => ${days})
     and not exists (select from identity_sign_in as sign_in
                      where sign_in.player_id = player.id and signed_in_at > now() - make_interval(days => ${days}))
     and not exists (select from identity_session as session
                      where session.player_id = player.id and last_seen_at > now() - make_interval(days => ${days}))
   order by player.id limit ${max}`
