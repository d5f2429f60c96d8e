import type { Sql, Tx } from '../platform/db/index.ts'
import { insertInto } from '../platform/db/insert.ts'
import type { Given, PlanKind, PlannedRule } from './rules.ts'

type ActivityText = { title: string; summary: string; how: string[]; rules: string[] }

/** A planned activity; its steps are the rules of the plan. */
export type PlannedActivity = {
  /** Its address: `/active<id>`. */
  id: string
  counts: 'stakes' | 'check_ins'
  audience: 'all' | 'new' | 'invited'
  art: 'football' | 'pix' | 'steps' | 'medals'
  texts: Record<'pt-BR' | 'en', ActivityText>
}

export type PlanRow = {
  id: number
  kind: PlanKind
  rules: PlannedRule[]
  activity: PlannedActivity | null
  startsOn: string
  endsOn: string | null
  reason: string
  proposedBy: number
  proposedAt: Date
  approvedBy: number | null
  approvedAt: Date | null
  endedBy: number | null
  endedAt: Date | null
}

export type DatedRule = PlannedRule & { kind: PlanKind; startsOn: string }

/** Serialises decisions on plans until the transaction ends. Taken before any row lock. */
export const lockPlans = (tx: Tx) => tx`select pg_advisory_xact_lock(hashtextextended('rewards:plans', 0))`

/** Today's date in the house's time zone. */
export const selectToday = (sql: Sql) => sql<{ today: string; tomorrow: string }[]>`
  select (now() at time zone 'America/Sao_Paulo')::date::text as today,
         ((now() at time zone 'America/Sao_Paulo')::date + 1)::text as tomorrow`

/** The newest plans, or one. */
export const selectPlans = (sql: Sql, { id, max }: { id: number | null; max: number }) => sql<PlanRow[]>`
  select id, kind, rules, activity, starts_on::text as "startsOn", ends_on::text as "endsOn", reason, proposed_by as "proposedBy",
         proposed_at as "proposedAt", approved_by as "approvedBy", approved_at as "approvedAt", ended_by as "endedBy",
         ended_at as "endedAt"
    from rewards_plan
   where ${id}::bigint is null or id = ${id}::bigint
   order by id desc
   limit ${max}`

/** Inserts a plan; no row if its request was inserted before. */
export const insertPlan = (
  tx: Tx,
  plan: Pick<PlanRow, 'kind' | 'startsOn' | 'endsOn' | 'reason' | 'proposedBy'> & {
    requestId: string
    rules: string
    activity: string | null
  },
) => tx<{ id: number }[]>`
  insert into rewards_plan (request_id, kind, rules, activity, starts_on, ends_on, reason, proposed_by)
  values (${plan.requestId}, ${plan.kind}, ${plan.rules}::jsonb, ${plan.activity}::jsonb, ${plan.startsOn}::date, ${plan.endsOn}::date, ${plan.reason},
          ${plan.proposedBy})
  on conflict (request_id) do nothing
  returning id`

/** The plan of a request, and whether it has the same operator and content. */
export const selectOfRequest = (
  tx: Tx,
  plan: Pick<PlanRow, 'kind' | 'startsOn' | 'endsOn' | 'reason' | 'proposedBy'> & {
    requestId: string
    rules: string
    activity: string | null
  },
) => tx<{ id: number; isSame: boolean }[]>`
  select id, (kind, rules, starts_on, reason, proposed_by) = (${plan.kind}, ${plan.rules}::jsonb, ${plan.startsOn}::date,
             ${plan.reason}, ${plan.proposedBy}::bigint) and ends_on is not distinct from ${plan.endsOn}::date
             and activity is not distinct from ${plan.activity}::jsonb as "isSame"
    from rewards_plan where request_id = ${plan.requestId}`

/** Other plans of its kind that are approved and hold on one of its days; of activities those that count the same. */
export const selectOverlapping = (
  tx: Tx,
  { id, kind, startsOn, endsOn, activity }: Pick<PlanRow, 'id' | 'kind' | 'startsOn' | 'endsOn' | 'activity'>,
) => tx<{ id: number }[]>`
  select id from rewards_plan
   where kind = ${kind} and id <> ${id} and approved_at is not null and ended_at is null
     and (ends_on is null or ends_on > ${startsOn}::date)
     and (${endsOn}::date is null or starts_on < ${endsOn}::date)
     and activity ->> 'counts' is not distinct from ${activity?.counts ?? null}::text
   limit 1`

/** Approves a plan. `written_as` lets the database refuse an approval by an older version that does not know its kind. */
export const updateToApproved = (
  tx: Tx,
  { id, kind, by }: Pick<PlanRow, 'id' | 'kind'> & { by: number },
) => tx`
  update rewards_plan set approved_by = ${by}, approved_at = now(), written_as = ${kind} where id = ${id}`

export const updateToEnded = (tx: Tx, id: number, by: number) => tx`
  update rewards_plan set ended_by = ${by}, ended_at = now() where id = ${id}`

/** Reward rules by kind, start day and place; each past plan adds a few dozen. */
export const selectDatedRules = (sql: Sql) => sql<DatedRule[]>`
  with dated as (
    select 'check_in' as kind, starts_on, streak_day as place, 0 as goal, amount_cents as amount from rewards_check_in_prize
    union all
    select 'ladder', starts_on, step, invitees, award_cents from rewards_ladder_step
    union all
    select 'commission', starts_on, level, 0, rate_bps from rewards_commission_rate
    union all
    select 'vip', starts_on, level, deposit_cents, award_cents from rewards_vip_level where level > 0
  )
  select kind, starts_on::text as "startsOn", place, goal, amount from dated order by kind, starts_on, place`

export const insertPrizes = insertInto('rewards_check_in_prize', {
  startsOn: 'date',
  streakDay: 'int',
  amountCents: 'bigint',
})
export const insertSteps = insertInto('rewards_ladder_step', {
  startsOn: 'date',
  step: 'int',
  invitees: 'int',
  awardCents: 'bigint',
})
export const insertRates = insertInto('rewards_commission_rate', {
  startsOn: 'date',
  level: 'int',
  rateBps: 'int',
})

/** Copies the VIP table as it is before a day to that day, with other awards. */
export const insertAwards = (
  tx: Tx,
  { startsOn, levels, awards }: { startsOn: string; levels: readonly number[]; awards: readonly number[] },
) => tx`
  insert into rewards_vip_level (starts_on, level, deposit_cents, next_top_up_cents, next_settled_cents, withdrawals_a_day,
                                 fee_bps, award_cents, has_own_queue)
  select ${startsOn}::date, held.level, held.deposit_cents, held.next_top_up_cents, held.next_settled_cents,
         held.withdrawals_a_day, held.fee_bps, coalesce(planned.award, held.award_cents), held.has_own_queue
    from rewards_vip_level held
    left join unnest(${levels}::int[], ${awards}::bigint[]) as planned (level, award) on planned.level = held.level
   where held.starts_on = (select max(starts_on) from rewards_vip_level where starts_on < ${startsOn}::date)`

/** Deletes the rules of a future day; the database refuses any other. */
export const deletePrizes = (tx: Tx, days: readonly string[]) => tx`
  delete from rewards_check_in_prize where starts_on = any(${days}::date[])`
export const deleteSteps = (tx: Tx, days: readonly string[]) => tx`
  delete from rewards_ladder_step where starts_on = any(${days}::date[])`
export const deleteRates = (tx: Tx, days: readonly string[]) => tx`
  delete from rewards_commission_rate where starts_on = any(${days}::date[])`

export const deleteAwards = (tx: Tx, days: readonly string[]) => tx`
  delete from rewards_vip_level where starts_on = any(${days}::date[])`

/** Check-ins of the last days, counted by streak length. */
export const selectCheckIns = (sql: Sql, days: number) => sql<Given[]>`
  select streak as place, count(*)::int as count, 0 as "settledCents"
    from rewards_check_in where created_at >= now() - make_interval(days => ${days}::int)
   group by streak`

/** Grants of each ladder step or VIP level in the last days. */
export const selectStepsGiven = (sql: Sql, kind: 'ladder' | 'vip', days: number) => sql<Given[]>`
  select step as place, count(*)::int as count, 0 as "settledCents"
    from rewards_grant
   where kind = ${kind} and step is not null and granted_at >= now() - make_interval(days => ${days}::int)
   group by step`

/** The stakes behind the commission of the last days, by level. */
export const selectSettled = (sql: Sql, days: number) => sql<Given[]>`
  select level as place, count(*)::int as count, sum(settled_cents)::bigint as "settledCents"
    from rewards_commission_share
   where cause = 'stakes' and day >= (now() at time zone 'America/Sao_Paulo')::date - ${days}::int
   group by level`

/** Days from `from` to `until`, `until` excluded. */
export const selectDaysOf = (sql: Sql, from: string, until: string) => sql<{ days: number }[]>`
  select ${until}::date - ${from}::date as days`

/** Those of these addresses that an activity already has. */
export const selectActivityIds = (sql: Sql, ids: readonly string[]) => sql<{ id: string }[]>`
  select id from rewards_activity where id = any(${ids}::text[])`

/** Inserts an activity from the start of one day to the start of another; no row if its address is taken. */
export const insertPlannedActivity = (
  tx: Tx,
  { texts, ...activity }: PlannedActivity & { startsOn: string; endsOn: string },
) => tx<{ id: string }[]>`
  insert into rewards_activity (id, counts, audience, starts_at, ends_at, art, texts)
  values (${activity.id}, ${activity.counts}, ${activity.audience},
          ${activity.startsOn}::date::timestamp at time zone 'America/Sao_Paulo',
          ${activity.endsOn}::date::timestamp at time zone 'America/Sao_Paulo', ${activity.art},
          ${JSON.stringify(texts)}::jsonb)
  on conflict (id) do nothing
  returning id`

/** Deletes a future activity; the database refuses any other. */
export const deleteActivity = async (tx: Tx, id: string): Promise<void> => {
  await tx`delete from rewards_activity_step where activity_id = ${id}`
  await tx`delete from rewards_activity where id = ${id}`
}

/** Ends an activity at the start of a day. */
export const updateActivityEnd = (tx: Tx, id: string, day: string) => tx`
  update rewards_activity set ends_at = ${day}::date::timestamp at time zone 'America/Sao_Paulo' where id = ${id}`

/** For each goal, how many players checked in at least that often in the last days. */
export const selectCheckedInAtLeast = (sql: Sql, days: number, goals: readonly number[]) => sql<
  { goal: number; count: number }[]
>`
  select goal, count(*)::int as count
    from unnest(${goals}::int[]) as goal
    join (select player_id, count(*) as days from rewards_check_in
           where created_at >= now() - make_interval(days => ${days}::int)
           group by player_id) as checked on checked.days >= goal
   group by goal`
