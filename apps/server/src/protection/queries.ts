import type { Sql, Tx } from '../platform/db/index.ts'
import { insertInto } from '../platform/db/insert.ts'

export type LimitRow = {
  playerId: number
  dailyLossCents: number | null
  pendingDailyLossCents: number | null
  pendingStartsAt: Date | null
}

/** Limits in force now, of those players who have one. A looser limit whose time has come is in force. */
export const selectLimitsInForce = (sql: Sql, playerIds: readonly number[]) => sql<
  { playerId: number; dailyLossCents: number }[]
>`
  select player_id as "playerId", daily_loss_cents as "dailyLossCents"
    from (select player_id,
                 case when pending_starts_at <= now() then pending_daily_loss_cents
                      else daily_loss_cents end as daily_loss_cents
            from protection_limit
           where player_id = any(${playerIds}::bigint[])) as in_force
   where daily_loss_cents is not null`

/** The same with what waits; a waiting limit whose time has come waits no more. */
export const selectLimits = (sql: Sql, playerIds: readonly number[]) => sql<LimitRow[]>`
  select player_id as "playerId",
         case when pending_starts_at <= now() then pending_daily_loss_cents
              else daily_loss_cents end as "dailyLossCents",
         case when pending_starts_at > now() then pending_daily_loss_cents end as "pendingDailyLossCents",
         case when pending_starts_at > now() then pending_starts_at end as "pendingStartsAt"
    from protection_limit
   where player_id = any(${playerIds}::bigint[])`

/** The instant a looser limit that is asked for now may start. */
export const selectLooserFrom = async (tx: Tx, seconds: number): Promise<Date> => {
  const rows = await tx<{ at: Date }[]>`select now() + make_interval(secs => ${seconds}) as at`
  return rows[0]?.at ?? new Date(Number.NaN)
}

/** Of players whose accounts are locked: nobody else writes these rows. */
export const upsertLimits = insertInto(
  'protection_limit',
  {
    playerId: 'bigint',
    dailyLossCents: 'bigint null',
    pendingDailyLossCents: 'bigint null',
    pendingStartsAt: 'timestamptz null',
  },
  `on conflict (player_id) do update
      set daily_loss_cents = excluded.daily_loss_cents,
          pending_daily_loss_cents = excluded.pending_daily_loss_cents,
          pending_starts_at = excluded.pending_starts_at, changed_at = now()`,
)

export type ChangeColumns = {
  playerIds: number[]
  before: (number | null)[]
  wished: (number | null)[]
  startsAt: (Date | null)[]
  policyVersion: string
}

/** What was asked, when, and from when it holds (null: at once). */
export const insertChanges = (tx: Tx, columns: ChangeColumns) => tx`
  insert into protection_limit_change (player_id, before_cents, wished_cents, starts_at, policy_version)
  select player_id, before, wished, coalesce(starts_at, now()), ${columns.policyVersion}
    from unnest(${columns.playerIds}::bigint[], ${columns.before}::bigint[],
                ${columns.wished}::bigint[], ${columns.startsAt}::timestamptz[])
      as row (player_id, before, wished, starts_at)`
