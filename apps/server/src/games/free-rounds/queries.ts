import type { Sql, Tx } from '../../platform/db/index.ts'
import { insertInto } from '../../platform/db/insert.ts'

/** A grant of free rounds, and how many were played. */
export type FreeRoundsRow = {
  id: string
  playerId: number
  gameCode: string
  rounds: number
  used: number
  wonCents: number
  /** Whether it has expired. */
  isOver: boolean
}

/** Those of these grants whose players' accounts are locked: others may be in use right now. */
export const selectFreeRounds = (tx: Tx, ids: readonly string[], playerIds: readonly number[]) => tx<
  FreeRoundsRow[]
>`
  select id, player_id as "playerId", game_code as "gameCode", rounds, used, won_cents as "wonCents",
         ends_at <= now() as "isOver"
    from games_free_rounds where id = any(${ids}::text[]) and player_id = any(${playerIds}::bigint[])`

/** Writes how many rounds of grants were played. */
export const updateFreeRounds = (tx: Tx, rows: readonly FreeRoundsRow[]) => tx`
  update games_free_rounds gift set used = given.used, won_cents = given.won
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ used }) => used)}::int[],
                ${rows.map(({ wonCents }) => wonCents)}::bigint[]) as given (id, used, won)
   where gift.id = given.id and gift.used <> given.used`

type Whose = { playerId: number; gameCode: string | null }

/** A player's remaining free rounds, of one game or of all. */
export const selectOpenFreeRounds = (sql: Sql, { playerId, gameCode }: Whose) => sql<
  { id: string; gameCode: string; left: number; stakeCents: number; endsAt: Date }[]
>`
  select gift.id, gift.game_code as "gameCode", gift.rounds - gift.used as left, gift.stake_cents as "stakeCents",
         gift.ends_at as "endsAt"
    from games_free_rounds gift
    join games_studio_game game on game.code = gift.game_code and game.is_open and not game.is_suspended
    join games_studio studio on studio.id = game.studio_id and studio.is_open
   where gift.player_id = ${playerId} and gift.used < gift.rounds and gift.ends_at > now()
     and (${gameCode}::text is null or gift.game_code = ${gameCode})
   order by gift.ends_at, gift.id
   limit 100`

export type GivenRow = {
  id: string
  requestId: string
  playerId: number
  gameCode: string
  rounds: number
  stakeCents: number
  endsAt: Date
}

type RequestKey = { playerId: number; requestId: string }

/** The earlier grants of these requests. */
export const selectGiven = (tx: Tx, keys: readonly RequestKey[]) => tx<GivenRow[]>`
  select gift.id, gift.request_id as "requestId", gift.player_id as "playerId", gift.game_code as "gameCode",
         gift.rounds, gift.stake_cents as "stakeCents", gift.ends_at as "endsAt"
    from unnest(${keys.map(({ playerId }) => playerId)}::bigint[], ${keys.map(({ requestId }) => requestId)}::text[])
           as asked (player_id, request_id)
    join games_free_rounds gift
      on gift.player_id = asked.player_id and gift.request_id = asked.request_id`

export const insertFreeRounds = insertInto('games_free_rounds', {
  id: 'text',
  requestId: 'text',
  playerId: 'bigint',
  gameCode: 'text',
  rounds: 'int',
  stakeCents: 'bigint',
  endsAt: 'timestamptz',
  policyVersion: 'text',
})

/** The limits of these games, if open. */
export const selectBounds = (tx: Tx, codes: readonly string[]) => tx<
  { code: string; minStakeCents: number; maxStakeCents: number }[]
>`
  select game.code, game.min_stake_cents as "minStakeCents", game.max_stake_cents as "maxStakeCents"
    from games_studio_game game join games_studio studio on studio.id = game.studio_id
   where game.is_open and not game.is_suspended and studio.is_open and game.code = any(${codes}::text[])`
