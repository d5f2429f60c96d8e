import type { Sql, Tx } from '../../platform/db/index.ts'

/** What is to be wagered, as a span of the player's lifetime of settled stakes: main part first, then gift part. */
export type Requirement = {
  id: number
  playerId: number
  mainCents: number
  bonusCents: number
  giftCents: number
  fromSettledCents: number
  untilSettledCents: number
}

export const selectOpenRequirements = (sql: Sql, playerIds: readonly number[]) => sql<Requirement[]>`
  select id, player_id as "playerId", main_cents as "mainCents", bonus_cents as "bonusCents",
         gift_cents as "giftCents", from_settled_cents as "fromSettledCents",
         until_settled_cents as "untilSettledCents"
    from cashier_requirement
   where player_id = any(${playerIds}::bigint[]) and status = 'open'
   order by player_id, from_settled_cents, id`

export type RequirementColumns = {
  playerIds: number[]
  e2eids: string[]
  mains: number[]
  bonuses: number[]
  gifts: number[]
  froms: number[]
}

export const insertRequirements = (tx: Tx, row: RequirementColumns) => tx`
  insert into cashier_requirement (player_id, e2eid, main_cents, bonus_cents, gift_cents,
                                   from_settled_cents, until_settled_cents)
  select player_id, e2eid, main, bonus, gift, from_settled, from_settled + main + bonus
    from unnest(${row.playerIds}::bigint[], ${row.e2eids}::text[], ${row.mains}::bigint[],
                ${row.bonuses}::bigint[], ${row.gifts}::bigint[], ${row.froms}::bigint[])
      as row (player_id, e2eid, main, bonus, gift, from_settled)`

export const updateToMet = (tx: Tx, ids: readonly number[]) => tx`
  update cashier_requirement set status = 'met', closed_at = now()
   where id = any(${ids}::bigint[]) and status = 'open'`

/** Top-ups that the bank took back whole are no longer to be wagered. */
export const updateToCancelled = (tx: Tx, e2eids: readonly string[]) => tx`
  update cashier_requirement set status = 'cancelled', closed_at = now()
   where e2eid = any(${e2eids}::text[]) and status = 'open'`

/** Where spans begin from now on. Their players' accounts are held. */
export const updateSpans = (tx: Tx, ids: readonly number[], froms: readonly number[]) => tx`
  update cashier_requirement requirement
     set from_settled_cents = moved.from_settled,
         until_settled_cents = moved.from_settled + requirement.main_cents + requirement.bonus_cents
    from unnest(${ids}::bigint[], ${froms}::bigint[]) as moved (id, from_settled)
   where requirement.id = moved.id and requirement.status = 'open'`

/** A page of players with something to be wagered. */
export const selectWageringPlayers = (sql: Sql, after: number, max: number) => sql<{ playerId: number }[]>`
  select distinct player_id as "playerId"
    from cashier_requirement
   where status = 'open' and player_id > ${after}::bigint
   order by player_id
   limit ${max}`

/** A page of players who had a gift, and nothing left to be wagered. */
export const selectDonePlayers = (sql: Sql, after: number, max: number) => sql<{ playerId: number }[]>`
  select distinct player_id as "playerId"
    from cashier_requirement gifted
   where gift_cents > 0 and player_id > ${after}::bigint
     and not exists (select 1 from cashier_requirement other
                      where other.player_id = gifted.player_id and other.status = 'open')
   order by player_id
   limit ${max}`
