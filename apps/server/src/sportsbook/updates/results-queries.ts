import type { Tx, Sql } from '../../platform/db/index.ts'
import type { MarketKey } from '../sports/adapter.ts'
import { insertInto } from '../../platform/db/insert.ts'

/** Who said what became of a market; null where our own rules did, or nobody has. */
export type Certainty = 'provisional' | 'confirmed' | 'operator' | null

export type ResultRow = MarketKey & {
  marketId: number
  fixtureId: number
  certainty: Certainty
  outcomeId: number
  code: string
  won: number | null
  refunded: number | null
  parts: number | null
}

/** Every market that these fixtures ever offered, a row for each outcome. */
export const selectResults = (tx: Tx, fixtureIds: readonly number[]) => tx<ResultRow[]>`
  select market.id as "marketId", market.fixture_id as "fixtureId", market.type, market.period,
         market.line_quarters as "lineQuarters", market.side, market.certainty,
         outcome.id as "outcomeId", outcome.outcome_code as code, outcome.won, outcome.refunded, outcome.parts
    from sportsbook_market market
    join sportsbook_outcome outcome on outcome.market_id = market.id
   where market.fixture_id = any(${fixtureIds}::bigint[]) and market.selections is null
   order by market.id, outcome.id`

/** The same of the markets that nobody but the feed or operators may settle otherwise. */
export const selectCertain = (tx: Tx, fixtureIds: readonly number[]) => tx<ResultRow[]>`
  select market.id as "marketId", market.fixture_id as "fixtureId", market.type, market.period,
         market.line_quarters as "lineQuarters", market.side, market.certainty,
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

export const settleMarkets = (tx: Tx, ids: readonly number[], certainty: string) => tx`
  update sportsbook_market set status = 'settled', certainty = ${certainty}, awaits_score = false
   where id = any(${ids}::bigint[])`

export const suspendMarkets = (tx: Tx, ids: readonly number[]) => tx`
  update sportsbook_market set status = 'suspended' where id = any(${ids}::bigint[]) and status = 'open'`

/**
 * Bet builders of matches that are over are resolved anew by what became of these markets, which they need; not those that
 * need one that waits for operators, too.
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
 * Keeps what is proposed of these markets, the last said; they take no bets, and neither our own count nor a wait that is
 * over says what became of them, or of a bet builder that needs one.
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
  // What was closed to be counted anew is known no more.
  await tx`
    update sportsbook_outcome outcome set won = null, refunded = null, parts = null
      from sportsbook_market market
     where market.id = any(${waiting}::bigint[]) and market.status = 'closed' and outcome.market_id = market.id`
  await tx`
    update sportsbook_market set status = 'suspended', awaits_score = false
     where id = any(${waiting}::bigint[]) and (status = 'closed' or awaits_score)`
}

/** Takes back what became of these markets; until prices come, or a result, they take no bets. */
export const unsettle = async (tx: Tx, marketIds: readonly number[]): Promise<void> => {
  await tx`
    update sportsbook_outcome set won = null, refunded = null, parts = null
     where market_id = any(${marketIds}::bigint[])`
  await tx`
    update sportsbook_market set status = 'suspended', certainty = null
     where id = any(${marketIds}::bigint[]) and status = 'settled'`
}

type Window = { from: Date | null; until: Date | null }

/** These markets, and the bet builders that need an outcome of one of them. */
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

/** Why the bets of a window are void that were placed after a goal; the view `sportsbook_spoken_market` has it too. */
export const LATE = 'placed after a goal or a red card'

/** The same window of the same market is written once for each reason: by that alone it is held against other feeds, or not. */
export const insertCancellations = (
  tx: Tx,
  marketIds: readonly number[],
  { from, until, reason }: Window & { reason: string },
) => tx`
  insert into sportsbook_cancellation (market_id, placed_from, placed_until, reason)
  select row.market_id, ${from}::timestamptz, ${until}::timestamptz, ${reason}
    from unnest(${marketIds}::bigint[]) as row (market_id)
   where not exists (
     select from sportsbook_cancellation cancelled
      where cancelled.market_id = row.market_id and cancelled.rolled_back_at is null
        and cancelled.placed_from is not distinct from ${from}::timestamptz
        and cancelled.placed_until is not distinct from ${until}::timestamptz
        and cancelled.reason = ${reason})
   order by row.market_id`

/** Ends the windows of these markets: the one named, or all where none is, but those that the house has made itself. */
export const rollBackCancellations = (tx: Tx, marketIds: readonly number[], { from, until }: Window) => tx`
  update sportsbook_cancellation set rolled_back_at = clock_timestamp()
   where market_id = any(${marketIds}::bigint[]) and rolled_back_at is null and reason <> ${LATE}
     and ((${from}::timestamptz is null and ${until}::timestamptz is null)
          or (placed_from is not distinct from ${from}::timestamptz
              and placed_until is not distinct from ${until}::timestamptz))`

/** Asks for the bets on these fixtures to be settled. */
export const insertTasks = (tx: Tx, fixtureIds: readonly number[]) => tx`
  insert into sportsbook_settlement_task as task (fixture_id)
  select fixture_id from unnest(${fixtureIds}::bigint[]) as fixture_id order by fixture_id
  on conflict (fixture_id) do update set requested = task.requested + 1`

/** A fixture that has not begun begins at another time, where it is said. Answers it; one that has begun stays as it is. */
export const moveFixture = (tx: Tx, id: number, startsAt: Date | null) => tx<{ id: number }[]>`
  update sportsbook_fixture
     set starts_at = coalesce(${startsAt}::timestamptz, starts_at)
   where id = ${id} and match_status = 0
  returning id`

/** A feed that tells of a goal later than this has a clock that is off: its bets are looked at by people. */
const MAX_LATE_SECONDS = 120

/** Ids are drawn before prices are read, by no longer than a list may take: a bet of a lower id was placed so much earlier. */
const ID_ORDER_SECONDS = 60

/**
 * Voids the bets on these fixtures that were placed from a moment on until now, market by market where there is one.
 * Nobody places one meanwhile: the fixtures are kept from bets. Reads a match's legs from the newest back to the moment,
 * not all of them: a popular match has hundreds of thousands, and every goal asks.
 */
export const voidLateBets = (tx: Tx, fixtureIds: readonly number[], from: readonly Date[]) => tx<
  { fixtureId: number; markets: number; from: Date; until: Date }[]
>`
  with moment as materialized (
    select clock_timestamp() as now
  ), late as (
    select distinct leg.fixture_id, outcome.market_id, row.placed_from, moment.now
      from unnest(${fixtureIds}::bigint[], ${from}::timestamptz[]) as row (fixture_id, placed_from)
     cross join moment
     cross join lateral (
       select (select leg.bet_id
                 from sportsbook_leg leg
                 join sportsbook_bet bet on bet.id = leg.bet_id
                where leg.fixture_id = row.fixture_id
                  and bet.placed_at < row.placed_from - make_interval(secs => ${ID_ORDER_SECONDS})
                order by leg.bet_id desc
                limit 1) as last_id) as earlier
      join sportsbook_leg leg on leg.fixture_id = row.fixture_id and leg.bet_id > coalesce(earlier.last_id, 0)
      join sportsbook_bet bet on bet.id = leg.bet_id
      join sportsbook_outcome outcome on outcome.id = leg.outcome_id
     where row.placed_from > moment.now - make_interval(secs => ${MAX_LATE_SECONDS})
       and bet.placed_at >= row.placed_from
  ), written as (
    insert into sportsbook_cancellation (market_id, placed_from, placed_until, reason)
    select market_id, placed_from, now, ${LATE} from late order by market_id
    returning market_id
  )
  select late.fixture_id as "fixtureId", count(*)::integer as markets, min(late.placed_from) as "from",
         min(late.now) as "until"
    from late join written on written.market_id = late.market_id
   group by late.fixture_id
   order by late.fixture_id`

/** How matches stand after a turn. One message more of the same version says what the last of them did. */
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

/** Clears away what is older than so many days, a part at a time; answers how many rows it was. */
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

/** What a side leads by now, where it has not led by more. */
export const upsertLeads = insertInto(
  'sportsbook_lead',
  { fixtureId: 'bigint', code: 'text', goals: 'int' },
  'order by 1, 2 on conflict (fixture_id, code) do update set goals = greatest(sportsbook_lead.goals, excluded.goals)',
)
