import type { Sql } from '../../platform/db/index.ts'
import { insertInto } from '../../platform/db/insert.ts'
import type { Lang } from '../../platform/texts.ts'

export type ActivityText = { title: string; summary: string; how: string[]; rules: string[] }

/** Who writes an activity writes it in Portuguese and in English; the other languages are welcome. */
export type ActivityTexts = Record<'pt-BR' | 'en', ActivityText> & Partial<Record<Lang, ActivityText>>

export type ActivityRow = {
  id: string
  counts: 'stakes' | 'top_ups' | 'invitees' | 'check_ins'
  audience: 'all' | 'new' | 'invited'
  startsAt: Date
  endsAt: Date
  /** The first and the last day of it, in America/Sao_Paulo. */
  firstDay: string
  lastDay: string
  art: string
  texts: ActivityTexts
  state: 'upcoming' | 'open' | 'ended'
}

/** Activities that are to come within a month, open, or ended within one; those that end first, first. */
export const selectActivities = (sql: Sql) => sql<ActivityRow[]>`
  select id, counts, audience, starts_at as "startsAt", ends_at as "endsAt", art, texts,
         (starts_at at time zone 'America/Sao_Paulo')::date::text as "firstDay",
         ((ends_at - interval '1 microsecond') at time zone 'America/Sao_Paulo')::date::text as "lastDay",
         case when now() < starts_at then 'upcoming' when now() < ends_at then 'open' else 'ended' end as state
    from rewards_activity
   where starts_at < now() + interval '1 month' and ends_at > now() - interval '1 month'
   order by ends_at, id
   limit 50`

export type ActivityStep = { activityId: string; step: number; goal: number; prizeCents: number }

export const selectSteps = (sql: Sql, activityIds: readonly string[]) => sql<ActivityStep[]>`
  select activity_id as "activityId", step, goal, prize_cents as "prizeCents"
    from rewards_activity_step
   where activity_id = any(${activityIds}::text[])
   order by activity_id, step`

/** Days with a check-in of these players from one day until another, both included. */
export const selectCheckInCounts = (
  sql: Sql,
  playerIds: readonly number[],
  from: string,
  until: string,
) => sql<{ playerId: number; days: number }[]>`
  select player_id as "playerId", count(*)::int as days
    from rewards_check_in
   where player_id = any(${playerIds}::bigint[]) and day between ${from}::date and ${until}::date
   group by player_id`

/** When the day of today began, in America/Sao_Paulo. */
export const selectDayStart = (sql: Sql) => sql<{ startsAt: Date }[]>`
  select date_trunc('day', now(), 'America/Sao_Paulo') as "startsAt"`

const activityColumns = {
  id: 'text',
  counts: 'text',
  audience: 'text',
  startsAt: 'timestamptz',
  endsAt: 'timestamptz',
  art: 'text',
  texts: 'jsonb',
} as const

/** Writes activities that are not there yet; answers the ids of those that are new. */
export const insertActivities = insertInto<typeof activityColumns, { id: string }>(
  'rewards_activity',
  activityColumns,
  'on conflict (id) do nothing returning id',
)
export const insertSteps = insertInto(
  'rewards_activity_step',
  { activityId: 'text', step: 'int', goal: 'bigint', prizeCents: 'bigint' },
  'on conflict do nothing',
)
