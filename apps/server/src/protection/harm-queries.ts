import type { BlockedProduct, HarmReason, HarmStep, LimitKind, LimitPeriod } from '@palpite/contract'
import { present } from '../platform/errors.ts'
import type { Sql, Tx } from '../platform/db/index.ts'
import { insertInto } from '../platform/db/insert.ts'

/**
 * The last day (America/Sao_Paulo) that ended at least an hour ago, so that its last results are booked; starts its
 * run once.
 */
export const insertDueRun = (sql: Sql) => sql`
  insert into protection_harm_run (day)
  values ((now() at time zone 'America/Sao_Paulo' - interval '1 hour')::date - 1)
  on conflict (day) do nothing`

/** The latest run, locked, if unfinished and not held by another server. Missed older runs stay unfinished. */
export const lockRun = async (tx: Tx): Promise<{ day: string; throughPlayer: number } | undefined> => {
  const rows = await tx<{ day: string; throughPlayer: number }[]>`
    select day::text, through_player as "throughPlayer" from protection_harm_run
     where finished_at is null and day = (select max(day) from protection_harm_run)
       for update skip locked`
  return rows[0]
}

/** Advances a run, or ends it when no player is left. */
export const updateRun = (tx: Tx, day: string, throughPlayer: number | undefined) => tx`
  update protection_harm_run
     set through_player = coalesce(${throughPlayer ?? null}::bigint, through_player),
         finished_at = case when ${throughPlayer ?? null}::bigint is null then now() end
   where day = ${day}::date`

/** Players with an id above this one who were active on this day, ascending. */
export const selectActivePlayers = (
  tx: Tx,
  { day, after, max }: { day: string; after: number; max: number },
) => tx<{ playerId: number }[]>`
  select player_id as "playerId" from protection_activity
   where day = ${day}::date and player_id > ${after}
   order by player_id limit ${max}`

/** The first day of the week up to this day, and the first of the 28 days before that week. */
export const selectSpan = async (tx: Tx, day: string) => {
  const rows = await tx<{ from: string; weekFrom: string }[]>`
    select (${day}::date - 34)::text as "from", (${day}::date - 6)::text as "weekFrom"`
  return present(rows[0], 'the days of a run')
}

export type Span = { from: string; until: string }

/** Activity and limit changes of these players by day; days without any are omitted. */
export const selectOwnDays = (tx: Tx, playerIds: readonly number[], { from, until }: Span) => tx<
  {
    playerId: number
    day: string
    activeMinutes: number
    nightMinutes: number
    limitsLoosened: number
  }[]
>`
  select player_id as "playerId", day::text, (sum(active_ms) / 60000)::int as "activeMinutes",
         (sum(night_ms) / 60000)::int as "nightMinutes", sum(loosened)::int as "limitsLoosened"
    from (select player_id, day, active_ms, night_ms, 0 as loosened from protection_activity
           where player_id = any(${playerIds}::bigint[]) and day between ${from}::date and ${until}::date
          union all
          select distinct on (player_id, kind, period, (asked_at at time zone 'America/Sao_Paulo')::date)
                 player_id, (asked_at at time zone 'America/Sao_Paulo')::date, 0, 0, 1
            from protection_limit_change
           where not is_confirmation and player_id = any(${playerIds}::bigint[])
             and asked_at >= ${from}::date::timestamp at time zone 'America/Sao_Paulo'
             and asked_at < (${until}::date + 1)::timestamp at time zone 'America/Sao_Paulo'
             and before_cents is not null and (wished_cents is null or wished_cents > before_cents)) as days
   group by player_id, day`

/** How many days ago these players were last active; those who never were are omitted. */
export const selectDaysAway = (sql: Sql, playerIds: readonly number[]) => sql<
  { playerId: number; daysAway: number }[]
>`
  select asked.id as "playerId", (now() at time zone 'America/Sao_Paulo')::date - last.day as "daysAway"
    from unnest(${playerIds}::bigint[]) as asked (id)
   cross join lateral (
         select day from protection_activity where player_id = asked.id order by day desc limit 1) as last`

/** Open cases of these players, locked in the order of players. */
export const lockOpenCases = (tx: Tx, playerIds: readonly number[], day: string) => tx<
  { id: number; playerId: number; grade: number; daysSinceStep: number }[]
>`
  select id, player_id as "playerId", grade, (${day}::date - stepped_on)::int as "daysSinceStep"
    from protection_case
   where player_id = any(${playerIds}::bigint[]) and closed_at is null
   order by player_id for update`

/** Those of these players whose case an operator closed since the week up to this day began: it has been judged. */
export const selectJudged = (tx: Tx, playerIds: readonly number[], day: string) => tx<{ playerId: number }[]>`
  select distinct player_id as "playerId" from protection_case
   where player_id = any(${playerIds}::bigint[]) and closed_by is not null
     and closed_at >= (${day}::date - 6)::timestamp at time zone 'America/Sao_Paulo'`

const caseColumns = {
  playerId: 'bigint',
  grade: 'int',
  reasons: 'jsonb',
  seenOn: 'date',
  steppedOn: 'date',
} as const

/** Opens cases, or updates the open ones. */
export const upsertCases = insertInto<typeof caseColumns, { id: number; playerId: number }>(
  'protection_case',
  caseColumns,
  `on conflict (player_id) where closed_at is null do update
      set grade = excluded.grade, reasons = excluded.reasons, seen_on = excluded.seen_on,
          stepped_on = case when excluded.grade > protection_case.grade
                            then excluded.stepped_on else protection_case.stepped_on end
   returning id, player_id as "playerId"`,
)

export const insertSteps = insertInto('protection_case_step', {
  playerId: 'bigint',
  caseId: 'bigint',
  step: 'text',
  reasons: 'jsonb',
})

/** Closes cases without a sign for this many days, except those waiting for an operator. */
export const closeQuietCases = (tx: Tx, day: string, quietDays: number) => tx`
  update protection_case set closed_at = now()
   where closed_at is null and seen_on < ${day}::date - ${quietDays}::int
     and (grade < 5 or contacted_at is not null)`

/** Which of these players receive no marketing because of an open case. */
export const selectWithoutMarketing = (sql: Sql, playerIds: readonly number[]) => sql<{ playerId: number }[]>`
  select player_id as "playerId" from protection_case
   where player_id = any(${playerIds}::bigint[]) and closed_at is null and grade >= 4`

export type LogRow = { at: Date } & (
  | {
      what: 'limit'
      kind: LimitKind
      period: LimitPeriod
      before: number | null
      amount: number | null
      waits: boolean
    }
  | {
      what: 'break'
      kind: 'exclusion' | 'time_out' | 'block'
      product: BlockedProduct | null
      endsAt: Date | null
    }
  | { what: 'step'; step: HarmStep; reasons: HarmReason[] }
  | { what: 'cool_off'; before: number; amount: number }
  | { what: 'suspended' }
  | { what: 'suspension_lifted' }
)

/** Every protective decision on a player, latest first: limits requested, breaks, steps, pauses offered, suspensions. */
export const selectLog = (sql: Sql, playerId: number, max: number) => sql<LogRow[]>`
  select 'limit' as what, asked_at as at, kind, period, before_cents as before, wished_cents as amount,
         starts_at > asked_at as waits, null as product, null::timestamptz as "endsAt", null as step,
         null::jsonb as reasons, id
    from protection_limit_change where player_id = ${playerId}
   union all
  select 'break', starts_at, kind, null, null, null, null, product, ends_at, null, null, id
    from protection_break where player_id = ${playerId}
   union all
  select 'step', taken_at, null, null, null, null, null, null, null, step, reasons, case_id
    from protection_case_step where player_id = ${playerId}
   union all
  select 'cool_off', offered_at, null, null, from_cents, net_loss_cents, null, null, null, null, null, 0
    from protection_cool_off where player_id = ${playerId}
   union all
  select case when at = suspended_at then 'suspended' else 'suspension_lifted' end, at,
         null, null, null, null, null, null, null, null, null, id
    from protection_suspension cross join unnest(array[suspended_at, lifted_at]) as moment (at)
   where player_id = ${playerId} and at is not null
   order by 2 desc, id desc
   limit ${max}`

export type CaseRow = {
  id: number
  playerId: number
  grade: number
  reasons: HarmReason[]
  openedAt: Date
  seenOn: string
  contactedAt: Date | null
  closedAt: Date | null
  closedBy: number | null
  /** Sort position: cases waiting for an operator first, the others by grade, then those already contacted. */
  position: number
}

/** Open cases after this position of the list. */
export const selectOpenCases = (sql: Sql, after: number, max: number) => sql<CaseRow[]>`
  select id, player_id as "playerId", grade, reasons, opened_at as "openedAt", seen_on::text as "seenOn",
         contacted_at as "contactedAt", closed_at as "closedAt", closed_by as "closedBy", position
    from protection_case
   cross join lateral (
         select (6 - case when contacted_at is null then grade else 0 end) * 10000000000000 + id as position) as placed
   where closed_at is null and position > ${after} order by position limit ${max}`

/** A player's open case, if any. */
export const selectOpenCaseOf = async (sql: Sql, playerId: number) => {
  const rows = await sql<{ id: number; grade: number; openedAt: Date }[]>`
    select id, grade, opened_at as "openedAt" from protection_case
     where player_id = ${playerId} and closed_at is null`
  return rows[0]
}

/** Closed cases before this one, the newest first. */
export const selectClosedCases = (sql: Sql, before: number, max: number) => sql<CaseRow[]>`
  select id, player_id as "playerId", grade, reasons, opened_at as "openedAt", seen_on::text as "seenOn",
         contacted_at as "contactedAt", closed_at as "closedAt", closed_by as "closedBy", id as position
    from protection_case
   where closed_at is not null and id < ${before} order by id desc limit ${max}`

/** One case with its steps and notes, oldest first. */
export async function selectCase(sql: Sql, id: number) {
  const [cases, steps, notes] = await Promise.all([
    sql<CaseRow[]>`
      select id, player_id as "playerId", grade, reasons, opened_at as "openedAt", seen_on::text as "seenOn",
             contacted_at as "contactedAt", closed_at as "closedAt", closed_by as "closedBy"
        from protection_case where id = ${id}`,
    sql<{ step: HarmStep; reasons: HarmReason[]; takenAt: Date }[]>`
      select step, reasons, taken_at as "takenAt" from protection_case_step
       where player_id = (select player_id from protection_case where id = ${id}) and case_id = ${id}
       order by taken_at`,
    sql<{ kind: CaseNote['kind']; operatorId: number; text: string; writtenAt: Date }[]>`
      select kind, operator_id as "operatorId", text, written_at as "writtenAt" from protection_case_note
       where case_id = ${id} order by id`,
  ])
  return cases[0] && { case: cases[0], steps, notes }
}

export type CaseNote = {
  caseId: number
  kind: 'note' | 'contacted' | 'closed'
  operatorId: number
  text: string
}

/** A case, locked: its player, and whether it is closed. */
export const lockCase = async (tx: Tx, id: number) => {
  const rows = await tx<{ playerId: number; isClosed: boolean }[]>`
    select player_id as "playerId", closed_at is not null as "isClosed" from protection_case
     where id = ${id} for update`
  return rows[0]
}

/** Inserts a note, once; returns whether it is new. */
export const insertNote = async (tx: Tx, { caseId, kind, operatorId, text }: CaseNote): Promise<boolean> => {
  const rows = await tx<{ id: number }[]>`
    insert into protection_case_note (case_id, kind, operator_id, text)
    values (${caseId}, ${kind}, ${operatorId}, ${text})
    on conflict (case_id, operator_id, kind, text) do nothing returning id`
  return rows.length > 0
}

/** Marks an open case as contacted, or closes it. */
export const updateCase = (tx: Tx, { caseId, kind, operatorId }: CaseNote) => tx`
  update protection_case
     set contacted_at = case when ${kind}::text = 'contacted' then coalesce(contacted_at, now()) else contacted_at end,
         closed_at = case when ${kind}::text = 'closed' then now() end,
         closed_by = case when ${kind}::text = 'closed' then ${operatorId}::bigint end
   where id = ${caseId} and closed_at is null`

/** Today in São Paulo, and the 28 days before it. */
export const selectCoolOffSpan = async (tx: Tx): Promise<{ from: string; until: string }> => {
  const rows = await tx<{ from: string; until: string }[]>`
    select (today - 28)::text as "from", today::text as until
      from (select (now() at time zone 'America/Sao_Paulo')::date as today) as clock`
  return present(rows[0], 'today')
}

/** Which of these players were already offered a pause today. */
export const selectOfferedToday = (tx: Tx, playerIds: readonly number[]) => tx<{ playerId: number }[]>`
  select player_id as "playerId" from protection_cool_off
   where player_id = any(${playerIds}::bigint[]) and day = (now() at time zone 'America/Sao_Paulo')::date`

/** Inserts offers; returns those not already inserted by another server. */
export const insertCoolOffs = insertInto<
  { playerId: 'bigint'; day: 'date'; netLossCents: 'bigint'; fromCents: 'bigint' },
  { playerId: number; day: string; netLossCents: number }
>(
  'protection_cool_off',
  { playerId: 'bigint', day: 'date', netLossCents: 'bigint', fromCents: 'bigint' },
  'on conflict do nothing returning player_id as "playerId", day::text, net_loss_cents as "netLossCents"',
)

/** Today's offer that the player has not answered, if any. */
export const selectOpenCoolOff = (sql: Sql, playerId: number) => sql<
  { netLossCents: number; fromCents: number; offeredAt: Date }[]
>`
  select net_loss_cents as "netLossCents", from_cents as "fromCents", offered_at as "offeredAt"
    from protection_cool_off
   where player_id = ${playerId} and answered_at is null and day = (now() at time zone 'America/Sao_Paulo')::date`

/** Records that the player answered the offer; the first answer counts. */
export const updateCoolOffAnswered = (sql: Sql, playerId: number) => sql`
  update protection_cool_off set answered_at = now() where player_id = ${playerId} and answered_at is null`
