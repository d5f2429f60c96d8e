import type { Sql } from '../platform/db/index.ts'
import type { ListPlace } from '../platform/merge-pages.ts'

/** The next rows of one player in a list, newest first. */
type Step = { playerId: number; before: ListPlace; max: number }

/** When a player registered: one row, or none after its place. */
export const selectPlayerRegistration = (sql: Sql, { playerId, before }: Step) => sql<ListPlace[]>`
  select id::text as key, (extract(epoch from created_at) * 1000000)::bigint as "atMicros"
    from identity_player where id = ${playerId} and id < ${before.key}::bigint`

type SignInEntry = ListPlace & { way: string; country: string | null }

/** A player's sign-ins. */
export const selectPlayerSignIns = (sql: Sql, { playerId, before, max }: Step) => sql<SignInEntry[]>`
  select id::text as key, (extract(epoch from signed_in_at) * 1000000)::bigint as "atMicros", way, country
    from identity_sign_in
   where player_id = ${playerId} and id < ${before.key}::bigint
   order by id desc limit ${max}`

/** Sign-ins from a device that was new, of which the player was told. */
export const selectPlayerNewDevices = (sql: Sql, { playerId, before, max }: Step) => sql<ListPlace[]>`
  select id::text as key, (extract(epoch from noted_at) * 1000000)::bigint as "atMicros"
    from identity_secured_notice
   where player_id = ${playerId} and what = 'new_device'
     and (noted_at, id)
         < (to_timestamp(0) + ${before.atMicros}::bigint * interval '1 microsecond', ${before.key}::bigint)
   order by noted_at desc, id desc limit ${max}`

type StatementEntry = ListPlace & { source: string; isExposed: boolean }

/** What was said of a player's public office. */
export const selectPlayerStatements = (sql: Sql, { playerId, before, max }: Step) => sql<StatementEntry[]>`
  select id::text as key, (extract(epoch from said_at) * 1000000)::bigint as "atMicros", source,
         is_exposed as "isExposed"
    from identity_exposure_statement
   where player_id = ${playerId} and id < ${before.key}::bigint
   order by id desc limit ${max}`

type NoteEntry = ListPlace & { operatorId: number; text: string; isPinned: boolean; isWithdrawn: boolean }

/** Operators' notes about a player. */
export const selectPlayerNotes = (sql: Sql, { playerId, before, max }: Step) => sql<NoteEntry[]>`
  select id::text as key, (extract(epoch from written_at) * 1000000)::bigint as "atMicros",
         operator_id as "operatorId", text, pinned_at is not null as "isPinned", withdrawn_at is not null as "isWithdrawn"
    from identity_player_note
   where player_id = ${playerId} and id < ${before.key}::bigint
   order by id desc limit ${max}`
