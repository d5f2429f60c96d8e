import type { Sql, Tx } from '../platform/db/index.ts'
import type { Place } from '../platform/paging.ts'
import type { PersonalTable } from '../platform/personal-data.ts'

/** What identity stores of a player. */
export const identityPersonalData: readonly PersonalTable[] = [
  {
    table: 'identity_player',
    owner: 'id',
    newest: 'created_at',
    until: 'person',
    isKeptInPart: true,
    // Omits what the register of persons says: name and CPF may be another person's, whose date of birth this would
    // reveal (0064).
    without: ['password_hash', 'referrer_id', 'birth_date', 'person_doubt'],
  },
  {
    table: 'identity_session',
    owner: 'player_id',
    newest: 'created_at',
    until: 'contact',
    without: ['step_up_challenge', 'step_up_challenge_ends_at'],
  },
  { table: 'identity_sign_in', owner: 'player_id', newest: 'id', until: 'contact' },
  { table: 'identity_known_network', owner: 'player_id', newest: 'seen_at', until: 'contact' },
  { table: 'identity_known_device', owner: 'player_id', newest: 'seen_at', until: 'contact' },
  {
    table: 'identity_passkey',
    owner: 'player_id',
    newest: 'id',
    until: 'contact',
    without: ['public_key', 'user_handle'],
  },
  {
    table: 'identity_player_factor',
    owner: 'player_id',
    newest: 'created_at',
    until: 'contact',
    without: ['last_step'],
  },
  { table: 'identity_recovery_code', owner: 'player_id', newest: 'created_at', until: 'contact' },
  { table: 'identity_player_factor_reset', owner: 'player_id', newest: 'asked_at', until: 'contact' },
  { table: 'identity_payee_code', owner: 'player_id', newest: 'asked_at', until: 'contact' },
  { table: 'identity_email_change', owner: 'player_id', newest: 'asked_at', until: 'contact' },
  { table: 'identity_reset', owner: 'player_id', newest: 'id', until: 'contact' },
  { table: 'identity_sign_in_link', owner: 'player_id', newest: 'id', until: 'contact' },
  { table: 'identity_secured_notice', owner: 'player_id', newest: 'id', until: 'contact' },
  { table: 'identity_taken_notice', owner: 'player_id', newest: 'noted_at', until: 'contact' },
  {
    table: 'identity_sign_in_ticket',
    owner: 'player_id',
    newest: 'ends_at',
    until: 'contact',
    leftOut: 'a sign-in that waits some minutes for its second factor',
  },
  { table: 'identity_player_country', owner: 'player_id', newest: 'seen_at', until: 'contact' },
  {
    table: 'identity_country_code',
    owner: 'player_id',
    newest: 'ends_at',
    until: 'contact',
    leftOut: 'a sign-in that waits some minutes for its mailed code',
  },
  { table: 'identity_address', owner: 'player_id', newest: 'changed_at', until: 'person' },
  { table: 'identity_gender', owner: 'player_id', newest: 'changed_at', until: 'person' },
  { table: 'identity_data_request', owner: 'player_id', newest: 'asked_at', until: 'person' },
  // Name and CPF may be another person's: what the register or an operator says about them is not shown to the player
  // who typed them.
  {
    table: 'identity_exposure_statement',
    owner: 'player_id',
    newest: 'id',
    until: 'person',
    leftOut: 'what a register says of a person; the own declaration has a call of its own',
  },
  {
    table: 'identity_exposure',
    owner: 'player_id',
    newest: 'since',
    until: 'person',
    leftOut: 'a review that may be of somebody else, whose name was typed',
  },
  {
    table: 'identity_player_note',
    owner: 'player_id',
    newest: 'id',
    until: 'person',
    // A note may tell of a suspicion that its subject must not learn of, or of somebody else (docs/decisions/0084).
    leftOut: 'what our staff noted about you: support hands it out on request within fifteen days',
  },
  { table: 'identity_accepted_terms', owner: 'player_id', newest: 'accepted_at', until: 'law' },
  { table: 'identity_closing', owner: 'player_id', newest: 'closed_at', until: 'law' },
  { table: 'identity_export', owner: 'player_id', newest: 'exported_at', until: 'contact' },
]

/** The player, an exclusion for good, or the national register, which names the player. */
export type ClosingReason = 'player' | 'exclusion' | 'impediment'

/** How long data of a closed account are kept after its closing. */
type Retention = { contactDays: number; personYears: number }

/** Closes an account; no row if it was closed before. Locks needed: the player's row. */
export const updateClosed = (tx: Tx, playerId: number) => tx<{ playerId: number }[]>`
  update identity_player set closed_at = now() where id = ${playerId} and closed_at is null
  returning id as "playerId"`

/** Contact data the player wants deleted now are not kept for a return. */
export const insertClosing = (
  tx: Tx,
  closing: { playerId: number; why: ClosingReason; deletesNow: boolean } & Retention,
) => tx`
  insert into identity_closing (player_id, why, contact_until, person_until)
  values (${closing.playerId}, ${closing.why},
          now() + make_interval(days => case when ${closing.deletesNow}::boolean then 0 else ${closing.contactDays}::int end),
          now() + make_interval(years => ${closing.personYears}::int))`

export type ClosingRow = {
  playerId: number
  why: ClosingReason
  closedAt: Date
  contactUntil: Date
  contactDeletedAt: Date | null
  personUntil: Date
  personDeletedAt: Date | null
}

/** Closed accounts before this position, last closed first. */
export const selectClosings = (sql: Sql, before: Place, max: number) => sql<
  (ClosingRow & { atMicros: number })[]
>`
  select player_id as "playerId", why, closed_at as "closedAt", contact_until as "contactUntil",
         contact_deleted_at as "contactDeletedAt", person_until as "personUntil", person_deleted_at as "personDeletedAt",
         (extract(epoch from closed_at) * 1000000)::bigint as "atMicros"
    from identity_closing
   where (closed_at, player_id)
         < ('epoch'::timestamptz + ${before.atMicros}::bigint * interval '1 microsecond', ${before.id}::bigint)
   order by closed_at desc, player_id desc limit ${max}`

/** The closings of these players' accounts. */
export const selectClosingsOf = (sql: Sql, playerIds: readonly number[]) => sql<ClosingRow[]>`
  select player_id as "playerId", why, closed_at as "closedAt", contact_until as "contactUntil",
         contact_deleted_at as "contactDeletedAt", person_until as "personUntil", person_deleted_at as "personDeletedAt"
    from identity_closing where player_id = any(${playerIds}::bigint[])`

/** Reverses a closing by its player or by the national register while the contact data exist; no row if there is none of that kind. */
export const deleteClosing = (tx: Tx, playerId: number) => tx<{ playerId: number }[]>`
  delete from identity_closing
   where player_id = ${playerId} and why <> 'exclusion' and contact_deleted_at is null and contact_until > now()
  returning player_id as "playerId"`

export const updateReopened = (tx: Tx, playerId: number) => tx`
  update identity_player set closed_at = null where id = ${playerId}`

export type DueDeletion = { playerId: number; isPersonDue: boolean; isContactDue: boolean }

/**
 * Accounts with data due for deletion, by id after this one, locked; skips rows locked elsewhere. A player with a
 * pending mail waits until it was sent or given up.
 */
export const lockDueDeletions = (tx: Tx, { afterId, max }: { afterId: number; max: number }) => tx<
  DueDeletion[]
>`
  select player_id as "playerId", contact_deleted_at is null as "isContactDue",
         person_deleted_at is null and person_until <= now() as "isPersonDue"
    from identity_closing closing
   where (contact_deleted_at is null and contact_until <= now()
          or person_deleted_at is null and person_until <= now())
     and player_id > ${afterId}
     and not exists (select from identity_secured_notice notice
                      where notice.player_id = closing.player_id and notice.next_mail_at is not null)
   order by player_id limit ${max}
     for update of closing skip locked`

export const updateDeleted = (tx: Tx, playerId: number, { isPersonDue }: { isPersonDue: boolean }) => tx`
  update identity_closing
     set contact_deleted_at = coalesce(contact_deleted_at, now()),
         person_deleted_at = case when ${isPersonDue}::boolean then coalesce(person_deleted_at, now()) else person_deleted_at end
   where player_id = ${playerId}`

/** Deletes contact data and location traces; the account itself stays on record. `passwordHash` is unusable. */
export const updateContactGone = (tx: Tx, playerId: number, passwordHash: string) => tx`
  update identity_player
     set email = gen_random_uuid() || '@deleted.invalid', password_hash = ${passwordHash}, phone = null, registered_ip = '', avatar = 0,
         second_factor_at = null, email_confirmed_at = null
   where id = ${playerId}`

export const updatePersonGone = (tx: Tx, playerId: number) => tx`
  update identity_player
     set name = null, cpf = null, identified_at = null, birth_date = null, person_checked_at = null,
         person_asked_at = null, person_doubt = null, documents_checked_at = null
   where id = ${playerId}`

/** Rows that identify a player by the address alone. */
export const deleteByEmailOf = (tx: Tx, playerId: number) => tx`
  with own as (select email from identity_player where id = ${playerId}),
       resets as (delete from identity_reset where email = (select email from own))
  delete from identity_sign_in_link where email = (select email from own)`

/** Records an export, unless there was one within a day. */
export const upsertExport = (tx: Tx, playerId: number) => tx<{ playerId: number }[]>`
  insert into identity_export as known (player_id) values (${playerId})
  on conflict (player_id) do update set exported_at = now()
   where known.exported_at <= now() - interval '1 day'
  returning player_id as "playerId"`

/** Whether a player exported their data within a day. */
export const hasExported = async (sql: Sql, playerId: number): Promise<boolean> => {
  const rows = await sql`
    select from identity_export where player_id = ${playerId} and exported_at > now() - interval '1 day'`
  return rows.length > 0
}

type Owned = { table: string; owner: string; playerId: number }

/** Rows that belong to a player, newest first; the personal data catalogue names table and columns. */
export const selectPersonalRows = (
  sql: Sql,
  {
    table,
    owner,
    playerId,
    newest,
    without,
    max,
  }: Owned & { newest: string; without: readonly string[]; max: number },
) => sql<{ content: Record<string, unknown> }[]>`
  select content from identity_personal_rows(${table}, ${owner}, ${playerId}, ${newest}, ${without}::text[], ${max})`

/** Deletes a player's rows of a table, as far as the application's role may. */
export const deletePersonalRows = (tx: Tx, { table, owner, playerId }: Owned) => tx`
  select identity_delete_personal_rows(${table}, ${owner}, ${playerId})`
