import type { Sql, Tx } from '../../platform/db/index.ts'
import type { Rate, Relation } from './rules.ts'

/** The commission rates in force on a day; today's by default. */
export const selectRates = (sql: Sql, day: string | null = null) => sql<Rate[]>`
  select level, rate_bps as "rateBps"
    from rewards_commission_rate
   where starts_on = (select max(starts_on) from rewards_commission_rate
                       where starts_on <= coalesce(${day}::date, (now() at time zone 'America/Sao_Paulo')::date))
   order by level`

type ShareStatus = 'waiting' | 'paid' | 'held' | 'rejected'

export type Earned = { level: number; status: ShareStatus; isOfLastDays: boolean; amountE4: number }

/**
 * Sums of an earner's shares by level and state, without the amounts debited from balances for reversals; the last
 * seven days separately.
 */
export const selectEarned = (sql: Sql, earnerId: number) => sql<Earned[]>`
  select level, status, day > (now() at time zone 'America/Sao_Paulo')::date - 8 as "isOfLastDays",
         sum(amount_e4)::bigint as "amountE4"
    from rewards_commission_share
   where earner_id = ${earnerId} and player_id > 0
   group by 1, 2, 3`

type BroughtTo = { playerId: number; settledCents: number; earnedE4: number; heldE4: number }

/** The stakes of each of these players that were shared out to an earner, and the commission on them. */
export const selectBroughtTo = (sql: Sql, earnerId: number, playerIds: readonly number[]) => sql<BroughtTo[]>`
  select player_id as "playerId", sum(settled_cents)::bigint as "settledCents",
         coalesce(sum(amount_e4) filter (where status in ('waiting', 'paid')), 0)::bigint as "earnedE4",
         coalesce(sum(amount_e4) filter (where status = 'held'), 0)::bigint as "heldE4"
    from rewards_commission_share
   where earner_id = ${earnerId} and player_id = any(${playerIds}::bigint[])
   group by player_id`

/** Today's date in America/Sao_Paulo. */
export const selectToday = (sql: Sql) => sql<{ day: string }[]>`
  select (now() at time zone 'America/Sao_Paulo')::date::text as day`

type ShareRow = {
  day: string
  playerId: number
  cause: string
  level: number
  settledCents: number
  amountE4: number
  status: ShareStatus
  reasons: Relation[]
}

export type SharePlace = { day: string; playerId: number; cause: string }

type Asked = {
  earnerId: number
  /** 0 for all levels, null for all days. */
  level: number
  day: string | null
  before: SharePlace
  max: number
}

/** A page of an earner's shares, newest day first. */
export const selectShares = (sql: Sql, { earnerId, level, day, before, max }: Asked) => sql<ShareRow[]>`
  select day::text as day, player_id as "playerId", cause, level, settled_cents as "settledCents",
         amount_e4 as "amountE4", status, reasons
    from rewards_commission_share
   where earner_id = ${earnerId} and player_id > 0 and (${level}::int = 0 or level = ${level}::int)
     and (${day}::date is null or day = ${day}::date)
     and (day, player_id, cause) < (${before.day}::date, ${before.playerId}::bigint, ${before.cause}::text)
   order by day desc, player_id desc, cause desc
   limit ${max}`

export type Run = { day: string; sharedUntil: number; paidUntil: number; isShared: boolean }

/**
 * Inserts the missing runs of the last `days` days. A day counts as past only 15 minutes after its end, when the
 * transactions of its last moments have surely ended.
 */
export const insertRuns = (sql: Sql, days: number) => sql`
  insert into rewards_commission_run (day)
  select (now() at time zone 'America/Sao_Paulo' - interval '15 minutes')::date - ago
    from generate_series(1, ${days}::int) as ago
  on conflict (day) do nothing`

/** Locks the oldest unpaid run; empty where another server holds it, so one works at a time. */
export const lockRun = (tx: Tx) => tx<Run[]>`
  select day::text as day, shared_until as "sharedUntil", paid_until as "paidUntil", is_shared as "isShared"
    from rewards_commission_run
   where not is_paid
   order by day
   limit 1
     for update skip locked`

/** Moves the sharing cursor of a run; with no list left, sharing is complete. */
export const moveSharing = (tx: Tx, day: string, until: number, isShared: boolean) => tx`
  update rewards_commission_run set shared_until = ${until}, is_shared = ${isShared} where day = ${day}::date`

/** Moves the paying cursor of a run; with no earner left, the run is paid. */
export const movePaying = (tx: Tx, day: string, until: number, isPaid: boolean) => tx`
  update rewards_commission_run
     set paid_until = ${until}, is_paid = ${isPaid}, ended_at = case when ${isPaid}::boolean then now() end
   where day = ${day}::date`

/** A player whose stakes of a day could not be shared out yet. */
export type Unshared = { day: string; playerId: number }

export const insertUnshared = (tx: Tx, day: string, playerIds: readonly number[]) => tx`
  insert into rewards_commission_unshared (day, player_id)
  select ${day}::date, player_id from unnest(${playerIds}::bigint[]) as player_id
      on conflict do nothing`

/** The next stakes that are not shared out yet, by day and player. */
export const selectUnshared = (sql: Sql, after: Unshared | undefined, max: number) => sql<Unshared[]>`
  select day::text as day, player_id as "playerId"
    from rewards_commission_unshared
   where (day, player_id) > (${after?.day ?? '2000-01-01'}::date, ${after?.playerId ?? 0}::bigint)
   order by day, player_id
   limit ${max}`

/** Deletes these, and returns those that were still there: another server may have shared them out. */
export const takeUnshared = (tx: Tx, rows: readonly Unshared[]) => tx<Unshared[]>`
  delete from rewards_commission_unshared unshared
   using unnest(${rows.map(({ day }) => day)}::date[], ${rows.map(({ playerId }) => playerId)}::bigint[])
           as wanted (day, player_id)
   where unshared.day = wanted.day and unshared.player_id = wanted.player_id
  returning unshared.day::text as day, unshared.player_id as "playerId"`

type ShareColumns = {
  earnerIds: number[]
  playerIds: number[]
  levels: number[]
  settled: number[]
  amounts: number[]
  statuses: string[]
  /** Joined by commas, because nested arrays must have equal lengths. */
  reasons: string[]
}

export const insertShares = (tx: Tx, day: string, row: ShareColumns) => tx`
  insert into rewards_commission_share (earner_id, day, player_id, level, settled_cents, amount_e4, status, reasons)
  select earner_id, ${day}::date, player_id, level, settled, amount, status, string_to_array(reasons, ',')
    from unnest(${row.earnerIds}::bigint[], ${row.playerIds}::bigint[], ${row.levels}::int[], ${row.settled}::bigint[],
                ${row.amounts}::bigint[], ${row.statuses}::text[], ${row.reasons}::text[])
      as row (earner_id, player_id, level, settled, amount, status, reasons)`

/** The next earners with waiting commission, by ascending id. */
export const selectEarners = (sql: Sql, after: number, max: number) => sql<{ earnerId: number }[]>`
  select distinct earner_id as "earnerId"
    from rewards_commission_share
   where status = 'waiting' and earner_id > ${after}
   order by earner_id
   limit ${max}`

/** The waiting commission of each earner. Their accounts are locked, and shares only change under that lock. */
export const selectWaiting = (tx: Tx, earnerIds: readonly number[]) => tx<
  { earnerId: number; waitingE4: number }[]
>`
  select earner_id as "earnerId", sum(amount_e4)::bigint as "waitingE4"
    from rewards_commission_share
   where earner_id = any(${earnerIds}::bigint[]) and status = 'waiting'
   group by earner_id`

/**
 * Marks all waiting commission of these earners as paid if its sum is at least `minE4`, and returns the sums. One
 * statement, so one snapshot: the sharing of a day locks no earner, and what it adds meanwhile is neither counted nor
 * marked.
 */
export const updateToPaid = (tx: Tx, earnerIds: readonly number[], minE4: number) => tx<
  { earnerId: number; paidE4: number }[]
>`
  with due as (
    select earner_id
      from rewards_commission_share
     where earner_id = any(${earnerIds}::bigint[]) and status = 'waiting'
     group by earner_id
    having sum(amount_e4) >= ${minE4}
  ), paid as (
    update rewards_commission_share share set status = 'paid', decided_at = now()
      from due
     where share.earner_id = due.earner_id and share.status = 'waiting'
    returning share.earner_id, share.amount_e4
  )
  select earner_id as "earnerId", sum(amount_e4)::bigint as "paidE4"
    from paid
   group by earner_id
   order by earner_id`

/** Records what was debited from earners' balances for reversed shares; it offsets the negative waiting amount. */
export const insertReversalDebits = (
  tx: Tx,
  cause: string,
  earnerIds: readonly number[],
  amounts: readonly number[],
) => tx`
  insert into rewards_commission_share (earner_id, day, player_id, cause, level, settled_cents, amount_e4, status)
  select earner_id, (now() at time zone 'America/Sao_Paulo')::date, 0, ${cause}, 1, 0, amount, 'waiting'
    from unnest(${earnerIds}::bigint[], ${amounts}::bigint[]) as row (earner_id, amount)`

type Brought = { earnerId: number; level: number; amountE4: number }

/** The commission each earner got from a player's stakes, paid or waiting, less what was reversed already. */
export const selectBrought = (sql: Sql, playerId: number) => sql<Brought[]>`
  select earner_id as "earnerId", level, sum(amount_e4)::bigint as "amountE4"
    from rewards_commission_share
   where player_id = ${playerId} and status in ('waiting', 'paid')
   group by earner_id, level
  having sum(amount_e4) > 0
   order by earner_id`

type BackColumns = { earnerIds: number[]; levels: number[]; amounts: number[] }

/** Inserts negative shares, once per cause. Returns the earners whose share is new. */
export const insertReversedShares = (tx: Tx, playerId: number, cause: string, row: BackColumns) => tx<
  { earnerId: number }[]
>`
  insert into rewards_commission_share (earner_id, day, player_id, cause, level, settled_cents, amount_e4, status)
  select earner_id, (now() at time zone 'America/Sao_Paulo')::date, ${playerId}, ${cause}, level, 0, amount, 'waiting'
    from unnest(${row.earnerIds}::bigint[], ${row.levels}::int[], ${row.amounts}::bigint[])
      as row (earner_id, level, amount)
   where not exists (select from rewards_commission_share share
                      where share.earner_id = row.earner_id and share.player_id = ${playerId} and share.cause = ${cause})
  returning earner_id as "earnerId"`

export type Held = {
  earnerId: number
  playerId: number
  level: number
  amountE4: number
  reasons: string[]
  since: string
}

/** Pairs of earner and player with held commission, after this pair. */
export const selectHeld = (sql: Sql, after: { earnerId: number; playerId: number }, max: number) => sql<
  Held[]
>`
  select earner_id as "earnerId", player_id as "playerId", min(level)::int as level,
         sum(amount_e4)::bigint as "amountE4", min(day)::text as since,
         array(select distinct reason from rewards_commission_share share, unnest(share.reasons) as reason
                where share.earner_id = held.earner_id and share.player_id = held.player_id
                  and share.status = 'held' order by reason) as reasons
    from rewards_commission_share held
   where status = 'held' and (earner_id, player_id) > (${after.earnerId}::bigint, ${after.playerId}::bigint)
   group by earner_id, player_id
   order by earner_id, player_id
   limit ${max}`

/** Decides the held shares of this pair; returns each amount and why it was held. */
export const updateHeld = (
  tx: Tx,
  { earnerId, playerId }: { earnerId: number; playerId: number },
  status: 'waiting' | 'rejected',
) => tx<{ amountE4: number; reasons: string[] }[]>`
  update rewards_commission_share set status = ${status}, decided_at = now()
   where earner_id = ${earnerId} and player_id = ${playerId} and status = 'held'
  returning amount_e4 as "amountE4", reasons`

export type Decision = {
  requestId: string
  operatorId: number
  earnerId: number
  playerId: number
  outcome: 'release' | 'refuse'
  reason: string
  /** Why the two looked related. */
  relations: string[]
  amountE4: number
  paidCents: number
}

export const selectDecision = (sql: Sql, requestId: string) => sql<Decision[]>`
  select request_id as "requestId", operator_id as "operatorId", earner_id as "earnerId",
         player_id as "playerId", outcome, reason, relations, amount_e4 as "amountE4", paid_cents as "paidCents"
    from rewards_commission_decision
   where request_id = ${requestId}`

export const insertDecision = (tx: Tx, row: Decision) => tx`
  insert into rewards_commission_decision
    (request_id, operator_id, earner_id, player_id, outcome, reason, relations, amount_e4, paid_cents)
  values (${row.requestId}, ${row.operatorId}, ${row.earnerId}, ${row.playerId}, ${row.outcome},
          ${row.reason}, ${row.relations}::text[], ${row.amountE4}, ${row.paidCents})`

/** Rejects the held commission on this player's stakes. */
export const rejectHeld = (tx: Tx, playerId: number) => tx`
  update rewards_commission_share set status = 'rejected', decided_at = now()
   where player_id = ${playerId} and status = 'held'`
