import type { Sql } from '../platform/db/index.ts'
import type { ListPlace } from '../platform/merge-pages.ts'

/** The next rows of one player in a list, newest first, by id. */
type Step = { playerId: number; before: ListPlace; max: number }

type LimitEntry = ListPlace & { kind: string; period: string; amount: number | null }

/** A player's requests of limits; an amount of null asks to lift the limit. */
export const selectPlayerLimitChanges = (sql: Sql, { playerId, before, max }: Step) => sql<LimitEntry[]>`
  select id::text as key, (extract(epoch from asked_at) * 1000000)::bigint as "atMicros", kind, period,
         wished_cents as amount
    from protection_limit_change
   where player_id = ${playerId} and id < ${before.key}::bigint
   order by id desc limit ${max}`

type BreakEntry = ListPlace & { kind: string; product: string | null; endsAt: Date | null }

/** A player's breaks; one without an end is permanent. */
export const selectPlayerBreaks = (sql: Sql, { playerId, before, max }: Step) => sql<BreakEntry[]>`
  select id::text as key, (extract(epoch from starts_at) * 1000000)::bigint as "atMicros", kind, product,
         ends_at as "endsAt"
    from protection_break
   where player_id = ${playerId} and id < ${before.key}::bigint
   order by id desc limit ${max}`

type SuspensionEntry = ListPlace & { reason: string; suspendedBy: number; liftedAt: Date | null }

/** The suspensions of a player's account. */
export const selectPlayerSuspensions = (sql: Sql, { playerId, before, max }: Step) => sql<SuspensionEntry[]>`
  select id::text as key, (extract(epoch from suspended_at) * 1000000)::bigint as "atMicros", reason,
         suspended_by as "suspendedBy", lifted_at as "liftedAt"
    from protection_suspension
   where player_id = ${playerId} and id < ${before.key}::bigint
   order by id desc limit ${max}`

type CaseEntry = ListPlace & { grade: number; closedAt: Date | null }

/** A player's cases of signs of harm. */
export const selectPlayerCases = (sql: Sql, { playerId, before, max }: Step) => sql<CaseEntry[]>`
  select id::text as key, (extract(epoch from opened_at) * 1000000)::bigint as "atMicros", grade,
         closed_at as "closedAt"
    from protection_case
   where player_id = ${playerId} and id < ${before.key}::bigint
   order by id desc limit ${max}`

type CheckEntry = ListPlace & { state: string }

/** The checks of a player's document and face. */
export const selectPlayerChecks = (sql: Sql, { playerId, before, max }: Step) => sql<CheckEntry[]>`
  select id::text as key, (extract(epoch from opened_at) * 1000000)::bigint as "atMicros", state
    from protection_document_check
   where player_id = ${playerId} and id < ${before.key}::bigint
   order by id desc limit ${max}`
