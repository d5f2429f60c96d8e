import type { Gender } from '@palpite/contract'
import type { Sql, Tx } from '../../platform/db/index.ts'
import type { PersonDoubt } from './rules.ts'

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

/**
 * The same with those that are closed: what was staked there counts against limits all the same, as long as the CPF is kept.
 */
export const selectAllAccountsOf = (sql: Sql, cpfs: readonly string[]) => sql<
  { playerId: number; cpf: string }[]
>`
  select id as "playerId", cpf from identity_player
   where cpf = any(${cpfs}::text[]) and not is_test order by id`

/** CPFs that several accounts have, one of them open, in order, from behind one on; each with one of the accounts. */
export const selectSharedCpfs = (sql: Sql, afterCpf: string, max: number) => sql<
  { cpf: string; playerId: number }[]
>`
  select cpf, min(id) as "playerId" from identity_player
   where cpf > ${afterCpf} and not is_test
   group by cpf having count(*) > 1 and bool_or(closed_at is null) order by cpf limit ${max}`

export type UncheckedPerson = { playerId: number; name: string; cpf: string }

/**
 * Claims identified players whom the register has not confirmed: for an hour, or for a day where it answered that it does not
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

export type CheckedPerson = UncheckedPerson & {
  birthDate: string | null
  doubt: PersonDoubt | null
  isExposed?: boolean | undefined
}

/** Writes the register's answers, except for players whose name or CPF was corrected meanwhile; answers of whom they are written. */
export const updateCheckedPersons = (tx: Tx, persons: readonly CheckedPerson[]) => tx<{ playerId: number }[]>`
  update identity_player player
     set birth_date = said.birth_date, person_doubt = said.doubt,
         person_checked_at = case when said.birth_date is not null then now() end
    from unnest(${persons.map(({ playerId }) => playerId)}::bigint[],
                ${persons.map(({ name }) => name)}::text[], ${persons.map(({ cpf }) => cpf)}::text[],
                ${persons.map(({ birthDate }) => birthDate)}::date[],
                ${persons.map(({ doubt }) => doubt)}::text[]) as said (player_id, name, cpf, birth_date, doubt)
   where player.id = said.player_id and player.name = said.name and player.cpf = said.cpf
     and player.person_checked_at is null
  returning player.id as "playerId"`

/**
 * Notes that document and face of these players were checked, except where name or CPF was corrected meanwhile: answers of whom it is
 * noted.
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
 * Takes back that documents of these players were checked, for they are good no more; not where newer ones were checked since. Each player
 * once in a list.
 */
export const deleteCheckedDocuments = (tx: Tx, ended: readonly { playerId: number; decidedAt: Date }[]) => tx`
  with known as (
    select id, documents_checked_at from identity_player
     where id = any(${ended.map(({ playerId }) => playerId)}::bigint[]) order by id for no key update)
  update identity_player player set documents_checked_at = null
    from unnest(${ended.map(({ playerId }) => playerId)}::bigint[],
                ${ended.map(({ decidedAt }) => decidedAt)}::timestamptz[]) as row (player_id, decided_at)
    join known on known.id = row.player_id
   where player.id = known.id
     -- The moments of the list come in milliseconds.
     and date_trunc('milliseconds', player.documents_checked_at) <= row.decided_at`

/** Keeps that these players accepted a version of the terms; the first time counts. */
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
  /** Its two letters. */
  state: string
}

/** The gender of a player, as they said it. */
export const selectGender = (sql: Sql, playerId: number) => sql<{ gender: Gender }[]>`
  select gender from identity_gender where player_id = ${playerId}`

/** Keeps it in place of what was said before. */
export const upsertGender = (sql: Sql, playerId: number, gender: Gender) => sql`
  insert into identity_gender (player_id, gender) values (${playerId}, ${gender})
  on conflict (player_id) do update set gender = excluded.gender, changed_at = now()`

export const selectAddress = (sql: Sql, playerId: number) => sql<Address[]>`
  select postal_code as "postalCode", street, number, complement, district, city, state
    from identity_address where player_id = ${playerId}`

/** Keeps an address in place of the one before. */
export const upsertAddress = (sql: Sql, playerId: number, address: Address) => sql`
  insert into identity_address (player_id, postal_code, street, number, complement, district, city, state)
  values (${playerId}, ${address.postalCode}, ${address.street}, ${address.number}, ${address.complement},
          ${address.district}, ${address.city}, ${address.state})
  on conflict (player_id) do update
     set postal_code = excluded.postal_code, street = excluded.street, number = excluded.number,
         complement = excluded.complement, district = excluded.district, city = excluded.city,
         state = excluded.state, changed_at = now()`
