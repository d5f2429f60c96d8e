import type { Sql, Tx } from '../platform/db/index.ts'
import { insertInto } from '../platform/db/insert.ts'

export type RequirementStatus = 'open' | 'met' | 'cancelled'

/** The wagering requirement of one grant, as a span of contribution: see the migrations. */
export type RequirementRow = {
  playerId: number
  /** The kind of grant ('topup'), and its id in the granting module. */
  source: string
  sourceId: string
  /** To be wagered for own money, and for the bonus. */
  mainCents: number
  bonusCents: number
  /** The most that becomes cash, and the part that has. */
  bonusGrantCents: number
  releasedCents: number
  fromContributedE4: number
  untilContributedE4: number
  status: RequirementStatus
  /** Until when the bonus may be wagered; null without a bonus. */
  expiresAt: Date | null
  /** Whether that time is over and the bonus has not been ended yet. */
  isExpired: boolean
  /** Whether the bonus ended unwagered: nothing of it is claimed or required any more. */
  hasBonusEnded: boolean
}

/** Open requirements, and met ones whose bonus has not completely become cash; each player's oldest first. */
export const selectOpenRequirements = (sql: Sql, playerIds: readonly number[]) => sql<RequirementRow[]>`
  select player_id as "playerId", source, source_id as "sourceId", main_cents as "mainCents",
         bonus_cents as "bonusCents", bonus_grant_cents as "bonusGrantCents", released_cents as "releasedCents",
         from_contributed_e4 as "fromContributedE4", until_contributed_e4 as "untilContributedE4", status,
         expires_at as "expiresAt", bonus_ended_at is not null as "hasBonusEnded",
         status = 'open' and bonus_ended_at is null and coalesce(expires_at <= now(), false) as "isExpired"
    from wagering_requirement
   where player_id = any(${playerIds}::bigint[])
     and (status = 'open'
       or (status = 'met' and released_cents < bonus_grant_cents and bonus_ended_at is null))
   order by player_id, from_contributed_e4, until_contributed_e4, opened_at, source, source_id`

/** Which of these grants have bonuses that ended unwagered: given back by their player, or expired. */
export const selectEnded = (
  sql: Sql,
  {
    playerIds,
    source,
    sourceIds,
  }: { playerIds: readonly number[]; source: string; sourceIds: readonly string[] },
) => sql<{ playerId: number; sourceId: string }[]>`
  select player_id as "playerId", source_id as "sourceId"
    from wagering_requirement
   where player_id = any(${playerIds}::bigint[]) and source = ${source} and source_id = any(${sourceIds}::text[])
     and bonus_ended_at is not null`

/** Which of these players have an open requirement, or a met bonus that may still return. */
export const selectWageringPlayers = (sql: Sql, playerIds: readonly number[]) => sql<{ playerId: number }[]>`
  select distinct player_id as "playerId"
    from wagering_requirement
   where player_id = any(${playerIds}::bigint[])
     and (status = 'open'
       or (status = 'met' and released_cents < bonus_grant_cents and bonus_ended_at is null))
   order by player_id`

/** Players with an expired bonus, after this one, ascending, as players are locked. */
export const selectExpiredPlayers = (sql: Sql, afterId: number, max: number) => sql<{ playerId: number }[]>`
  select distinct player_id as "playerId"
    from wagering_requirement
   where status = 'open' and bonus_ended_at is null and expires_at <= now() and player_id > ${afterId}
   order by player_id
   limit ${max}`

export type RequirementColumns = {
  playerIds: number[]
  sources: string[]
  sourceIds: string[]
  mains: number[]
  bonuses: number[]
  bonusGrants: number[]
  released: number[]
  fromContributed: number[]
  untilContributed: number[]
  statuses: RequirementStatus[]
  bonusesEnded: boolean[]
}

/** Stores new requirements. A bonus may be wagered for `bonusDays` days from now. */
export const insertRequirements = (
  tx: Tx,
  row: Omit<RequirementColumns, 'bonusesEnded'>,
  bonusDays: number,
) => tx`
  insert into wagering_requirement (player_id, source, source_id, main_cents, bonus_cents, bonus_grant_cents,
                                    released_cents, from_contributed_e4, until_contributed_e4, status, closed_at, expires_at)
  select player_id, source, source_id, main, bonus, bonus_grant, released, from_contributed, until_contributed, status, case when status <> 'open' then now() end,
         case when bonus_grant > 0 then now() + make_interval(days => ${bonusDays}) end
    from unnest(${row.playerIds}::bigint[], ${row.sources}::text[], ${row.sourceIds}::text[],
                ${row.mains}::bigint[], ${row.bonuses}::bigint[], ${row.bonusGrants}::bigint[],
                ${row.released}::bigint[], ${row.fromContributed}::bigint[],
                ${row.untilContributed}::bigint[], ${row.statuses}::text[])
      as row (player_id, source, source_id, main, bonus, bonus_grant, released, from_contributed,
              until_contributed, status)`

export type ChangedColumns = Omit<RequirementColumns, 'mains' | 'bonuses' | 'bonusGrants'>

/** Stores where spans begin, which are closed, and what became cash. Locks needed: the players' accounts. */
export const updateRequirements = (tx: Tx, row: ChangedColumns) => tx`
  update wagering_requirement requirement
     set from_contributed_e4 = changed.from_contributed,
         until_contributed_e4 = changed.until_contributed,
         released_cents = changed.released,
         status = changed.status,
         bonus_ended_at = case when changed.bonus_ended then coalesce(requirement.bonus_ended_at, now()) end,
         closed_at = case when changed.status <> 'open' then coalesce(requirement.closed_at, now()) end
    from unnest(${row.playerIds}::bigint[], ${row.sources}::text[], ${row.sourceIds}::text[],
                ${row.released}::bigint[], ${row.fromContributed}::bigint[],
                ${row.untilContributed}::bigint[], ${row.statuses}::text[], ${row.bonusesEnded}::boolean[])
      as changed (player_id, source, source_id, released, from_contributed, until_contributed, status,
                  bonus_ended)
   where requirement.player_id = changed.player_id and requirement.source = changed.source
     and requirement.source_id = changed.source_id and requirement.status <> 'cancelled'`

/** Adds an operator's row of today, unless it is there. */
export const insertGiftDay = (tx: Tx, operatorId: number) => tx`
  insert into wagering_operator_gifts (operator_id, day)
  values (${operatorId}, (now() at time zone 'America/Sao_Paulo')::date)
  on conflict do nothing`

/** What an operator has given today, locked. */
export const lockGiftDay = (tx: Tx, operatorId: number) => tx<{ givenCents: number }[]>`
  select given_cents as "givenCents"
    from wagering_operator_gifts
   where operator_id = ${operatorId} and day = (now() at time zone 'America/Sao_Paulo')::date
     for update`

/** Adds to what an operator has given today. */
export const updateGiftDay = (tx: Tx, operatorId: number, cents: number) => tx`
  update wagering_operator_gifts set given_cents = given_cents + ${cents}
   where operator_id = ${operatorId} and day = (now() at time zone 'America/Sao_Paulo')::date`

/** What these players' requests gave back earlier, by request id. Locks needed: the players' accounts. */
export const selectGivenBack = (tx: Tx, playerIds: readonly number[], requestIds: readonly string[]) => tx<
  { playerId: number; requestId: string; backCents: number }[]
>`
  select player_id as "playerId", request_id as "requestId", back_cents as "backCents"
    from wagering_given_back
   where player_id = any(${playerIds}::bigint[]) and request_id = any(${requestIds}::text[])`

export const insertGivenBack = insertInto('wagering_given_back', {
  playerId: 'bigint',
  requestId: 'text',
  backCents: 'bigint',
})
