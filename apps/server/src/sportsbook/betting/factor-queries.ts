import type { Sql, Tx } from '../../platform/db/index.ts'

/** What of the most stake these players may place, in ten-thousandths; no row where all of it. */
export const selectStakeFactors = (sql: Sql, playerIds: readonly number[]) => sql<
  { playerId: number; factorBps: number }[]
>`
  select player_id as "playerId", factor_bps as "factorBps"
    from sportsbook_stake_factor
   where player_id = any(${playerIds}::bigint[])`

export const upsertStakeFactor = (tx: Tx, playerId: number, factorBps: number) => tx<
  { before: number | null }[]
>`
  with earlier as (
    select factor_bps from sportsbook_stake_factor where player_id = ${playerId}
  )
  insert into sportsbook_stake_factor as factor (player_id, factor_bps)
  values (${playerId}, ${factorBps})
  on conflict (player_id) do update set factor_bps = excluded.factor_bps, set_at = now()
  returning (select factor_bps from earlier) as before`
