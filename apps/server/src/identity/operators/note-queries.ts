import type { Sql, Tx } from '../../platform/db/index.ts'

export type NoteRow = {
  noteId: number
  operatorId: number
  text: string
  writtenAt: Date
  pinnedAt: Date | null
  pinnedBy: number | null
  withdrawnAt: Date | null
  withdrawReason: string | null
}

/** Notes about a player before an id, newest first. */
export const selectNotes = (sql: Sql, playerId: number, { beforeId, max }: Page) => sql<NoteRow[]>`
  select id as "noteId", operator_id as "operatorId", text, written_at as "writtenAt", pinned_at as "pinnedAt",
         pinned_by as "pinnedBy", withdrawn_at as "withdrawnAt", withdraw_reason as "withdrawReason"
    from identity_player_note
   where player_id = ${playerId} and id < ${beforeId}
   order by id desc limit ${max}`

type Page = { beforeId: number; max: number }

/** The pinned notes about a player, newest first; there are few. */
export const selectPinnedNotes = (sql: Sql, playerId: number) => sql<NoteRow[]>`
  select id as "noteId", operator_id as "operatorId", text, written_at as "writtenAt", pinned_at as "pinnedAt",
         pinned_by as "pinnedBy", withdrawn_at as "withdrawnAt", withdraw_reason as "withdrawReason"
    from identity_player_note
   where player_id = ${playerId} and pinned_at is not null
   order by id desc`

/** Locks the player, so that notes are written and pinned in turn; no row for an unknown one. */
export const lockNoted = (tx: Tx, playerId: number) => tx<{ playerId: number }[]>`
  select id as "playerId" from identity_player where id = ${playerId} for no key update`

/** A note of a player. Locks needed: the player. */
export const selectNote = (tx: Tx, playerId: number, noteId: number) => tx<NoteRow[]>`
  select id as "noteId", operator_id as "operatorId", text, written_at as "writtenAt", pinned_at as "pinnedAt",
         pinned_by as "pinnedBy", withdrawn_at as "withdrawnAt", withdraw_reason as "withdrawReason"
    from identity_player_note
   where id = ${noteId} and player_id = ${playerId}`

/** Stores a note; returns its id. Locks needed: the player. */
export const insertNote = (tx: Tx, note: { playerId: number; operatorId: number; text: string }) => tx<
  { noteId: number }[]
>`
  insert into identity_player_note (player_id, operator_id, text)
  values (${note.playerId}, ${note.operatorId}, ${note.text})
  returning id as "noteId"`

/** Pins a note, or unpins it without an operator. Locks needed: the player. */
export const updatePinned = (tx: Tx, noteId: number, pinnedBy: number | null) => tx`
  update identity_player_note
     set pinned_by = ${pinnedBy}::bigint,
         pinned_at = case when ${pinnedBy}::bigint is not null then clock_timestamp() end
   where id = ${noteId}`

/** Withdraws a note, which unpins it. Locks needed: the player. */
export const updateWithdrawn = (tx: Tx, noteId: number, reason: string) => tx`
  update identity_player_note
     set withdrawn_at = clock_timestamp(), withdraw_reason = ${reason}, pinned_at = null, pinned_by = null
   where id = ${noteId}`
