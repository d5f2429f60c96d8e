import type { Sql, Tx } from '../platform/db/index.ts'
import type { VipLevel, DatedPrize } from './rules.ts'
import { insertInto } from '../platform/db/insert.ts'
import type { Lang } from '../platform/texts.ts'

/** The VIP table in force today. */
export const selectVipLevels = (sql: Sql) => sql<VipLevel[]>`
  select level, deposit_cents as "depositCents", next_top_up_cents as "nextTopUpCents",
         next_settled_cents as "nextSettledCents", withdrawals_a_day as "withdrawalsADay", fee_bps as "feeBps",
         award_cents as "awardCents", has_own_queue as "hasOwnQueue"
    from rewards_vip_level
   where starts_on = (select max(starts_on) from rewards_vip_level
                       where starts_on <= (now() at time zone 'America/Sao_Paulo')::date)
   order by level`

/** The levels whose award is planned to become lower than today's, and when it first does. */
export const selectLowerAwards = (sql: Sql) => sql<{ level: number; startsAt: Date; awardCents: number }[]>`
  select distinct on (later.level) later.level, later.award_cents as "awardCents",
         later.starts_on::timestamp at time zone 'America/Sao_Paulo' as "startsAt"
    from rewards_vip_level held
    join rewards_vip_level later on later.level = held.level and later.award_cents < held.award_cents
   where held.starts_on = (select max(starts_on) from rewards_vip_level
                            where starts_on <= (now() at time zone 'America/Sao_Paulo')::date)
     and later.starts_on > held.starts_on and later.starts_on > (now() at time zone 'America/Sao_Paulo')::date
   order by later.level, later.starts_on`

type LadderStep = { step: number; invitees: number; awardCents: number }

/** The ladder in force today. */
export const selectLadder = (sql: Sql) => sql<LadderStep[]>`
  select step, invitees, award_cents as "awardCents"
    from rewards_ladder_step
   where starts_on = (select max(starts_on) from rewards_ladder_step
                       where starts_on <= (now() at time zone 'America/Sao_Paulo')::date)
   order by step`

type GameBonusRate = { startsOn: string; rateBps: number; maxReleaseCents: number }

/** Every rate that has begun, oldest first. */
export const selectGameBonusRates = (sql: Sql) => sql<GameBonusRate[]>`
  select starts_on::text as "startsOn", rate_bps as "rateBps", max_release_cents as "maxReleaseCents"
    from rewards_game_bonus_rate
   where starts_on <= (now() at time zone 'America/Sao_Paulo')::date
   order by starts_on`

export const selectReleased = (sql: Sql, playerIds: readonly number[]) => sql<
  { playerId: number; releasedE4: number }[]
>`
  select player_id as "playerId", released_e4 as "releasedE4"
    from rewards_game_bonus where player_id = any(${playerIds}::bigint[])`

/** Adds to the released game bonus. The players' accounts are locked. */
export const addReleased = (tx: Tx, playerIds: readonly number[], releasedE4: readonly number[]) => tx`
  insert into rewards_game_bonus (player_id, released_e4)
  select unnest(${playerIds}::bigint[]), unnest(${releasedE4}::bigint[])
  on conflict (player_id) do update set released_e4 = rewards_game_bonus.released_e4 + excluded.released_e4`

/**
 * The prizes of yesterday, today and tomorrow: a check-in counts in the player's time zone, which may be a day off
 * the house's.
 */
export const selectCheckInPrizes = (sql: Sql) => sql<DatedPrize[]>`
  with house as (select (now() at time zone 'America/Sao_Paulo')::date as today)
  select starts_on::text as "startsOn", streak_day as "streakDay", amount_cents as "amountCents"
    from rewards_check_in_prize, house
   where starts_on >= (select max(starts_on) from rewards_check_in_prize where starts_on < house.today)
     and starts_on <= house.today + 1
   order by starts_on, streak_day`

type CheckInRow = { playerId: number; day: string; streak: number }

/** The last check-ins of each player, newest first. */
export const selectLastCheckIns = (sql: Sql, playerIds: readonly number[], max: number) => sql<CheckInRow[]>`
  select last.player_id as "playerId", last.day::text as day, last.streak
    from unnest(${playerIds}::bigint[]) as player (id)
   cross join lateral (select player_id, day, streak
                         from rewards_check_in
                        where player_id = player.id
                        order by day desc
                        limit ${max}) as last
   order by last.player_id, last.day desc`

/** The streaks of the check-ins for which these grants were given, on the days that they name. */
export const selectCheckInStreaks = (
  sql: Sql,
  grants: readonly { playerId: number; sourceKey: string }[],
) => sql<CheckInRow[]>`
  select player_id as "playerId", day::text as day, streak
    from rewards_check_in
   where (player_id, day) in (select unnest(${grants.map(({ playerId }) => playerId)}::bigint[]),
                                     unnest(${grants.map(({ sourceKey }) => sourceKey)}::date[]))`

/** The database's time at the start of this transaction. */
export const selectNow = (sql: Sql) => sql<{ now: Date }[]>`select now() as now`

type CheckInColumns = { playerIds: number[]; days: string[]; streaks: number[] }

export const insertCheckIns = (tx: Tx, row: CheckInColumns) => tx`
  insert into rewards_check_in (player_id, day, streak)
  select unnest(${row.playerIds}::bigint[]), unnest(${row.days}::date[]), unnest(${row.streaks}::int[])`

type ActivityText = { title: string; summary: string; how: string[]; rules: string[] }

/** Portuguese and English are required; other languages are optional. */
export type ActivityTexts = Record<'pt-BR' | 'en', ActivityText> & Partial<Record<Lang, ActivityText>>

export type ActivityRow = {
  id: string
  counts: 'stakes' | 'top_ups' | 'invitees' | 'check_ins'
  audience: 'all' | 'new' | 'invited'
  startsAt: Date
  endsAt: Date
  /** First and last day, in America/Sao_Paulo. */
  firstDay: string
  lastDay: string
  art: string
  texts: ActivityTexts
  state: 'upcoming' | 'open' | 'ended'
}

/** Activities that start within a month, are open, or ended within a month, by end. */
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

export const selectActivitySteps = (sql: Sql, activityIds: readonly string[]) => sql<ActivityStep[]>`
  select activity_id as "activityId", step, goal, prize_cents as "prizeCents"
    from rewards_activity_step
   where activity_id = any(${activityIds}::text[])
   order by activity_id, step`

/** Days on which these players checked in, between two days inclusive. */
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

/** When today began, in America/Sao_Paulo. */
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

/** Inserts missing activities; returns the new ids. */
export const insertActivities = insertInto<typeof activityColumns, { id: string }>(
  'rewards_activity',
  activityColumns,
  'on conflict (id) do nothing returning id',
)
export const insertActivitySteps = insertInto(
  'rewards_activity_step',
  { activityId: 'text', step: 'int', goal: 'bigint', prizeCents: 'bigint' },
  'on conflict do nothing',
)

/** The reason for a grant. */
export type GrantKind = 'vip' | 'ladder' | 'activity' | 'check_in' | 'commission' | 'game_bonus'

/** A reward grant with its source; at most one per source. */
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

/** All grants of these kinds to these players. */
export const selectGrants = (sql: Sql, playerIds: readonly number[], kinds: readonly GrantKind[]) => sql<
  GrantRow[]
>`
  select player_id as "playerId", kind, source_key as "sourceKey", step, entry_type as "entryType",
         amount_cents as "amountCents", bonus_times as "bonusTimes", request_id as "requestId",
         granted_at as "grantedAt"
    from rewards_grant
   where player_id = any(${playerIds}::bigint[]) and kind = any(${kinds}::text[])
   order by granted_at desc, source_key desc`

type Requested = { playerIds: number[]; requestIds: string[] }

/** The grants that these requests created before. */
export const selectRequested = (sql: Sql, { playerIds, requestIds }: Requested) => sql<GrantRow[]>`
  select player_id as "playerId", kind, source_key as "sourceKey", step, entry_type as "entryType",
         amount_cents as "amountCents", bonus_times as "bonusTimes", request_id as "requestId",
         granted_at as "grantedAt"
    from rewards_grant
   where (player_id, request_id) in (select unnest(${playerIds}::bigint[]), unnest(${requestIds}::text[]))`

type Named = { playerIds: number[]; kinds: string[]; sourceKeys: string[] }

/** The sources that were granted already. */
export const selectGiven = (sql: Sql, { playerIds, kinds, sourceKeys }: Named) => sql<GrantRow[]>`
  select player_id as "playerId", kind, source_key as "sourceKey", step, entry_type as "entryType",
         amount_cents as "amountCents", bonus_times as "bonusTimes", request_id as "requestId",
         granted_at as "grantedAt"
    from rewards_grant
   where (player_id, kind, source_key) in
         (select unnest(${playerIds}::bigint[]), unnest(${kinds}::text[]), unnest(${sourceKeys}::text[]))`

export type Place = { micros: number; key: string }

/** One page of a player's grants, newest first, of one entry type or all (0). */
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
