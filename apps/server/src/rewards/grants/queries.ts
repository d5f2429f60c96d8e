import type { Sql } from '../../platform/db/index.ts'
import { insertInto } from '../../platform/db/insert.ts'

/** What a gift is for. */
export type GrantKind = 'vip' | 'ladder' | 'activity' | 'check_in' | 'commission' | 'game_bonus'

/** A gift that was given, and why: at most one for each reason. */
export type GrantRow = {
  playerId: number
  kind: GrantKind
  sourceKey: string
  step: number | null
  entryType: number
  amountCents: number
  bonusTimes: number
  requestId: string | null
  grantedAt: Date
}

export const insertGrants = insertInto('rewards_grant', {
  playerId: 'bigint',
  kind: 'text',
  sourceKey: 'text',
  step: 'int null',
  entryType: 'int',
  amountCents: 'bigint',
  bonusTimes: 'int',
  requestId: 'text null',
  policyVersion: 'text',
})

/** All gifts of these kinds that these players were given. */
export const selectGrants = (sql: Sql, playerIds: readonly number[], kinds: readonly GrantKind[]) => sql<
  GrantRow[]
>`
  select player_id as "playerId", kind, source_key as "sourceKey", step, entry_type as "entryType",
         amount_cents as "amountCents", bonus_times as "bonusTimes", request_id as "requestId",
         granted_at as "grantedAt"
    from rewards_grant
   where player_id = any(${playerIds}::bigint[]) and kind = any(${kinds}::text[])
   order by granted_at desc, source_key desc`

export type Requested = { playerIds: number[]; requestIds: string[] }

/** The gifts that these requests were answered with before. */
export const selectRequested = (sql: Sql, { playerIds, requestIds }: Requested) => sql<GrantRow[]>`
  select player_id as "playerId", kind, source_key as "sourceKey", step, entry_type as "entryType",
         amount_cents as "amountCents", bonus_times as "bonusTimes", request_id as "requestId",
         granted_at as "grantedAt"
    from rewards_grant
   where (player_id, request_id) in (select unnest(${playerIds}::bigint[]), unnest(${requestIds}::text[]))`

export type Named = { playerIds: number[]; kinds: string[]; sourceKeys: string[] }

/** Which of these reasons were given for already. */
export const selectGiven = (sql: Sql, { playerIds, kinds, sourceKeys }: Named) => sql<GrantRow[]>`
  select player_id as "playerId", kind, source_key as "sourceKey", step, entry_type as "entryType",
         amount_cents as "amountCents", bonus_times as "bonusTimes", request_id as "requestId",
         granted_at as "grantedAt"
    from rewards_grant
   where (player_id, kind, source_key) in
         (select unnest(${playerIds}::bigint[]), unnest(${kinds}::text[]), unnest(${sourceKeys}::text[]))`

export type Place = { micros: number; key: string }

/** A page of a player's gifts, newest first, of one type or all (0). */
export const selectGrantPage = (
  sql: Sql,
  asked: { playerId: number; entryType: number; before: Place; max: number },
) => sql<(GrantRow & Place)[]>`
  select player_id as "playerId", kind, source_key as "sourceKey", step, entry_type as "entryType",
         amount_cents as "amountCents", bonus_times as "bonusTimes", request_id as "requestId",
         granted_at as "grantedAt", kind || '.' || source_key as key,
         (extract(epoch from granted_at) * 1000000)::bigint as micros
    from rewards_grant
   where player_id = ${asked.playerId} and (${asked.entryType}::int = 0 or entry_type = ${asked.entryType}::int)
     and (granted_at, kind || '.' || source_key)
         < (to_timestamp(0) + ${asked.before.micros}::bigint * interval '1 microsecond', ${asked.before.key}::text)
   order by granted_at desc, kind || '.' || source_key desc
   limit ${asked.max}`
