import type { Sql, Tx } from '../platform/db/index.ts'

export type RequirementStatus = 'open' | 'met' | 'cancelled'

/**
 * What is to be wagered of one grant, as a span of the player's lifetime of settled stakes: first the part for the
 * player's own money, then the part for the bonus.
 */
export type WageringRequirement = {
  playerId: number
  /** What was granted ('topup'), and its id in the module that grants. */
  source: string
  sourceId: string
  mainCents: number
  bonusCents: number
  bonusGrantCents: number
  fromSettledCents: number
  untilSettledCents: number
  status: RequirementStatus
}

/** Open wagering requirements, each player's oldest first. */
export const selectOpenRequirements = (sql: Sql, playerIds: readonly number[]) => sql<WageringRequirement[]>`
  select player_id as "playerId", source, source_id as "sourceId", main_cents as "mainCents",
         bonus_cents as "bonusCents", bonus_grant_cents as "bonusGrantCents",
         from_settled_cents as "fromSettledCents", until_settled_cents as "untilSettledCents", status
    from wagering_requirement
   where player_id = any(${playerIds}::bigint[]) and status = 'open'
   order by player_id, from_settled_cents, until_settled_cents, opened_at, source, source_id`

/** Which of these players have something to be wagered, or had a bonus that may have come back since. */
export const selectWageringPlayers = (sql: Sql, playerIds: readonly number[]) => sql<{ playerId: number }[]>`
  select distinct player_id as "playerId"
    from wagering_requirement
   where player_id = any(${playerIds}::bigint[]) and (status = 'open' or bonus_grant_cents > 0)
   order by player_id`

export type RequirementColumns = {
  playerIds: number[]
  sources: string[]
  sourceIds: string[]
  mains: number[]
  bonuses: number[]
  bonusGrants: number[]
  froms: number[]
  statuses: RequirementStatus[]
}

export const insertRequirements = (tx: Tx, row: RequirementColumns) => tx`
  insert into wagering_requirement (player_id, source, source_id, main_cents, bonus_cents, bonus_grant_cents,
                                    from_settled_cents, until_settled_cents, status, closed_at)
  select player_id, source, source_id, main, bonus, bonus_grant, from_settled, from_settled + main + bonus,
         status, case when status <> 'open' then now() end
    from unnest(${row.playerIds}::bigint[], ${row.sources}::text[], ${row.sourceIds}::text[],
                ${row.mains}::bigint[], ${row.bonuses}::bigint[], ${row.bonusGrants}::bigint[],
                ${row.froms}::bigint[], ${row.statuses}::text[])
      as row (player_id, source, source_id, main, bonus, bonus_grant, from_settled, status)`

export type ChangedColumns = Pick<
  RequirementColumns,
  'playerIds' | 'sources' | 'sourceIds' | 'froms' | 'statuses'
>

/** Where spans begin from now on, and which of them are closed. Their players' accounts are held. */
export const updateRequirements = (tx: Tx, row: ChangedColumns) => tx`
  update wagering_requirement requirement
     set from_settled_cents = changed.from_settled,
         until_settled_cents = changed.from_settled + requirement.main_cents + requirement.bonus_cents,
         status = changed.status,
         closed_at = case when changed.status <> 'open' then now() end
    from unnest(${row.playerIds}::bigint[], ${row.sources}::text[], ${row.sourceIds}::text[],
                ${row.froms}::bigint[], ${row.statuses}::text[])
      as changed (player_id, source, source_id, from_settled, status)
   where requirement.player_id = changed.player_id and requirement.source = changed.source
     and requirement.source_id = changed.source_id and requirement.status = 'open'`
