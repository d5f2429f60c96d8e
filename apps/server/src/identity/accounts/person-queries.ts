import type { Gender } from '@palpite/contract'
import type { Sql, Tx } from '../../platform/db/index.ts'
import { insertInto } from '../../platform/db/insert.ts'
import type { PersonDoubt, ExposureState, ExposureStatement } from './rules.ts'

/** Locks these persons until the transaction ends, in one order. Taken before any account is locked. */
export const lockPersons = (tx: Tx, cpfs: readonly string[]) => tx`
  select pg_advisory_xact_lock(hashtextextended('identity.person:' || cpf, 0))
    from (select distinct cpf from unnest(${cpfs}::text[]) as cpf order by cpf) as person`

/** The open accounts of these persons, by ascending id; no test accounts. */
export const selectAccountsOf = (sql: Sql, cpfs: readonly string[]) => sql<
  { playerId: number; cpf: string }[]
>`
  select id as "playerId", cpf from identity_player
   where cpf = any(${cpfs}::text[]) and closed_at is null and not is_test order by id`

/** The same including closed ones: stakes there count against limits as long as the CPF is stored. */
export const selectAllAccountsOf = (sql: Sql, cpfs: readonly string[]) => sql<
  { playerId: number; cpf: string }[]
>`
  select id as "playerId", cpf from identity_player
   where cpf = any(${cpfs}::text[]) and not is_test order by id`

/** CPFs with several accounts, at least one open, in order after this one; each with one of the accounts. */
export const selectSharedCpfs = (sql: Sql, afterCpf: string, max: number) => sql<
  { cpf: string; playerId: number }[]
>`
  select cpf, min(id) as "playerId" from identity_player
   where cpf > ${afterCpf} and not is_test
   group by cpf having count(*) > 1 and bool_or(closed_at is null) order by cpf limit ${max}`

/** How long an answer about a person is valid, from the register or the player. */
const YEAR = '1 year'

type UncheckedPerson = { playerId: number; name: string; cpf: string }

/**
 * Claims identified players the register has not confirmed: for an hour, or for a day if it answered that it does not
 * confirm them. Several servers may claim at once.
 */
export const claimUncheckedPersons = (sql: Sql, max: number) => sql<UncheckedPerson[]>`
  update identity_player set person_asked_at = now()
   where id in (select id from identity_player
                 where cpf is not null and person_checked_at is null and not is_test
                   and (person_asked_at is null
                        or person_asked_at < now() - case when person_doubt is null then interval '1 hour'
                                                          else interval '1 day' end)
                 order by id limit ${max} for update skip locked)
  returning id as "playerId", name, cpf`

/** Claims players confirmed a year ago or longer, for an hour: they may have died since, or hold a public office. */
export const claimPersonsAnew = (sql: Sql, max: number) => sql<UncheckedPerson[]>`
  update identity_player set person_asked_at = now()
   where id in (select id from identity_player
                 where person_checked_at < now() - ${YEAR}::interval and closed_at is null and not is_test
                   and (person_asked_at is null or person_asked_at < now() - interval '1 hour')
                 order by person_checked_at limit ${max} for update skip locked)
  returning id as "playerId", name, cpf`

export type CheckedPerson = UncheckedPerson & {
  birthDate: string | null
  doubt: PersonDoubt | null
  isExposed?: boolean | undefined
}

/**
 * Writes the register's answers, except for players who were confirmed meanwhile, or whose name or CPF was
 * corrected; returns the players written.
 */
export const updateCheckedPersons = (tx: Tx, persons: readonly CheckedPerson[]) => tx<{ playerId: number }[]>`
  update identity_player player
     set birth_date = said.birth_date, person_doubt = said.doubt,
         person_checked_at = case when said.birth_date is not null then now() end
    from unnest(${persons.map(({ playerId }) => playerId)}::bigint[],
                ${persons.map(({ name }) => name)}::text[], ${persons.map(({ cpf }) => cpf)}::text[],
                ${persons.map(({ birthDate }) => birthDate)}::date[],
                ${persons.map(({ doubt }) => doubt)}::text[]) as said (player_id, name, cpf, birth_date, doubt)
   where player.id = said.player_id and player.name = said.name and player.cpf = said.cpf
     and (player.person_checked_at is null or player.person_checked_at < now() - ${YEAR}::interval)
  returning player.id as "playerId"`

/**
 * Marks document and face of these players as checked, unless name or CPF was corrected meanwhile; returns the
 * players marked.
 */
export const updateCheckedDocuments = (tx: Tx, persons: readonly UncheckedPerson[]) => tx<
  { playerId: number }[]
>`
  update identity_player player set documents_checked_at = coalesce(documents_checked_at, now())
    from unnest(${persons.map(({ playerId }) => playerId)}::bigint[],
                ${persons.map(({ name }) => name)}::text[], ${persons.map(({ cpf }) => cpf)}::text[])
      as said (player_id, name, cpf)
   where player.id = said.player_id and player.name = said.name and player.cpf = said.cpf
  returning player.id as "playerId"`

/**
 * Unmarks players whose documents expired, unless newer ones were checked since. Each player once in a list. Returns
 * the players unmarked.
 */
export const deleteCheckedDocuments = (tx: Tx, ended: readonly { playerId: number; decidedAt: Date }[]) => tx<
  { playerId: number }[]
>`
  with known as (
    select id, documents_checked_at from identity_player
     where id = any(${ended.map(({ playerId }) => playerId)}::bigint[]) order by id for no key update)
  update identity_player player set documents_checked_at = null
    from unnest(${ended.map(({ playerId }) => playerId)}::bigint[],
                ${ended.map(({ decidedAt }) => decidedAt)}::timestamptz[]) as row (player_id, decided_at)
    join known on known.id = row.player_id
   where player.id = known.id
     -- The moments of the list come in milliseconds.
     and date_trunc('milliseconds', player.documents_checked_at) <= row.decided_at
  returning player.id as "playerId"`

/** Stores that these players accepted a version of the terms; the first time counts. */
export const insertAcceptedTerms = (
  sql: Sql,
  version: string,
  players: readonly { playerId: number; ip: string }[],
) => sql`
  insert into identity_accepted_terms (player_id, version, ip)
  select player_id, ${version}, ip
    from unnest(${players.map(({ playerId }) => playerId)}::bigint[], ${players.map(({ ip }) => ip)}::text[])
      as row (player_id, ip)
   order by player_id
  on conflict do nothing`

export const selectAcceptedTerms = (sql: Sql, playerId: number, version: string) => sql<
  { acceptedAt: Date }[]
>`
  select accepted_at as "acceptedAt" from identity_accepted_terms
   where player_id = ${playerId} and version = ${version}`

export type Address = {
  /** The eight digits of the CEP. */
  postalCode: string
  street: string
  number: string
  complement: string
  district: string
  city: string
  /** Its two-letter code. */
  state: string
}

/** The gender a player gave. */
export const selectGender = (sql: Sql, playerId: number) => sql<{ gender: Gender }[]>`
  select gender from identity_gender where player_id = ${playerId}`

/** Stores the gender a player gave, replacing the previous one. */
export const upsertGender = (sql: Sql, playerId: number, gender: Gender) => sql`
  insert into identity_gender (player_id, gender) values (${playerId}, ${gender})
  on conflict (player_id) do update set gender = excluded.gender, changed_at = now()`

export const selectAddress = (sql: Sql, playerId: number) => sql<Address[]>`
  select postal_code as "postalCode", street, number, complement, district, city, state
    from identity_address where player_id = ${playerId}`

/** Stores an address, replacing the previous one. */
export const upsertAddress = (sql: Sql, playerId: number, address: Address) => sql`
  insert into identity_address (player_id, postal_code, street, number, complement, district, city, state)
  values (${playerId}, ${address.postalCode}, ${address.street}, ${address.number}, ${address.complement},
          ${address.district}, ${address.city}, ${address.state})
  on conflict (player_id) do update
     set postal_code = excluded.postal_code, street = excluded.street, number = excluded.number,
         complement = excluded.complement, district = excluded.district, city = excluded.city,
         state = excluded.state, changed_at = now()`

/** `isOld` if it is old enough to be requested again. */
export type KeptStatement = ExposureStatement & { id: number; saidAt: Date; isOld: boolean }
export type ExposureRow = {
  playerId: number
  state: ExposureState
  since: Date
  decidedBy: number | null
  note: string | null
}

/** Locks these players by ascending id, so that statements about one are decided in order. */
export const lockExposed = (tx: Tx, playerIds: readonly number[]) => tx<{ playerId: number }[]>`
  select id as "playerId" from identity_player
   where id = any(${playerIds}::bigint[]) order by id for no key update`

/** The exposure state of these players; without statements a player is omitted. */
export const selectExposures = (sql: Sql, playerIds: readonly number[]) => sql<ExposureRow[]>`
  select player_id as "playerId", state, since, decided_by as "decidedBy", note
    from identity_exposure where player_id = any(${playerIds}::bigint[])`

/**
 * The last statement of each source about these players, oldest first. Omits register statements from before name and
 * CPF were corrected: they are about another person.
 */
export const selectLastStatements = (sql: Sql, playerIds: readonly number[]) => sql<KeptStatement[]>`
  select id, "playerId", source, "isExposed", relation, office, "saidAt",
         "saidAt" < now() - ${YEAR}::interval as "isOld"
    from (select distinct on (player_id, source)
                 said.id, player_id as "playerId", source, is_exposed as "isExposed", relation, office, said_at as "saidAt"
            from identity_exposure_statement as said
            join identity_player as player on player.id = said.player_id
           where player_id = any(${playerIds}::bigint[])
             and (source = 'declared' or player.identified_at is null or said_at >= player.identified_at)
           order by player_id, source, said.id desc) as last
   order by id`

export const insertStatements = insertInto('identity_exposure_statement', {
  playerId: 'bigint',
  source: 'text',
  isExposed: 'boolean',
  relation: 'text null',
  office: 'text null',
})

/** Stores the new states; an earlier decision no longer applies. Locks needed: the players. */
export const upsertExposures = insertInto(
  'identity_exposure',
  { playerId: 'bigint', state: 'text' },
  `on conflict (player_id) do update
      set state = excluded.state, since = now(), decided_by = null, note = null`,
)

/** Stores an operator's decision. Locks needed: the player. */
export const updateExposureDecided = (
  tx: Tx,
  said: { playerId: number; state: 'confirmed' | 'cleared'; operatorId: number; note: string },
) => tx`
  update identity_exposure
     set state = ${said.state}, since = now(), decided_by = ${said.operatorId}, note = ${said.note}
   where player_id = ${said.playerId}`

/** Cases waiting for an operator, longest waiting first, after this one. */
export const selectOpenExposures = (sql: Sql, after: { since: Date; playerId: number }, max: number) => sql<
  ExposureRow[]
>`
  select player_id as "playerId", state, since, decided_by as "decidedBy", note
    from identity_exposure
   where state = 'open' and (since, player_id) > (${after.since}::timestamptz, ${after.playerId}::bigint)
   order by since, player_id limit ${max}`

/** Decided cases, newest first, after this one. */
export const selectDecidedExposures = (
  sql: Sql,
  before: { since: Date; playerId: number },
  max: number,
) => sql<ExposureRow[]>`
  select player_id as "playerId", state, since, decided_by as "decidedBy", note
    from identity_exposure
   where state in ('confirmed', 'cleared')
     and (since, player_id) < (${before.since}::timestamptz, ${before.playerId}::bigint)
   order by since desc, player_id desc limit ${max}`

/**
 * Those of these players with an exposure case in one of these states: in an account listed with them (their own included), or in
 * one of the same CPF with checked documents. An equal CPF alone proves nothing, because anybody can type another person's.
 */
export const selectExposed = (
  sql: Sql,
  accounts: readonly { playerId: number; accountId: number }[],
  states: readonly ExposureState[],
) => sql<{ playerId: number }[]>`
  with asked as (
    select player_id, account_id
      from unnest(${accounts.map(({ playerId }) => playerId)}::bigint[],
                  ${accounts.map(({ accountId }) => accountId)}::bigint[]) as row (player_id, account_id))
  select asked.player_id as "playerId"
    from asked join identity_exposure as exposure on exposure.player_id = asked.account_id
   where exposure.state = any(${states}::text[])
   union
  select asked.player_id
    from asked join identity_player as player on player.id = asked.player_id
    join identity_player as account on account.cpf = player.cpf
    join identity_exposure as exposure on exposure.player_id = account.id
   where account.documents_checked_at is not null and exposure.state = any(${states}::text[])`
