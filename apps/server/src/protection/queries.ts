import type { BlockedProduct, LimitKind, LimitPeriod, RealityMinutes } from '@palpite/contract'
import type { Sql, Tx } from '../platform/db/index.ts'
import { present } from '../platform/errors.ts'
import { insertInto } from '../platform/db/insert.ts'

type LimitName = { playerId: number; kind: LimitKind; period: LimitPeriod }

export type LimitInForce = LimitName & { amount: number; usedMs: number | null }
type BreakInForce = {
  playerId: number
  kind: 'time_out' | 'exclusion' | 'block' | 'impeded' | 'suspended'
  product: BlockedProduct | null
  startsAt: Date
  endsAt: Date | null
}

/** A player whose person has several accounts, with all of them in ascending order. */
type AccountsOfPerson = { playerId: number; accountIds: number[] }

/**
 * Limits and breaks in force of these players, in one statement, because every stake reads it. A player named by the
 * national register is on a break until the register says otherwise, even past the announced end; a suspended player is
 * until operators lift it. A looser limit holds once confirmed. A row with an amount is a limit, with the milliseconds
 * used if it is one of time. A row with accounts is neither: it lists the accounts that share the limits.
 */
export const selectRulesInForce = (sql: Sql, playerIds: readonly number[]) => sql<
  (
    | (LimitInForce & { startsAt: null; accountIds: null })
    | (BreakInForce & { amount: null; accountIds: null })
    | AccountsOfPerson
  )[]
>`
  select player_id as "playerId", 'loss' as kind, 'day' as period, daily_loss_cents as amount,
         null::text as product, null::timestamptz as "startsAt", null::timestamptz as "endsAt",
         null::bigint as "usedMs", null::jsonb as "accountIds"
    from protection_limit
   where player_id = any(${playerIds}::bigint[]) and daily_loss_cents is not null
   union all
  select player_id, kind, period, amount, null, null, null,
         case when kind = 'time' then (
           select coalesce(sum(active_ms), 0)::bigint from protection_activity as days
            where days.player_id = own.player_id
              and day >= date_trunc(own.period, now() at time zone 'America/Sao_Paulo')::date) end, null
    from protection_own_limit as own
   where player_id = any(${playerIds}::bigint[]) and amount is not null
   union all
  select player_id, kind, null, null, product, starts_at, ends_at, null, null
    from protection_break
   where player_id = any(${playerIds}::bigint[]) and coalesce(ends_at > now(), true)
   union all
  select player_id, 'impeded', null, null, null, impeded_since, case when until > now() then until end, null, null
    from protection_register_answer
   where player_id = any(${playerIds}::bigint[]) and reason is not null
   union all
  select player_id, 'suspended', null, null, null, suspended_at, null, null, null
    from protection_suspension where player_id = any(${playerIds}::bigint[]) and lifted_at is null
   union all
  select player_id, null, null, null, null, null, null, null,
         (select jsonb_agg(player_id order by player_id) from protection_person_account as other
           where other.person_id = own.person_id)
    from protection_person_account as own
   where player_id = any(${playerIds}::bigint[])`

/** The person number that links each player's accounts. A player with one account is omitted. */
export const selectPersonAccounts = (sql: Sql, playerIds: readonly number[]) => sql<
  { playerId: number; personId: number }[]
>`
  select player_id as "playerId", person_id as "personId" from protection_person_account
   where player_id = any(${playerIds}::bigint[])`

/** All accounts linked to these players', their own included. A player with one account is omitted. */
export const selectJoinedAccounts = (sql: Sql, playerIds: readonly number[]) => sql<
  { playerId: number; accountIds: number[] }[]
>`
  select own.player_id as "playerId", jsonb_agg(other.player_id order by other.player_id) as "accountIds"
    from protection_person_account as own join protection_person_account as other using (person_id)
   where own.player_id = any(${playerIds}::bigint[])
   group by own.player_id`

/** Links accounts to persons. Locks needed: the accounts. */
export const upsertPersonAccounts = insertInto(
  'protection_person_account',
  { playerId: 'bigint', personId: 'bigint' },
  'on conflict (player_id) do update set person_id = excluded.person_id, joined_at = now()',
)

/** Unlinks these players' accounts from the persons they were linked to. */
export const deletePersonAccounts = (tx: Tx, playerIds: readonly number[]) => tx`
  delete from protection_person_account where player_id = any(${playerIds}::bigint[])`

/**
 * Serialises limit decisions of a person with several accounts, keyed by the first of them. Taken after the accounts
 * are locked, by a transaction that then waits for no other account. Reads after it see the writes of the previous
 * holder.
 */
export const lockLimitsOf = (sql: Sql, accountIds: readonly number[]) => sql`
  select pg_advisory_xact_lock(hashtextextended('protection.limits:' || id, 0))
    from (select unnest(${accountIds}::bigint[]) as id order by 1) as person`

/**
 * Counts these players as active until now, each for the time since they were last counted, at most `windowMs`: two
 * devices or servers at once count a moment once. A window across midnight is split between both days. Time before
 * six in the morning also counts as night.
 */
export const countActivity = (sql: Sql, playerIds: readonly number[], windowMs: number) => sql`
  with clock as (
    select now() as at, date_trunc('day', now(), 'America/Sao_Paulo') as midnight,
           (now() at time zone 'America/Sao_Paulo')::date as today,
           make_interval(secs => ${windowMs}::int / 1000.0) as length),
  spans as (
    select today as day, greatest(midnight, at - length) as starts_at, at as ends_at,
           least(at, midnight + interval '6 hours') as night_ends_at
      from clock
     union all
    select today - 1, at - length, midnight, at - length from clock where at - length < midnight)
  insert into protection_activity as known (player_id, day, active_ms, night_ms, counted_at)
  select player_id, day, extract(epoch from ends_at - starts_at) * 1000,
         greatest(0, extract(epoch from night_ends_at - starts_at) * 1000), ends_at
    from unnest(${playerIds}::bigint[]) as row (player_id) cross join spans
   order by player_id, day
  on conflict (player_id, day) do update
     set active_ms = known.active_ms + greatest(
           0, least(excluded.active_ms, extract(epoch from excluded.counted_at - known.counted_at) * 1000)),
         night_ms = known.night_ms + greatest(
           0, least(excluded.night_ms,
                    extract(epoch from least(excluded.counted_at,
                                             date_trunc('day', now(), 'America/Sao_Paulo') + interval '6 hours')
                                       - known.counted_at) * 1000)),
         counted_at = greatest(known.counted_at, excluded.counted_at)`

/** How long these players were active in each current period; periods without activity are omitted. */
export const selectActivity = (sql: Sql, playerIds: readonly number[]) => sql<
  { playerId: number; period: LimitPeriod; activeMs: number }[]
>`
  select player_id as "playerId", period, sum(active_ms)::bigint as "activeMs"
    from protection_activity cross join unnest(array['day', 'week', 'month']) as period
   where player_id = any(${playerIds}::bigint[])
     and day >= date_trunc(period, now() at time zone 'America/Sao_Paulo')::date
   group by player_id, period`

/** Whether a player was active within this many days. */
export const selectIsActive = async (
  sql: Sql,
  { playerId, days }: { playerId: number; days: number },
): Promise<boolean> => {
  const rows = await sql`
    select from protection_activity
     where player_id = ${playerId} and day > (now() at time zone 'America/Sao_Paulo')::date - ${days}::int limit 1`
  return rows.length > 0
}

/** How often a player wants the reminder of time spent. */
export const selectReality = async (sql: Sql, playerId: number): Promise<RealityMinutes> => {
  const rows = await sql<{ minutes: RealityMinutes }[]>`
    select minutes from protection_reality where player_id = ${playerId}`
  return rows[0]?.minutes ?? null
}

export const upsertReality = (sql: Sql, playerId: number, minutes: RealityMinutes) => sql`
  insert into protection_reality (player_id, minutes) values (${playerId}, ${minutes})
  on conflict (player_id) do update set minutes = excluded.minutes, changed_at = now()`

type NewBreak = Pick<BreakInForce, 'playerId' | 'product'> & {
  kind: Exclude<BreakInForce['kind'], 'impeded' | 'suspended'>
  lasts: string | null
}

/**
 * Inserts breaks starting now; a null duration is permanent. A break covered by one in force is skipped. A longer one
 * ends at a full hour, so repeated requests add at most one row, and one notice, an hour: rows are never deleted, and
 * every stake reads those in force. Locks needed: the players' accounts.
 */
export const insertBreaks = (tx: Tx, breaks: readonly NewBreak[], policyVersion: string) => tx<
  (Omit<NewBreak, 'lasts'> & { endsAt: Date | null })[]
>`
  insert into protection_break (player_id, kind, product, ends_at, policy_version)
  select player_id, kind, product,
         case when known.ends_at is null then now() + lasts
              else date_trunc('hour', now() + lasts) + interval '1 hour' end, ${policyVersion}
    from (select distinct player_id, kind, product, lasts::interval as lasts
            from unnest(${breaks.map(({ playerId }) => playerId)}::bigint[],
                        ${breaks.map(({ kind }) => kind)}::text[], ${breaks.map(({ product }) => product)}::text[],
                        ${breaks.map(({ lasts }) => lasts)}::text[]) as row (player_id, kind, product, lasts)) as row
   cross join lateral (
     select max(coalesce(ends_at, 'infinity')) as ends_at
       from protection_break begun
      where begun.player_id = row.player_id and begun.kind = row.kind
        and begun.product is not distinct from row.product
        and coalesce(ends_at > now(), true)) as known
   where known.ends_at is null or known.ends_at < coalesce(now() + lasts, 'infinity')
   order by player_id, kind desc
  returning player_id as "playerId", kind, product, ends_at as "endsAt"`

/** Breaks in force of these players, with their end and remaining time; null is permanent. */
export const selectBreaksInForce = (sql: Sql, playerIds: readonly number[]) => sql<
  (NewBreak & { endsAt: Date | null })[]
>`
  select player_id as "playerId", kind, product, ends_at as "endsAt", (ends_at - now())::text as lasts
    from protection_break
   where player_id = any(${playerIds}::bigint[]) and coalesce(ends_at > now(), true)
   order by id`

/** Players with a break in force, by id after this one. */
export const selectPlayersOnBreak = (sql: Sql, after: number, max: number) => sql<{ playerId: number }[]>`
  select distinct player_id as "playerId" from protection_break
   where player_id > ${after} and coalesce(ends_at > now(), true)
   order by player_id limit ${max}`

export type LimitRow = LimitName & {
  amount: number | null
  pendingAmount: number | null
  pendingStartsAt: Date | null
  pendingEndsAt: Date | null
  isDue: boolean
}

/** Selects limits in force and waiting. A waiting one past its time to confirm is omitted. */
export const selectLimits = (sql: Sql, playerIds: readonly number[], confirmWithinSeconds: number) => sql<
  LimitRow[]
>`
  select own.player_id as "playerId", kind, period, amount,
         case when ends_at > now() then pending_amount end as "pendingAmount",
         case when ends_at > now() then starts_at end as "pendingStartsAt",
         case when ends_at > now() then ends_at end as "pendingEndsAt",
         coalesce(starts_at <= now(), false) as "isDue"
    from (select player_id, 'loss' as kind, 'day' as period, daily_loss_cents as amount,
                 pending_daily_loss_cents as pending_amount, pending_starts_at as starts_at
            from protection_limit
           where player_id = any(${playerIds}::bigint[])
           union all
          select player_id, kind, period, amount, pending_amount, pending_starts_at
            from protection_own_limit
           where player_id = any(${playerIds}::bigint[])) as own
   cross join lateral (select starts_at + make_interval(secs => ${confirmWithinSeconds}) as ends_at) as wait`

/** The window in which a looser limit requested now may be confirmed. */
export const selectWait = async (
  tx: Tx,
  { loosenAfterSeconds, confirmWithinSeconds }: { loosenAfterSeconds: number; confirmWithinSeconds: number },
): Promise<{ startsAt: Date; endsAt: Date }> => {
  const rows = await tx<{ startsAt: Date; endsAt: Date }[]>`
    select now() + make_interval(secs => ${loosenAfterSeconds}) as "startsAt",
           now() + make_interval(secs => ${loosenAfterSeconds + confirmWithinSeconds}) as "endsAt"`
  return present(rows[0], 'the wait of a limit')
}

/** Daily loss limits of players whose accounts are locked: nobody else writes these rows. */
export const upsertDailyLosses = insertInto(
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

/** All other limits of players whose accounts are locked. */
export const upsertOwnLimits = insertInto(
  'protection_own_limit',
  {
    playerId: 'bigint',
    kind: 'text',
    period: 'text',
    amount: 'bigint null',
    pendingAmount: 'bigint null',
    pendingStartsAt: 'timestamptz null',
  },
  `on conflict (player_id, kind, period) do update
      set amount = excluded.amount, pending_amount = excluded.pending_amount,
          pending_starts_at = excluded.pending_starts_at, changed_at = now()`,
)

export type ChangeColumns = {
  playerIds: number[]
  kinds: LimitKind[]
  periods: LimitPeriod[]
  before: (number | null)[]
  requested: (number | null)[]
  startsAt: (Date | null)[]
  confirmations: boolean[]
  policyVersion: string
}

/** How many limit requests each player made within a day. Locks needed: their accounts. */
export const selectRequestCounts = (tx: Tx, playerIds: readonly number[]) => tx<
  { playerId: number; times: number }[]
>`
  select player_id as "playerId", count(*)::int as times from protection_limit_change
   where player_id = any(${playerIds}::bigint[]) and asked_at > now() - interval '1 day'
   group by player_id`

/** Stores requests of limits, with the moment from which each may apply (null: at once). */
export const insertChanges = (tx: Tx, columns: ChangeColumns) => tx`
  insert into protection_limit_change (player_id, kind, period, before_cents, wished_cents, starts_at, is_confirmation,
                                       policy_version)
  select player_id, kind, period, before, requested, coalesce(starts_at, now()), is_confirmation, ${columns.policyVersion}
    from unnest(${columns.playerIds}::bigint[], ${columns.kinds}::text[], ${columns.periods}::text[],
                ${columns.before}::bigint[], ${columns.requested}::bigint[], ${columns.startsAt}::timestamptz[],
                ${columns.confirmations}::boolean[])
      as row (player_id, kind, period, before, requested, starts_at, is_confirmation)`

/** The end of a player's longest exclusion; null is permanent, no row if there is none. */
export const selectExclusionEnd = (sql: Sql, playerId: number) => sql<{ endsAt: Date | null }[]>`
  select ends_at as "endsAt" from protection_break
   where player_id = ${playerId} and kind = 'exclusion' and coalesce(ends_at > now(), true)
   order by ends_at desc nulls first limit 1`

/** Players who excluded themselves permanently at least this many seconds ago, by id after this one. */
export const selectExcludedForGood = (
  sql: Sql,
  { afterId, seconds, max }: { afterId: number; seconds: number; max: number },
) => sql<{ playerId: number }[]>`
  select distinct player_id as "playerId" from protection_break
   where kind = 'exclusion' and ends_at is null and player_id > ${afterId}
     and starts_at <= now() - make_interval(secs => ${seconds})
   order by player_id limit ${max}`

/** Stores an exclusion under the hash of a CPF; a longer stored one stays. */
export const upsertExcludedPerson = (
  tx: Tx,
  { cpfHash, endsAt }: { cpfHash: string; endsAt: Date | null },
) => tx`
  insert into protection_excluded_person as known (cpf_hash, ends_at) values (${cpfHash}, ${endsAt})
  on conflict (cpf_hash) do update
     set ends_at = case when known.ends_at is null or excluded.ends_at is null then null
                        else greatest(known.ends_at, excluded.ends_at) end`

/** Stores a player's time-outs and blocks under the hash of the CPF; longer stored ones stay. */
export const upsertKeptBreaks = (tx: Tx, playerId: number, cpfHash: string) => tx`
  insert into protection_kept_break as known (cpf_hash, kind, product, ends_at)
  select ${cpfHash}, kind, coalesce(product, ''), nullif(max(coalesce(ends_at, 'infinity')), 'infinity')
    from protection_break
   where player_id = ${playerId} and kind in ('time_out', 'block') and coalesce(ends_at > now(), true)
   group by kind, product
   order by kind, product
  on conflict (cpf_hash, kind, product) do update
     set ends_at = nullif(greatest(coalesce(known.ends_at, 'infinity'), coalesce(excluded.ends_at, 'infinity')), 'infinity')`

/** Stores communications sent to players; existing rows stay unchanged. */
export const insertCommunications = insertInto(
  'protection_communication',
  {
    playerId: 'bigint',
    source: 'text',
    textKey: 'text',
    textValues: 'jsonb',
    inWriting: 'boolean',
  },
  'on conflict (player_id, source) do nothing',
)

/** The same for communications from before this table existed, with the time at which they were sent. */
export const insertEarlierCommunications = insertInto(
  'protection_communication',
  {
    playerId: 'bigint',
    source: 'text',
    textKey: 'text',
    textValues: 'jsonb',
    inWriting: 'boolean',
    toldAt: 'timestamptz',
  },
  'on conflict (player_id, source) do nothing',
)

/** Serialises transactions that decide on a person, keyed by the hash of the CPF. */
export const lockHashes = (tx: Tx, cpfHashes: readonly string[]) => tx`
  select pg_advisory_xact_lock(hashtextextended('protection:person:' || hash, 0))
    from (select unnest(${cpfHashes}::text[]) as hash order by 1) as row`

/** Breaks in force of these persons from closed accounts, with their end and remaining time. */
export const selectKeptBreaks = (sql: Sql, cpfHashes: readonly string[]) => sql<
  (Omit<NewBreak, 'playerId'> & { cpfHash: string; endsAt: Date | null })[]
>`
  select cpf_hash as "cpfHash", 'exclusion' as kind, null as product, ends_at as "endsAt",
         (ends_at - now())::text as lasts
    from protection_excluded_person
   where cpf_hash = any(${cpfHashes}::text[]) and coalesce(ends_at > now(), true)
   union all
  select cpf_hash, kind, nullif(product, ''), ends_at, (ends_at - now())::text
    from protection_kept_break
   where cpf_hash = any(${cpfHashes}::text[]) and coalesce(ends_at > now(), true)`

/** Stores that a player read the risks in this session; the first time counts. */
export const insertShownRisks = (
  sql: Sql,
  { playerId, sessionId, policyVersion }: { playerId: number; sessionId: number; policyVersion: string },
) => sql`
  insert into protection_told_risks (session_id, player_id, policy_version)
  values (${sessionId}, ${playerId}, ${policyVersion})
  on conflict do nothing`

/** Whether the player read the risks in this session. */
export const selectShownRisks = async (sql: Sql, sessionId: number): Promise<boolean> =>
  (await sql`select from protection_told_risks where session_id = ${sessionId}`).length > 0
