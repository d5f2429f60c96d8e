import type { Sql, Tx } from '../../platform/db/index.ts'

export type Rate = { startsOn: string; rateBps: number; maxReleaseCents: number }

/** Every rate that has begun, the first one first. */
export const selectRates = (sql: Sql) => sql<Rate[]>`
  select starts_on::text as "startsOn", rate_bps as "rateBps", max_release_cents as "maxReleaseCents"
    from rewards_game_bonus_rate
   where starts_on <= (now() at time zone 'America/Sao_Paulo')::date
   order by starts_on`

export const selectReleased = (sql: Sql, playerIds: readonly number[]) => sql<
  { playerId: number; releasedE4: number }[]
>`
  select player_id as "playerId", released_e4 as "releasedE4"
    from rewards_game_bonus where player_id = any(${playerIds}::bigint[])`

/** Adds to what was released. The players' accounts are held. */
export const addReleased = (tx: Tx, playerIds: readonly number[], releasedE4: readonly number[]) => tx`
  insert into rewards_game_bonus (player_id, released_e4)
  select unnest(${playerIds}::bigint[]), unnest(${releasedE4}::bigint[])
  on conflict (player_id) do update set released_e4 = rewards_game_bonus.released_e4 + excluded.released_e4`
