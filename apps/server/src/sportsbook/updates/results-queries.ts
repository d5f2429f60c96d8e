import type { Tx, Sql } from '../../platform/db/index.ts'
import type { MarketKey } from '../sports/adapter.ts'
import { insertInto } from '../../platform/db/insert.ts'
import type { ResultTimes } from './result-order.ts'

/** The source of a market's result; null for our own rules, or none. */
export type Certainty = 'provisional' | 'confirmed' | 'operator' | null

export type ResultRow = MarketKey &
  ResultTimes & {
    marketId: number
    fixtureId: number
    certainty: Certainty
    outcomeId: number
    code: string
    won: number | null
    refunded: number | null
    parts: number | null
  }

/** Every market these fixtures ever offered, one row per outcome. */
export const selectResults = (tx: Tx, fixtureIds: readonly number[]) => tx<ResultRow[]>`
  select market.id as "marketId", market.fixture_id as "fixtureId", market.type, market.period,
         market.line_quarters as "lineQuarters", market.side, market.certainty,
         market.result_sent_at as "resultSentAt", market.provisional_sent_at as "provisionalSentAt",
         market.reopened_sent_at as "reopenedSentAt",
         outcome.id as "outcomeId", outcome.outcome_code as code, outcome.won, outcome.refunded, outcome.parts
    from sportsbook_market market
    join sportsbook_outcome outcome on outcome.market_id = market.id
   where market.fixture_id = any(${fixtureIds}::bigint[]) and market.selections is null
   order by market.id, outcome.id`

/** The same for markets that only the feed or operators may change. */
export const selectCertain = (tx: Tx, fixtureIds: readonly number[]) => tx<ResultRow[]>`
  select market.id as "marketId", market.fixture_id as "fixtureId", market.type, market.period,
         market.line_quarters as "lineQuarters", market.side, market.certainty,
         market.result_sent_at as "resultSentAt", market.provisional_sent_at as "provisionalSentAt",
         market.reopened_sent_at as "reopenedSentAt",
         outcome.id as "outcomeId", outcome.outcome_code as code, outcome.won, outcome.refunded, outcome.parts
    from sportsbook_market market
    join sportsbook_outcome outcome on outcome.market_id = market.id
   where market.fixture_id = any(${fixtureIds}::bigint[]) and market.selections is null
     and market.certainty in ('confirmed', 'operator')
   order by market.id, outcome.id`

export type SettledColumns = { ids: number[]; won: number[]; refunded: number[]; parts: number[] }

export const settleOutcomes = (tx: Tx, columns: SettledColumns) => tx`
  update sportsbook_outcome outcome
     set won = row.won, refunded = row.refunded, parts = row.parts
    from unnest(${columns.ids}::bigint[], ${columns.won}::integer[], ${columns.refunded}::integer[],
                ${columns.parts}::integer[]) as row (id, won, refunded, parts)
   where outcome.id = row.id`

type Settled = { certainty: 'provisional' | 'confirmed'; sentAt?: Date | null | undefined }

export const settleMarkets = (tx: Tx, ids: readonly number[], { certainty, sentAt = null }: Settled) => tx`
  update sportsbook_market
     set status = 'settled', certainty = ${certainty}, awaits_score = false,
         result_sent_at = case ${certainty} when 'confirmed' then greatest(result_sent_at, ${sentAt}::timestamptz)
                                            else result_sent_at end,
         provisional_sent_at = case ${certainty} when 'provisional'
                                 then greatest(provisional_sent_at, ${sentAt}::timestamptz)
                                 else provisional_sent_at end
   where id = any(${ids}::bigint[])`

/** Stores when the results of these markets were confirmed again. */
export const updateResultTimes = (tx: Tx, ids: readonly number[], sentAt: Date) => tx`
  update sportsbook_market set result_sent_at = greatest(result_sent_at, ${sentAt}::timestamptz)
   where id = any(${ids}::bigint[])`

/** Stores when the feed rolled the results of these markets back, and for some that nothing sent before decides them. */
export const updateRollbackTimes = (
  tx: Tx,
  ids: readonly number[],
  { decided, sentAt }: { decided: readonly number[]; sentAt: Date },
) => tx`
  update sportsbook_market
     set reopened_sent_at = greatest(reopened_sent_at, ${sentAt}::timestamptz),
         result_sent_at = case when id = any(${decided}::bigint[]) then greatest(result_sent_at, ${sentAt}::timestamptz)
                               else result_sent_at end
   where id = any(${ids}::bigint[])`

type OvertakingColumns = { marketIds: number[]; results: string[] }

/** Keeps confirmed results that contradict those that stand, the newest of each market. */
export const upsertOvertaking = (tx: Tx, sentAt: Date, { marketIds, results }: OvertakingColumns) => tx`
  insert into sportsbook_overtaking_result as kept (market_id, sent_at, results)
  select market_id, ${sentAt}::timestamptz, results::jsonb
    from unnest(${marketIds}::bigint[], ${results}::text[]) as row (market_id, results)
   order by market_id
  on conflict (market_id) do update set sent_at = excluded.sent_at, results = excluded.results
   where kept.sent_at < excluded.sent_at`

export type OvertakingRow = {
  marketId: number
  sentAt: Date
  results: { code: string; won: number; refunded: number; of: number }[]
}

/** Removes the kept results of these markets, and returns them. */
export const deleteOvertaking = (tx: Tx, marketIds: readonly number[]) => tx<OvertakingRow[]>`
  delete from sportsbook_overtaking_result where market_id = any(${marketIds}::bigint[])
  returning market_id as "marketId", sent_at as "sentAt", results`

export const suspendMarkets = (tx: Tx, ids: readonly number[]) => tx`
  update sportsbook_market set status = 'suspended' where id = any(${ids}::bigint[]) and status = 'open'`

/**
 * Queues bet builders of finished matches that use these markets for resolution; not those that also use one waiting
 * for operators.
 */
export const resolveBuilders = (tx: Tx, marketIds: readonly number[]) => tx`
  update sportsbook_market builder set status = 'closed'
    from sportsbook_market market
    join sportsbook_outcome outcome on outcome.market_id = market.id
    join sportsbook_fixture fixture on fixture.id = market.fixture_id and fixture.match_status < 0
   where market.id = any(${marketIds}::bigint[]) and builder.fixture_id = market.fixture_id
     and outcome.id = any(builder.selections) and builder.status in ('settled', 'suspended')
     and not exists (
       select from sportsbook_outcome needed
         join sportsbook_market_proposal proposal on proposal.market_id = needed.market_id
         join sportsbook_market named on named.id = needed.market_id and named.status <> 'settled'
        where needed.id = any(builder.selections))`

/**
 * Stores the proposals for these markets, the latest one; they take no bets, and neither our own count nor a timeout
 * resolves them, or a bet builder that uses one.
 */
export const upsertProposals = async (
  tx: Tx,
  why: 'dead_heat' | 'incomplete',
  { marketIds, results }: { marketIds: number[]; results: string[] },
): Promise<void> => {
  await tx`
    insert into sportsbook_market_proposal (market_id, why, results)
    select market_id, ${why}, results::jsonb
      from unnest(${marketIds}::bigint[], ${results}::text[]) as row (market_id, results)
     order by market_id
    on conflict (market_id) do update
       set why = excluded.why, results = excluded.results, proposed_at = excluded.proposed_at`
  await suspendMarkets(tx, marketIds)
  const waiting = await selectWithBuilders(tx, marketIds)
  // Results of markets that were closed for a recount are cleared.
  await tx`
    update sportsbook_outcome outcome set won = null, refunded = null, parts = null
      from sportsbook_market market
     where market.id = any(${waiting}::bigint[]) and market.status = 'closed' and outcome.market_id = market.id`
  await tx`
    update sportsbook_market set status = 'suspended', awaits_score = false
     where id = any(${waiting}::bigint[]) and (status = 'closed' or awaits_score)`
}

/** Reverts the results of these markets; they take no bets until the next prices or result. */
export const unsettle = async (tx: Tx, marketIds: readonly number[]): Promise<void> => {
  await tx`
    update sportsbook_outcome set won = null, refunded = null, parts = null
     where market_id = any(${marketIds}::bigint[])`
  await tx`
    update sportsbook_market set status = 'suspended', certainty = null
     where id = any(${marketIds}::bigint[]) and status = 'settled'`
}

type Window = { from: Date | null; until: Date | null; sentAt?: Date | undefined }

/** These markets, and the bet builders that use an outcome of one. */
export const selectWithBuilders = async (tx: Tx, marketIds: readonly number[]): Promise<number[]> => {
  const rows = await tx<{ id: number }[]>`
    select id from unnest(${marketIds}::bigint[]) as named (id)
    union
    select builder.id
      from sportsbook_market market
      join sportsbook_outcome outcome on outcome.market_id = market.id
      join sportsbook_market builder
        on builder.fixture_id = market.fixture_id and outcome.id = any(builder.selections)
     where market.id = any(${marketIds}::bigint[])
     order by 1`
  return rows.map(({ id }) => id)
}

/** The void reason of bets placed after a goal; the view `sportsbook_spoken_market` has it too. */
export const LATE = 'placed after a goal or a red card'

/**
 * Which of these markets the feed rolled this window back on, or all windows, by a message sent no earlier: a
 * cancellation of that time is an old one.
 */
export const selectRolledBack = (
  tx: Tx,
  marketIds: readonly number[],
  { from, until, sentAt }: Window & { sentAt: Date },
) => tx<{ marketId: number }[]>`
  select distinct market_id as "marketId" from sportsbook_cancellation_rollback
   where market_id = any(${marketIds}::bigint[]) and sent_at >= ${sentAt}
     and placed_during in (tstzrange(null, null), tstzrange(${from}::timestamptz, ${until}::timestamptz))`

/**
 * The same window of a market is written once per reason: the reason decides whether it is compared with other feeds.
 * A newer message about it makes it newer than rollbacks sent before.
 */
export const insertCancellations = (
  tx: Tx,
  marketIds: readonly number[],
  { from, until, reason, sentAt }: Window & { reason: string },
) => tx`
  with renewed as (
    update sportsbook_cancellation set sent_at = ${sentAt ?? null}::timestamptz
     where market_id = any(${marketIds}::bigint[]) and rolled_back_at is null and reason = ${reason}
       and placed_from is not distinct from ${from}::timestamptz
       and placed_until is not distinct from ${until}::timestamptz
       and ${sentAt ?? null}::timestamptz is not null
       and (sent_at is null or sent_at < ${sentAt ?? null}::timestamptz)
  )
  insert into sportsbook_cancellation (market_id, placed_from, placed_until, reason, sent_at)
  select row.market_id, ${from}::timestamptz, ${until}::timestamptz, ${reason}, ${sentAt ?? null}::timestamptz
    from unnest(${marketIds}::bigint[]) as row (market_id)
   where not exists (
     select from sportsbook_cancellation cancelled
      where cancelled.market_id = row.market_id and cancelled.rolled_back_at is null
        and cancelled.placed_from is not distinct from ${from}::timestamptz
        and cancelled.placed_until is not distinct from ${until}::timestamptz
        and cancelled.reason = ${reason})
   order by row.market_id`

/**
 * Ends the windows of these markets: the given one, or all, except those made by the house and those that a newer
 * message made. Returns how many ended.
 */
export const rollBackCancellations = async (
  tx: Tx,
  marketIds: readonly number[],
  { from, until, sentAt }: Window,
): Promise<number> => {
  const ended = await tx<object[]>`
    update sportsbook_cancellation set rolled_back_at = clock_timestamp()
     where market_id = any(${marketIds}::bigint[]) and rolled_back_at is null and reason <> ${LATE}
       and ((${from}::timestamptz is null and ${until}::timestamptz is null)
            or (placed_from is not distinct from ${from}::timestamptz
                and placed_until is not distinct from ${until}::timestamptz))
       and coalesce(sent_at <= ${sentAt ?? null}::timestamptz, true)
    returning market_id`
  return ended.length
}

/** Stores when the feed rolled this window of these markets back, or all of them if it has no ends. */
export const upsertRollbacks = (
  tx: Tx,
  marketIds: readonly number[],
  { from, until, sentAt }: Window & { sentAt: Date },
) => tx`
  insert into sportsbook_cancellation_rollback as kept (market_id, placed_during, sent_at)
  select market_id, tstzrange(${from}::timestamptz, ${until}::timestamptz), ${sentAt}::timestamptz
    from unnest(${marketIds}::bigint[]) as market_id
   order by market_id
  on conflict (market_id, placed_during) do update set sent_at = greatest(kept.sent_at, excluded.sent_at)`

/** Queues the bets on these fixtures for settlement. */
export const insertTasks = (tx: Tx, fixtureIds: readonly number[]) => tx`
  insert into sportsbook_settlement_task as task (fixture_id)
  select fixture_id from unnest(${fixtureIds}::bigint[]) as fixture_id order by fixture_id
  on conflict (fixture_id) do update set requested = task.requested + 1`

/**
 * Changes the start of a fixture that has not started, if given, and returns it; one that has started stays
 * unchanged.
 */
export const moveFixture = (tx: Tx, id: number, startsAt: Date | null) => tx<{ id: number }[]>`
  update sportsbook_fixture
     set starts_at = coalesce(${startsAt}::timestamptz, starts_at)
   where id = ${id} and match_status = 0
  returning id`

/** Match states after events. Another message of the same version keeps the first one's row. */
export const insertMoments = insertInto(
  'sportsbook_moment',
  {
    fixtureId: 'bigint',
    version: 'bigint',
    matchStatus: 'int',
    clockPeriod: 'text null',
    minute: 'int null',
    state: 'jsonb null',
  },
  'order by 1, 2 on conflict (fixture_id, version) do nothing',
)

/** Deletes rows older than this many days, a part at a time; returns how many. */
export const deleteOldMoments = async (sql: Sql, days: number, max: number): Promise<number> => {
  const rows = await sql<object[]>`
    delete from sportsbook_moment
     where ctid in (select ctid from sportsbook_moment where told_at < now() - make_interval(days => ${days})
                     limit ${max})
    returning fixture_id`
  return rows.length
}

export const deleteLeads = (tx: Tx, fixtureIds: readonly number[]) => tx`
  delete from sportsbook_lead where fixture_id = any(${fixtureIds}::bigint[])`

/** Stores the lead of a side; its largest one stays. */
export const upsertLeads = insertInto(
  'sportsbook_lead',
  { fixtureId: 'bigint', code: 'text', goals: 'int' },
  'order by 1, 2 on conflict (fixture_id, code) do update set goals = greatest(sportsbook_lead.goals, excluded.goals)',
)
