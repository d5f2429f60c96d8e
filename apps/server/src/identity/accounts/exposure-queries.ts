import type { Sql, Tx } from '../../platform/db/index.ts'
import { insertInto } from '../../platform/db/insert.ts'
import type { ExposureState, ExposureStatement } from './rules.ts'

export type KeptStatement = ExposureStatement & { id: number; saidAt: Date }
export type ExposureRow = {
  playerId: number
  state: ExposureState
  since: Date
  decidedBy: number | null
  note: string | null
}

/** Locks these players by ascending id: what is said of one is decided one after the other. */
export const lockExposed = (tx: Tx, playerIds: readonly number[]) => tx<{ playerId: number }[]>`
  select id as "playerId" from identity_player
   where id = any(${playerIds}::bigint[]) order by id for no key update`

/** What follows for these players; who never said anything, and was never named, is not in the list. */
export const selectExposures = (sql: Sql, playerIds: readonly number[]) => sql<ExposureRow[]>`
  select player_id as "playerId", state, since, decided_by as "decidedBy", note
    from identity_exposure where player_id = any(${playerIds}::bigint[])`

/**
 * The last statement of each source about these players, the oldest first. What the register said before name and CPF were
 * corrected is of somebody else.
 */
export const selectLastStatements = (sql: Sql, playerIds: readonly number[]) => sql<KeptStatement[]>`
  select id, "playerId", source, "isExposed", relation, office, "saidAt"
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

/** What follows from the statements; a decision of before stands no more. The players are locked. */
export const upsertExposures = insertInto(
  'identity_exposure',
  { playerId: 'bigint', state: 'text' },
  `on conflict (player_id) do update
      set state = excluded.state, since = now(), decided_by = null, note = null`,
)

/** Keeps what an operator decided. The player is locked. */
export const updateExposureDecided = (
  tx: Tx,
  said: { playerId: number; state: 'confirmed' | 'cleared'; operatorId: number; note: string },
) => tx`
  update identity_exposure
     set state = ${said.state}, since = now(), decided_by = ${said.operatorId}, note = ${said.note}
   where player_id = ${said.playerId}`

/** Cases that wait for an operator, those that wait longest first, from behind one on. */
export const selectOpenExposures = (sql: Sql, after: { since: Date; playerId: number }, max: number) => sql<
  ExposureRow[]
>`
  select player_id as "playerId", state, since, decided_by as "decidedBy", note
    from identity_exposure
   where state = 'open' and (since, player_id) > (${after.since}::timestamptz, ${after.playerId}::bigint)
   order by since, player_id limit ${max}`

/** Cases that are decided, the newest first, from behind one on. */
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
 * Of these players, those who count as politically exposed, in whichever account of the same CPF: also while an operator has not
 * looked yet.
 */
export const selectExposed = (sql: Sql, playerIds: readonly number[]) => sql<{ playerId: number }[]>`
  select player.id as "playerId" from identity_player as player
   where player.id = any(${playerIds}::bigint[])
     and exists (
       select from identity_player as account join identity_exposure on player_id = account.id
        where (account.id = player.id or account.cpf = player.cpf) and state in ('open', 'confirmed'))`
