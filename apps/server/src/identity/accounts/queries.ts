import type { Sql, Tx } from '../../platform/db/index.ts'
import type { Lang } from '../../platform/texts.ts'
import type { MailTerms } from '../mail.ts'
import type { PersonDoubt } from './rules.ts'

export type PlayerRow = {
  playerId: number
  email: string
  /** E.164. */
  phone: string | null
  invitationCode: string
  referrerId: number | null
  avatar: number
  isTest: boolean
  /** '20' opens withdrawals in USDT. */
  lx: string
  /** Name and CPF exist once the player is identified, both or neither. */
  name: string | null
  cpf: string | null
  /** From the register of persons (YYYY-MM-DD); set once it confirmed name and CPF. */
  birthDate: string | null
  /** Why the register does not confirm the person. */
  personDoubt: PersonDoubt | null
  /** Whether document and face were checked and belong to this person. */
  hasDocuments: boolean
  createdAt: Date
  /** No session opens after this time. */
  closedAt: Date | null
}

export const selectPlayers = (sql: Sql, playerIds: readonly number[]) => sql<PlayerRow[]>`
  select id as "playerId", email, phone, invitation_code as "invitationCode", referrer_id as "referrerId",
         avatar, is_test as "isTest", lx, name, cpf, birth_date::text as "birthDate",
         person_doubt as "personDoubt", documents_checked_at is not null as "hasDocuments", created_at as "createdAt", closed_at as "closedAt"
    from identity_player
   where id = any(${playerIds}::bigint[])`

export type SecretRow = {
  playerId: number
  email: string
  passwordHash: string
  isTest: boolean
  hasSecondFactor: boolean
}

export const selectSecretByEmail = (sql: Sql, email: string) => sql<SecretRow[]>`
  select id as "playerId", email, password_hash as "passwordHash", is_test as "isTest",
         second_factor_at is not null as "hasSecondFactor"
    from identity_player where email = ${email}`

export const selectSecret = (sql: Sql, playerId: number) => sql<SecretRow[]>`
  select id as "playerId", email, password_hash as "passwordHash", is_test as "isTest",
         second_factor_at is not null as "hasSecondFactor"
    from identity_player where id = ${playerId}`

/** Locks the player's secrets until the transaction ends: the password cannot change. */
export const lockSecret = (tx: Tx, playerId: number) => tx<SecretRow[]>`
  select id as "playerId", email, password_hash as "passwordHash", is_test as "isTest",
         second_factor_at is not null as "hasSecondFactor"
    from identity_player where id = ${playerId} for no key update`

export type HeldSecret = {
  playerId: number
  passwordHash: string
  email: string
  isTest: boolean
  hasSecondFactor: boolean
  trustedDevices: string[]
  knownDevices: string[]
  countries: string[]
  isClosed: boolean
  /** Closed by a permanent exclusion, not at the player's own wish. */
  isExcluded: boolean
}

/**
 * Share-locks the players against changes of password and second factor until the transaction ends, by ascending id.
 * Returns also their known devices, countries and devices trusted without a second factor.
 */
export const lockSecrets = (tx: Tx, playerIds: readonly number[]) => tx<HeldSecret[]>`
  select id as "playerId", email, is_test as "isTest", password_hash as "passwordHash",
         second_factor_at is not null as "hasSecondFactor", closed_at is not null as "isClosed",
         closed_at is not null and exists (
           select from identity_closing where player_id = player.id and why = 'exclusion') as "isExcluded",
         array(select device_hash from identity_known_device where player_id = player.id) as "knownDevices",
         array(select country from identity_player_country where player_id = player.id) as countries,
         array(select device_hash from identity_known_device
                where player_id = player.id and trusted_until > now()) as "trustedDevices"
    from identity_player player where id = any(${playerIds}::bigint[]) order by id for share of player`

export const selectCodeOwners = (sql: Sql, codes: readonly string[]) => sql<
  { playerId: number; code: string }[]
>`
  select id as "playerId", invitation_code as code
    from identity_player where invitation_code = any(${codes}::text[])`

export type NewPlayerColumns = {
  emails: string[]
  passwordHashes: string[]
  phones: (string | null)[]
  codes: string[]
  referrerIds: (number | null)[]
  isTest: boolean[]
  ips: string[]
  inApp: boolean[]
  /** Both or neither: with both the player is identified at once. */
  names: (string | null)[]
  cpfs: (string | null)[]
  birthDates: (string | null)[]
  haveEmail: boolean[]
}

/** Inserts players by ascending e-mail, so that two lists cannot deadlock; no row for a taken e-mail. */
export const insertPlayers = (tx: Tx, columns: NewPlayerColumns) => tx<{ playerId: number; email: string }[]>`
  insert into identity_player
         (email, password_hash, phone, invitation_code, referrer_id, is_test, registered_ip, registered_in_app,
          name, cpf, identified_at, birth_date, person_checked_at, email_confirmed_at)
  select email, password_hash, phone, code, referrer_id, is_test, ip, in_app, name, cpf,
         case when cpf is not null then now() end, birth_date, case when birth_date is not null then now() end,
         case when has_email then now() end
    from unnest(${columns.emails}::text[], ${columns.passwordHashes}::text[], ${columns.phones}::text[],
                ${columns.codes}::text[], ${columns.referrerIds}::bigint[], ${columns.isTest}::boolean[],
                ${columns.ips}::text[], ${columns.inApp}::boolean[], ${columns.names}::text[],
                ${columns.cpfs}::text[], ${columns.birthDates}::date[], ${columns.haveEmail}::boolean[])
      as row (email, password_hash, phone, code, referrer_id, is_test, ip, in_app, name, cpf, birth_date, has_email)
   order by email
  on conflict (email) do nothing
  returning id as "playerId", email`

/** The inviters of each player, by level: level 1 is the nearest. */
export const selectReferrers = (sql: Sql, playerIds: readonly number[], levels: number) => sql<
  { playerId: number; level: number; referrerId: number }[]
>`
  with recursive chain as (
    select id as player_id, 1 as level, referrer_id
      from identity_player where id = any(${playerIds}::bigint[]) and referrer_id is not null
    union all
    select chain.player_id, chain.level + 1, player.referrer_id
      from chain join identity_player player on player.id = chain.referrer_id
     where player.referrer_id is not null and chain.level < ${levels}
  )
  select player_id as "playerId", level, referrer_id as "referrerId" from chain order by player_id, level`

/** The players invited by one, by level: level 1 used the player's own code. */
export const selectInvited = (sql: Sql, playerId: number, levels: number) => sql<
  { playerId: number; level: number }[]
>`
  with recursive chain as (
    select id, 1 as level from identity_player where referrer_id = ${playerId}
    union all
    select player.id, chain.level + 1
      from chain join identity_player player on player.referrer_id = chain.id
     where chain.level < ${levels}
  )
  select id as "playerId", level from chain order by level, id`

export const updateAvatar = (sql: Sql, playerId: number, avatar: number) => sql`
  update identity_player set avatar = ${avatar} where id = ${playerId}`

/** Only for `replacePassword`, which ends what the old one opened. */
export const updatePassword = (sql: Sql, playerId: number, passwordHash: string) => sql`
  update identity_player set password_hash = ${passwordHash}, secured_at = now() where id = ${playerId}`

/** Only for `changeEmail`, which ends what the old one opened. */
export const updateEmail = (tx: Tx, playerId: number, email: string) => tx`
  update identity_player
     set email = ${email}, email_at = now(), email_confirmed_at = now(), secured_at = now()
   where id = ${playerId}`

/** Records that something mailed to the player was used. Locks needed: the player's row. */
export const updateEmailConfirmed = (tx: Tx, playerId: number) => tx`
  update identity_player set email_confirmed_at = now() where id = ${playerId} and email_confirmed_at is null`

/** Only for `resetPlayerFactor`: records that the credentials changed. */
export const updateSecured = (tx: Tx, playerId: number) => tx`
  update identity_player set secured_at = now() where id = ${playerId}`

/**
 * When these players last got another password or e-mail, or had the second factor removed by operators; others are
 * omitted.
 */
export const selectSecured = (sql: Sql, playerIds: readonly number[]) => sql<
  { playerId: number; securedAt: Date }[]
>`
  select id as "playerId", secured_at as "securedAt" from identity_player
   where id = any(${playerIds}::bigint[]) and secured_at is not null`

/** Locked by ascending id. */
export const lockIdentified = (tx: Tx, playerIds: readonly number[]) => tx<
  { playerId: number; isIdentified: boolean }[]
>`
  select id as "playerId", identified_at is not null as "isIdentified"
    from identity_player where id = any(${playerIds}::bigint[]) order by id for update`

/** Locked by ascending id. */
export const lockKnownIdentities = (tx: Tx, playerIds: readonly number[]) => tx<
  { playerId: number; name: string | null; cpf: string | null }[]
>`
  select id as "playerId", name, cpf
    from identity_player where id = any(${playerIds}::bigint[]) order by id for update`

export type IdentityColumns = {
  playerIds: number[]
  names: string[]
  cpfs: string[]
  birthDates: (string | null)[]
}

/** Clears register answers about the earlier name or CPF. */
export const updateIdentities = (tx: Tx, columns: IdentityColumns) => tx`
  update identity_player
     set name = known.name, cpf = known.cpf, identified_at = now(), birth_date = known.birth_date,
         person_checked_at = case when known.birth_date is not null then now() end,
         person_asked_at = null, person_doubt = null, documents_checked_at = null
    from unnest(${columns.playerIds}::bigint[], ${columns.names}::text[], ${columns.cpfs}::text[],
                ${columns.birthDates}::date[])
      as known (player_id, name, cpf, birth_date)
   where identity_player.id = known.player_id`

/** Identified players from an id on, by ascending id; no test accounts. */
export const selectIdentifiedAfter = (sql: Sql, afterId: number, limit: number) => sql<
  { playerId: number; cpf: string }[]
>`
  select id as "playerId", cpf from identity_player
   where id > ${afterId} and cpf is not null and not is_test
   order by id limit ${limit}`

/** Test flag, identification and closing of these players: all that most decisions need. */
export const selectPlayerStatuses = (sql: Sql, playerIds: readonly number[]) => sql<
  { playerId: number; isTest: boolean; isIdentified: boolean; hasDocuments: boolean; isClosed: boolean }[]
>`
  select id as "playerId", is_test as "isTest", cpf is not null as "isIdentified",
         documents_checked_at is not null as "hasDocuments", closed_at is not null as "isClosed"
    from identity_player
   where id = any(${playerIds}::bigint[])`

export type Invitee = { playerId: number; referrerId: number; createdAt: Date; isTest: boolean }

/** The players these invited directly, in order of registration. */
export const selectDirectlyInvited = (sql: Sql, referrerIds: readonly number[]) => sql<Invitee[]>`
  select id as "playerId", referrer_id as "referrerId", created_at as "createdAt", is_test as "isTest"
    from identity_player
   where referrer_id = any(${referrerIds}::bigint[])
   order by id`

/** A direct invitee, and how many players the invitee invited in turn. */
type InviteeRow = { playerId: number; createdAt: Date; isTest: boolean; invitees: number }

/** A page of a player's direct invitees, newest first. Reads no further invitee: an index has them in this order. */
export const selectInviteesBefore = (
  sql: Sql,
  { playerId, beforeId, max }: { playerId: number; beforeId: number; max: number },
) => sql<InviteeRow[]>`
  select id as "playerId", created_at as "createdAt", is_test as "isTest",
         (select count(*)::int from identity_player below where below.referrer_id = invited.id) as invitees
    from identity_player as invited
   where referrer_id = ${playerId} and id < ${beforeId}::bigint
   order by id desc
   limit ${max}`

/** How many players a player invited directly, and how many on these levels in all. */
export const selectInviteeCounts = (sql: Sql, playerId: number, levels: number) => sql<
  { direct: number; all: number }[]
>`
  with recursive invited as (
    select id, 1 as level from identity_player where referrer_id = ${playerId}
    union all
    select player.id, invited.level + 1
      from invited join identity_player player on player.referrer_id = invited.id
     where invited.level < ${levels}
  )
  select count(*) filter (where level = 1)::int as direct, count(*)::int as "all" from invited`

/** Serialises recording of inviters until the transaction ends. */
export const lockInvitations = (tx: Tx) => tx`
  select pg_advisory_xact_lock(hashtext('identity.invitations'))`

/** The current inviter of each player. Locked by ascending id. */
export const lockReferrers = (tx: Tx, playerIds: readonly number[]) => tx<
  { playerId: number; referrerId: number | null; ageDays: number; isTest: boolean }[]
>`
  select id as "playerId", referrer_id as "referrerId", is_test as "isTest",
         floor(extract(epoch from now() - created_at) / 86400)::int as "ageDays"
    from identity_player
   where id = any(${playerIds}::bigint[])
   order by id
     for no key update`

export const updateReferrers = (tx: Tx, playerIds: readonly number[], referrerIds: readonly number[]) => tx`
  update identity_player set referrer_id = said.referrer_id
    from unnest(${playerIds}::bigint[], ${referrerIds}::bigint[]) as said (player_id, referrer_id)
   where identity_player.id = said.player_id and identity_player.referrer_id is null`

export type TraitRow = { playerId: number; kind: 'cpf' | 'device' | 'address'; value: string }

/**
 * What suggests that two accounts belong to one person: CPF, devices, and the registration address. A private network
 * address (a machine, a home, an office) proves nothing.
 */
export const selectTraits = (sql: Sql, playerIds: readonly number[]) => sql<TraitRow[]>`
  select id as "playerId", 'cpf' as kind, cpf as value
    from identity_player where id = any(${playerIds}::bigint[]) and cpf is not null
   union all
  select player_id, 'device', device_hash
    from identity_known_device where player_id = any(${playerIds}::bigint[])
   union all
  select id, 'address', registered_ip
    from identity_player
   where id = any(${playerIds}::bigint[])
     and registered_ip !~ '^(127\.|10\.|192\.168\.|172\.(1[6-9]|2[0-9]|3[01])\.|::1$|f[cd]|fe80:|::ffff:(127|10)\.)'`

/** Which of these players used a device that another player used too. */
export const selectDeviceSharers = (sql: Sql, playerIds: readonly number[]) => sql<{ playerId: number }[]>`
  select distinct own.player_id as "playerId"
    from identity_known_device own
    join identity_known_device other on other.device_hash = own.device_hash and other.player_id <> own.player_id
   where own.player_id = any(${playerIds}::bigint[])`

/** The flags of these players, locked by ascending id. */
export const lockLx = (tx: Tx, playerIds: readonly number[]) => tx<{ playerId: number; lx: string }[]>`
  select id as "playerId", lx from identity_player
   where id = any(${playerIds}::bigint[]) order by id for no key update`

export const updateLx = (tx: Tx, { playerIds, values }: { playerIds: number[]; values: string[] }) => tx`
  update identity_player player set lx = wanted.lx
    from unnest(${playerIds}::bigint[], ${values}::text[]) as wanted (id, lx)
   where player.id = wanted.id`

export const selectIdsByEmail = (sql: Sql, emails: readonly string[]) => sql<{ playerId: number }[]>`
  select id as "playerId" from identity_player where email = any(${emails}::text[])`

export const selectIdsByCpf = (sql: Sql, cpfs: readonly string[], max: number) => sql<{ playerId: number }[]>`
  select id as "playerId" from identity_player where cpf = any(${cpfs}::text[]) order by id limit ${max}`

/** Records that somebody tried to register with a player's e-mail, unless recorded recently. */
export const upsertTakenNotice = (
  sql: Sql,
  { email, lang }: { email: string; lang: Lang },
  seconds: number,
) => sql`
  insert into identity_taken_notice as notice (player_id, lang)
  select id, ${lang} from identity_player where email = ${email} and not is_test
  on conflict (player_id) do update
     set lang = excluded.lang, noted_at = now(), next_mail_at = now(), mail_tries = 0
   where notice.noted_at <= now() - make_interval(secs => ${seconds})`

/** Claims due notices: a mail that does not leave is retried later, up to a maximum. */
export const claimTakenNotices = (sql: Sql, { maxTries, retrySeconds, max }: MailTerms) => sql<
  { playerId: number; email: string; lang: Lang }[]
>`
  update identity_taken_notice notice
     set mail_tries = mail_tries + 1,
         next_mail_at = identity_next_mail_at(mail_tries + 1, ${maxTries}, ${retrySeconds})
    from identity_player player
   where player.id = notice.player_id
     and notice.player_id in (select player_id from identity_taken_notice where next_mail_at <= now()
                               order by player_id limit ${max} for update skip locked)
  returning notice.player_id as "playerId", player.email, notice.lang`

export const updateNoticeMailed = (sql: Sql, playerId: number) => sql`
  update identity_taken_notice set next_mail_at = null where player_id = ${playerId}`

/** The credential that was changed, added or removed. */
export type Secured =
  | 'email'
  | 'password'
  | 'passkey_added'
  | 'passkey_removed'
  | 'factor_on'
  | 'factor_off'
  | 'factor_reset'
  | 'recovery_used'
  | 'recovery_renewed'
  | 'new_device'
  | 'account_closed'

export type SecuredNotice = { playerId: number; email: string; lang: Lang; what: Secured }

/** An e-mail need not be its player's own: an address gets at most this many mails of one kind of change per hour. */
const MAX_NOTICES_AN_HOUR = 5

/**
 * Queues a notice to an address, which may no longer be the player's by then. Each kind has its own limit: changing
 * one thing back and forth hides no change of another kind.
 */
export const insertSecuredNotice = (tx: Tx, { playerId, email, lang, what }: SecuredNotice) => tx`
  insert into identity_secured_notice (player_id, email, lang, what)
  select ${playerId}, ${email}, ${lang}, ${what}
   where (select count(*) from identity_secured_notice
           where player_id = ${playerId} and what = ${what} and noted_at > now() - interval '1 hour')
         < ${MAX_NOTICES_AN_HOUR}`
