import type { SportState } from '@palpite/contract'
import type { Period } from '@palpite/odds'
import type { Sql, Tx } from '../../platform/db/index.ts'
import type { SealedTable } from '../../platform/seals-rules.ts'
import type { MarketKey, Selection, Runner } from '../sports/adapter.ts'
import type { EarlyPayout } from '../settings.ts'

export type DecidedFixture = {
  id: number
  sport: string
  matchStatus: number
  clockPeriod: Period | null
  minute: number | null
  state: SportState | null
  /** The runners of a race or an outright. */
  runners: Runner[]
  /** Finished; the wait for missing parts of the result timed out. */
  isOverdue: boolean
}

/**
 * Fixtures with markets to resolve, locked by ascending id as the feeds lock them: closed markets, and those whose wait for
 * the halves, corners or cards of a football match timed out. An unknown result, or parts that do not add up to it, wait
 * without a time limit.
 */
export const lockDecided = (tx: Tx, max: number, waitHours: number) => tx<DecidedFixture[]>`
  select fixture.id, case when is_outright then 'outright' else competition.sport end as sport,
         match_status as "matchStatus", clock_period as "clockPeriod", minute, state,
         case when competition.sport = 'racing' or is_outright then (
           select json_agg(json_build_object('place', place, 'isWithdrawn', is_withdrawn) order by place)
             from sportsbook_fixture_participant where fixture_id = fixture.id)
         else '[]' end as runners,
         match_status = -1 and competition.sport = 'football' and home_score is not null
           and starts_at < now() - make_interval(hours => ${waitHours}) as "isOverdue"
    from sportsbook_fixture fixture
    join sportsbook_competition competition on competition.id = fixture.competition_id
   where fixture.id in (
     (select distinct fixture_id from sportsbook_market where status = 'closed' order by fixture_id limit ${max})
     union
     (select distinct market.fixture_id
        from sportsbook_market market
        join sportsbook_fixture fixture on fixture.id = market.fixture_id
        join sportsbook_competition competition on competition.id = fixture.competition_id
       where market.awaits_score and competition.sport = 'football' and fixture.home_score is not null
         and fixture.match_status = -1 and fixture.starts_at < now() - make_interval(hours => ${waitHours})
       order by market.fixture_id
       limit ${max}))
   order by fixture.id
     for update of fixture`

export type MarketRow = MarketKey & {
  id: number
  fixtureId: number
  awaitsScore: boolean
  outcomeId: number
  code: string
  /** The selections of a bet builder; else null. */
  selections: Selection[] | null
}

/** Closed markets of these fixtures, and those of overdue ones that wait for a score; one row per outcome. */
export const selectClosed = (tx: Tx, fixtureIds: readonly number[], overdueIds: readonly number[]) => tx<
  MarketRow[]
>`
  select market.id, market.fixture_id as "fixtureId", market.type, market.period,
         market.line_quarters as "lineQuarters", market.side, market.awaits_score as "awaitsScore",
         outcome.id as "outcomeId", outcome.outcome_code as code,
         case when market.selections is not null then sportsbook_selected(market.selections) end as selections
    from sportsbook_market market
    join sportsbook_outcome outcome on outcome.market_id = market.id
   where market.fixture_id = any(${fixtureIds}::bigint[])
     and (market.status = 'closed'
          or (market.awaits_score and market.fixture_id = any(${overdueIds}::bigint[])))
   order by market.id, outcome.id`

export type ResolutionColumns = {
  ids: number[]
  won: (number | null)[]
  refunded: (number | null)[]
  parts: (number | null)[]
}

/**
 * Writes the resolutions of these outcomes and clears their price moves: a decided outcome need not be checked for
 * moves again.
 */
export const updateOutcomes = (tx: Tx, columns: ResolutionColumns) => tx`
  update sportsbook_outcome outcome
     set won = row.won, refunded = row.refunded, parts = row.parts, shortened_bps = 0
    from unnest(${columns.ids}::bigint[], ${columns.won}::integer[], ${columns.refunded}::integer[],
                ${columns.parts}::integer[]) as row (id, won, refunded, parts)
   where outcome.id = row.id`

/** Resolved markets become settled; one that cannot be resolved after all stays suspended, and may wait for a score. */
export const updateMarkets = (
  tx: Tx,
  ids: readonly number[],
  statuses: readonly string[],
  awaiting: readonly boolean[],
) => tx`
  update sportsbook_market market set status = row.status, awaits_score = row.awaits
    from unnest(${ids}::bigint[], ${statuses}::text[], ${awaiting}::boolean[]) as row (id, status, awaits)
   where market.id = row.id`

export const insertTasks = (tx: Tx, fixtureIds: readonly number[]) => tx`
  insert into sportsbook_settlement_task as task (fixture_id)
  select fixture_id from unnest(${fixtureIds}::bigint[]) as fixture_id order by fixture_id
  on conflict (fixture_id) do update set requested = task.requested + 1`

export const bumpVersions = (tx: Tx, fixtureIds: readonly number[]) => tx`
  update sportsbook_fixture set version = version + 1 where id = any(${fixtureIds}::bigint[])`

export type Task = { fixtureId: number; requested: number; isSimulated: boolean }

/**
 * Claims fixtures to settle that no other server holds; the lease expires if this server dies. Simulated matches have no other
 * feed to compare with.
 */
export const claimTasks = (sql: Sql, max: number, leaseSeconds: number) => sql<Task[]>`
  update sportsbook_settlement_task task
     set leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds}),
         checked = case when fixture.simulated then task.requested else task.checked end
    from sportsbook_fixture fixture
   where fixture.id = task.fixture_id and task.fixture_id in (
     select fixture_id from sportsbook_settlement_task
      where leased_until < clock_timestamp()
      order by fixture_id
        for update skip locked
      limit ${max})
  returning task.fixture_id as "fixtureId", task.requested, fixture.simulated as "isSimulated"`

export const keepLeases = (sql: Sql, fixtureIds: readonly number[], leaseSeconds: number) => sql`
  update sportsbook_settlement_task
     set leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
   where fixture_id = any(${fixtureIds}::bigint[])`

/** Deletes finished tasks; fixtures that were resolved again meanwhile become free for the next claim. */
export const finishTasks = (sql: Sql, fixtureIds: readonly number[], requested: readonly number[]) => sql`
  with task as (
    select fixture_id, requested from unnest(${fixtureIds}::bigint[], ${requested}::bigint[]) as row (fixture_id, requested)
  ), done as (
    delete from sportsbook_settlement_task using task
     where sportsbook_settlement_task.fixture_id = task.fixture_id
       and sportsbook_settlement_task.requested = task.requested
  )
  update sportsbook_settlement_task set leased_until = '2000-01-01'
    from task
   where sportsbook_settlement_task.fixture_id = task.fixture_id
     and sportsbook_settlement_task.requested <> task.requested`

export type SettledColumns = {
  ids: number[]
  results: (number | null)[]
  /** As text of an array of integers. */
  resolutions: (string | null)[]
  returns: (number | null)[]
  /** The parts of the returns from boosts. */
  boosts: number[]
  /** The parts that are refunds by promise. */
  insured: number[]
}

/** Bets as they were read, a column each: how often settled, the stake of a unit, and whether cancelled. */
type ReadColumns = {
  ids: readonly number[]
  times: readonly number[]
  units: readonly number[]
  cancelled: readonly boolean[]
}

/**
 * The bets among these that were not settled, cashed out or cancelled since they were read, with the id of their common
 * settlement.
 */
export const selectCurrent = (tx: Tx, { ids, times, units, cancelled }: ReadColumns) => tx<
  { id: number; settlementId: number }[]
>`
  select bet.id, (select nextval('sportsbook_settlement_id_seq')) as "settlementId"
    from (select unnest(${ids}::bigint[]) as id, unnest(${times}::integer[]) as times,
                 unnest(${units}::bigint[]) as unit_stake_cents, unnest(${cancelled}::boolean[]) as is_cancelled) as row
    join sportsbook_bet bet
      on bet.id = row.id and bet.settled_times = row.times
         and (bet.cancelled_at is not null) = row.is_cancelled
         and bet.unit_stake_cents - bet.sold_unit_cents = row.unit_stake_cents
         and bet.status <> 'cashed_out'`

/** There are five feeds, and an exchange lists a handful of markets for a race. */
const MAX_REPORTED = 10

/**
 * The bets among these whose player also staked on another outcome of the same match, in any market: whatever the result, one
 * bet may pay for the other. The same outcome on another line does not count, because both win and lose together. A bet
 * builder counts as a stake on each of its selections. Fixtures of several feeds are one match if `isOneEvent` of betting says
 * so. Feeds may order runners and sides differently, so participants are compared, not outcome codes. A simulated match has
 * one fixture. Other fixtures are looked up one by one with a limit, because the planner would otherwise read whole tables.
 */
export const selectOpposed = (tx: Tx, ids: readonly number[]) => tx<{ id: number }[]>`
  with matches as materialized (
    select distinct player_id, fixture_id from sportsbook_leg where bet_id = any(${ids}::bigint[])
  ), told as materialized (
    select own.id as event_id, twin.id as fixture_id
      from (select distinct fixture_id from matches) as known
      join sportsbook_fixture own on own.id = known.fixture_id
     cross join lateral (
       select fixture.id
         from (select other.fixture_id
                 from sportsbook_fixture_participant mine
                 join sportsbook_fixture_participant other
                   on other.participant_id = mine.participant_id and other.fixture_id <> mine.fixture_id
                where mine.fixture_id = own.id
                group by other.fixture_id
               having count(*) > 1) as shared
        cross join lateral (
          select id from sportsbook_fixture
           where id = shared.fixture_id and is_outright = own.is_outright
             and starts_at between own.starts_at - interval '12 hours' and own.starts_at + interval '12 hours'
          offset 0) as fixture
        limit ${MAX_REPORTED}) as twin
     where not own.simulated
     union all
    select distinct fixture_id, fixture_id from matches
  ), staked as materialized (
    select leg.bet_id, leg.player_id, told.event_id, market.type, market.period,
           coalesce((select entry.participant_id::text from sportsbook_fixture_participant entry
                      where entry.fixture_id = leg.fixture_id
                        and entry.place = case market.side when 'home' then 1 when 'away' then 2 end), market.side) as side,
           coalesce((select entry.participant_id::text from sportsbook_fixture_participant entry
                      where entry.fixture_id = leg.fixture_id
                        and entry.place = case when market.type like 'racing.%' or market.type like 'outright.%'
                                                 then outcome.outcome_code::smallint
                                               when outcome.outcome_code = 'home' then 1
                                               when outcome.outcome_code = 'away' then 2 end), outcome.outcome_code) as code
      from matches
      join told on told.event_id = matches.fixture_id
      join sportsbook_leg leg on leg.player_id = matches.player_id and leg.fixture_id = told.fixture_id
      join sportsbook_outcome staked_outcome on staked_outcome.id = leg.outcome_id
      join sportsbook_market whole on whole.id = staked_outcome.market_id
      join sportsbook_outcome outcome on outcome.id = any(coalesce(whole.selections, array[leg.outcome_id]))
      join sportsbook_market market on market.id = outcome.market_id
  ), coded as (
    select player_id, event_id, type, period, side, code, min(bet_id) as first_id, max(bet_id) as last_id
      from staked group by player_id, event_id, type, period, side, code
  )
  select distinct staked.bet_id as id
    from staked
    join coded on coded.player_id = staked.player_id and coded.event_id = staked.event_id
   where staked.bet_id = any(${ids}::bigint[])
     and (coded.type, coded.period, coded.side, coded.code)
         is distinct from (staked.type, staked.period, staked.side, staked.code)
     and (coded.first_id <> staked.bet_id or coded.last_id <> staked.bet_id)`

/**
 * Copies these bets and their legs as they were settled, before a correction replaces that; the copy stays
 * sealed.
 */
export const keepCorrected = (tx: Tx, ids: readonly number[]) => tx`
  with kept as (
    insert into sportsbook_bet_corrected
    select bet.* from sportsbook_bet bet where id = any(${ids}::bigint[]) and settled_at is not null
    returning id, settled_times
  )
  insert into sportsbook_leg_corrected (bet_id, settled_times, legs)
  select kept.id, kept.settled_times, jsonb_agg(to_jsonb(leg) order by leg.place)
    from kept join sportsbook_leg leg on leg.bet_id = kept.id
   group by kept.id, kept.settled_times`

/** Which of these bets were settled before with a result other than this refund code. */
export const selectCounted = (tx: Tx, ids: readonly number[], refunded: number) => tx<{ id: number }[]>`
  select distinct id from sportsbook_bet_corrected where id = any(${ids}::bigint[]) and result <> ${refunded}`

/** Sealed bets: each settlement of each. */
export const sealedBets: SealedTable = { tableName: 'sportsbook_settled_bet', moment: 'settled_at' }

/** Writes the new state of these bets; one without a result is open again. */
export const updateBets = (tx: Tx, settlementId: number, columns: SettledColumns) => tx`
  update sportsbook_bet bet
     set status = case when row.result is null then 'open' else 'settled' end,
         result = row.result, resolutions = row.resolutions::integer[], return_cents = row.return_cents,
         boost_cents = row.boost_cents, insured_cents = row.insured_cents,
         settled_at = case when row.result is not null then now() end,
         settlement_id = case when row.result is not null then ${settlementId}::bigint end,
         settled_times = bet.settled_times + 1
    from (select unnest(${columns.ids}::bigint[]) as id, unnest(${columns.results}::integer[]) as result,
                 unnest(${columns.resolutions}::text[]) as resolutions,
                 unnest(${columns.returns}::bigint[]) as return_cents,
                 unnest(${columns.boosts}::bigint[]) as boost_cents,
                 unnest(${columns.insured}::bigint[]) as insured_cents) as row
   where bet.id = row.id`

export type SettlementRow = { id: number; bets: number; stakeCents: number; returnCents: number }

export const insertSettlement = (tx: Tx, { id, bets, stakeCents, returnCents }: SettlementRow) => tx`
  insert into sportsbook_settlement (id, bets, stake_cents, return_cents)
  overriding system value
  values (${id}, ${bets}, ${stakeCents}, ${returnCents})`

export const countMarketsOf = (sql: Sql, feed: string) => sql<{ settled: number; open: number }[]>`
  select count(*) filter (where market.status = 'settled') as settled,
         count(*) filter (where market.status <> 'settled' and fixture.match_status = -1) as open
    from sportsbook_market market
    join sportsbook_fixture fixture on fixture.id = market.fixture_id
   where fixture.feed = ${feed}`

export type WaitingFixtureRow = Pick<DecidedFixture, 'id' | 'sport' | 'matchStatus' | 'state'> & {
  feed: string
  feedKey: string
  startsAt: Date
  /** How many of its markets wait. */
  markets: number
  /** One of them waits for data missing in our own count. */
  isUncounted: boolean
}

/**
 * Finished fixtures with markets without a result, the longest waiting first: markets that our own count could not decide, and
 * markets with open bets that it may not decide or whose result was reverted. Markets of an interrupted or postponed match
 * wait for the match.
 */
export const selectWaiting = (sql: Sql, max: number) => sql<WaitingFixtureRow[]>`
  select fixture.id, feed, feed_key as "feedKey", case when is_outright then 'outright' else competition.sport end as sport,
         starts_at as "startsAt", match_status as "matchStatus", state, waiting.markets,
         waiting.is_uncounted as "isUncounted"
    from (select fixture_id, count(*)::integer as markets, bool_or(awaits_score) as is_uncounted
            from (select id, fixture_id, awaits_score from sportsbook_market where awaits_score
                  union
                  select market.id, market.fixture_id, market.awaits_score
                    from sportsbook_liability liability
                    join sportsbook_market market
                      on market.id = liability.market_id and market.status in ('open', 'suspended')
                    join sportsbook_fixture ended
                      on ended.id = market.fixture_id and ended.match_status < 0 and ended.match_status not in (-11, -13)) as market
           group by fixture_id) as waiting
    join sportsbook_fixture fixture on fixture.id = waiting.fixture_id
    join sportsbook_competition competition on competition.id = fixture.competition_id
   where match_status < 0
   order by starts_at, fixture.id
   limit ${max}`

/**
 * Claims leads not processed yet (several servers claim different ones), and marks the legs won by their team's lead: by the
 * promise stored with the bet, or by these rules for bets older than stored promises. Legs that are void, or wait for a
 * decision, are left out (`payLeadsAgain`). Queues their matches for settlement. Returns a row for each leg.
 */
export const payLeads = (sql: Sql, payouts: readonly EarlyPayout[], max: number) => sql<
  { fixtureId: number }[]
>`
  with ahead as materialized (
    select lead.fixture_id, lead.code, lead.goals, fixture.starts_at
      from sportsbook_lead lead
      join sportsbook_fixture fixture on fixture.id = lead.fixture_id
     where lead.paid_goals < lead.goals
     order by lead.fixture_id, lead.code
     limit ${max}
       for update of lead skip locked
  ), ended as (
    update sportsbook_lead lead
       set paid_goals = ahead.goals
      from ahead
     where lead.fixture_id = ahead.fixture_id and lead.code = ahead.code
  ), paid as (
    update sportsbook_leg leg
       set is_paid_early = true
      from ahead, sportsbook_market market, sportsbook_outcome outcome, sportsbook_bet bet
     where market.fixture_id = ahead.fixture_id and market.type = 'football.1x2' and market.period = 'full'
       and outcome.market_id = market.id and outcome.outcome_code = ahead.code
       and leg.fixture_id = ahead.fixture_id and leg.outcome_id = outcome.id and not leg.is_paid_early
       and bet.id = leg.bet_id and bet.status = 'open'
       -- A leg that was in play when the bet was placed has no promise, even where another leg of the bet has one.
       and leg.standing is null
       and not exists (select from sportsbook_standing_leg held
                        where held.bet_id = leg.bet_id and held.place = leg.place
                          and (held.is_contested or held.is_cancelled))
       and (bet.promises is not null or bet.placed_at < ahead.starts_at)
       and case when bet.promises is not null then ahead.goals >= (bet.promises #>> '{earlyPayout,lead}')::integer
                else exists (
                  select from unnest(${payouts.map(({ lead }) => lead)}::integer[],
                                     ${payouts.map(({ from }) => from)}::timestamptz[],
                                     ${payouts.map(({ until }) => until)}::timestamptz[]) as rule (lead, since, until)
                   where ahead.goals >= rule.lead and bet.placed_at >= rule.since and bet.placed_at < rule.until) end
    returning leg.fixture_id
  ), asked as (
    insert into sportsbook_settlement_task as task (fixture_id)
    select distinct fixture_id from paid order by fixture_id
    on conflict (fixture_id) do update set requested = task.requested + 1
  )
  select fixture_id as "fixtureId" from paid`
