import type { Sport } from '@palpite/odds'
import type { Sql, Tx } from '../../platform/db/index.ts'
import { FIXTURE_LOCKS } from '../catalogue/queries.ts'
import type { MarketKey } from '../sports/adapter.ts'
import { lockChecks } from './contested-queries.ts'

/** The result of an outcome: of `of` parts of a stake, how many are won and how many refunded. */
export type MarketResult = { code: string; won: number; refunded: number; of: number }

export type MarketToSettle = {
  fixtureId: number
  status: 'open' | 'suspended' | 'closed' | 'settled'
  /** Whether the market is open to bets. */
  isTaking: boolean
  /** The codes of its outcomes, by ascending outcome id. */
  codes: string[]
  /**
   * Identifies the decision that operators are asked for: it changes each time they settle or reopen the market, and their
   * earlier votes no longer count.
   */
  judged: string
}

/** The same market of another feed's fixture with another result, with its outcome codes mapped to those of this market. */
export type OtherMarket = {
  marketId: number
  fixtureId: number
  codes: { code: string; otherCode: string }[]
}

/**
 * The settled markets of other feeds that contest this one, by ascending id; without those that operators
 * settled.
 */
export const selectOtherMarkets = (sql: Sql, marketId: number) => sql<OtherMarket[]>`
  select contested.other_market_id as "marketId", contested.other_fixture_id as "fixtureId", contested.others as codes
    from sportsbook_contested_market contested
    join sportsbook_market market
      on market.id = contested.other_market_id and market.status = 'settled' and market.certainty is distinct from 'operator'
   where contested.market_id = ${marketId} and jsonb_array_length(contested.others) > 0
   order by contested.other_market_id`

/**
 * Locks a market's fixture as the feeds do, so that no bet on the match is decided meanwhile, and the fixtures of other feeds
 * that contest it, by ascending id. Bet builders are not locked: their results follow from their selections.
 */
export const lockMarket = async (tx: Tx, marketId: number): Promise<MarketToSettle | undefined> => {
  await lockChecks(tx)
  await tx`
    select pg_advisory_xact_lock(${FIXTURE_LOCKS}::integer, (id % 2147483648)::integer)
      from (select fixture_id as id from sportsbook_market where id = ${marketId}
            union
            select other_fixture_id from sportsbook_contested_market where market_id = ${marketId}
             order by id) as fixture`
  await tx`
    select id from sportsbook_fixture
     where id in (select fixture_id from sportsbook_market where id = ${marketId}
                  union
                  select other_fixture_id from sportsbook_contested_market where market_id = ${marketId})
     order by id
       for update`
  const rows = await tx<MarketToSettle[]>`
    select market.fixture_id as "fixtureId", market.status,
           sportsbook_market_status(market, fixture) = 'open' and fixture.match_status >= 0 as "isTaking",
           outcome.codes, concat_ws(' ', coalesce(market.certainty, 'none'), outcome.standing, settled.last_id) as judged
      from sportsbook_market market
      join sportsbook_fixture fixture on fixture.id = market.fixture_id
     cross join lateral (
       select json_agg(outcome_code order by id) as codes,
              string_agg(concat_ws('/', outcome_code, won, refunded, parts), ' ' order by id) as standing
         from sportsbook_outcome where market_id = market.id) as outcome
     cross join lateral (
       select max(id) as last_id from sportsbook_market_settlement
        where market_id = market.id and state = 'settled') as settled
     where market.id = ${marketId} and market.selections is null`
  return rows[0]
}

export type MarketVote = {
  marketId: number
  operatorId: number
  requestId: string
  results: readonly MarketResult[] | null
  reason: string
  state: 'waits' | 'settled'
}

/** An operator's vote by a call, and whether the results are the same. */
export const selectVote = async (
  tx: Tx,
  requestId: string,
  results: readonly MarketResult[] | null,
): Promise<(Omit<MarketVote, 'results'> & { isSame: boolean }) | undefined> => {
  const rows = await tx<(Omit<MarketVote, 'results'> & { isSame: boolean })[]>`
    select market_id as "marketId", operator_id as "operatorId", request_id as "requestId", reason, state,
           results is not distinct from ${asJson(results)}::jsonb as "isSame"
      from sportsbook_market_settlement where request_id = ${requestId}`
  return rows[0]
}

/** The operators who already voted for this result of the market. */
export const selectVoters = async (
  tx: Tx,
  marketId: number,
  { results, judged }: { results: readonly MarketResult[] | null; judged: string },
): Promise<number[]> => {
  const rows = await tx<{ operatorId: number }[]>`
    select operator_id as "operatorId" from sportsbook_market_settlement
     where market_id = ${marketId} and judged = ${judged}
       and results is not distinct from ${asJson(results)}::jsonb
     order by operator_id`
  return rows.map(({ operatorId }) => operatorId)
}

export const insertVote = (tx: Tx, word: MarketVote & { judged: string }) => tx`
  insert into sportsbook_market_settlement (market_id, operator_id, request_id, results, judged, state, reason)
  values (${word.marketId}, ${word.operatorId}, ${word.requestId}, ${asJson(word.results)}::jsonb, ${word.judged},
          ${word.state}, ${word.reason})`

const asJson = (results: readonly MarketResult[] | null): string | null => results && JSON.stringify(results)

/** Settles a market by operators' decision; neither the feed nor our own count overrides it. */
export const settleByOperators = async (
  tx: Tx,
  marketId: number,
  results: readonly MarketResult[],
): Promise<void> => {
  await tx`
    update sportsbook_outcome outcome
       set won = row.won, refunded = row.refunded, parts = row.parts, shortened_bps = 0
      from unnest(${results.map(({ code }) => code)}::text[], ${results.map(({ won }) => won)}::integer[],
                  ${results.map(({ refunded }) => refunded)}::integer[], ${results.map((one) => one.of)}::integer[])
             as row (code, won, refunded, parts)
     where outcome.market_id = ${marketId} and outcome.outcome_code = row.code`
  await tx`
    update sportsbook_market set status = 'settled', certainty = 'operator', awaits_score = false
     where id = ${marketId}`
}

/** The outcomes of a market and its match; bet builders have none here, as in `lockMarket`. */
export const selectMarketOutcomes = (sql: Sql, marketId: number) => sql<
  { outcomeId: number; code: string; fixtureId: number }[]
>`
  select outcome.id as "outcomeId", outcome.outcome_code as code, market.fixture_id as "fixtureId"
    from sportsbook_market market join sportsbook_outcome outcome on outcome.market_id = market.id
   where market.id = ${marketId} and market.selections is null
   order by outcome.id`

/** Why a market waits for operators, and the proposal. */
export type WaitingMarketRow = {
  marketId: number
  why: 'dead_heat' | 'incomplete' | 'feeds_differ'
  proposedAt: Date
  /** The proposed results of its outcomes. */
  results: MarketResult[] | null
  /** Another feed's results of the same event, if feeds differ. */
  others: MarketResult[] | null
  /** Whether every bet on it waits, or only those placed in the windows. */
  holdsAll: boolean
  /** Windows whose bets this feed has voided and the other has not; null if an end is open. */
  windows: { feed: string; from: string | null; until: string | null }[]
}

/** Markets of all fixtures, or of one, after a market. */
type WaitingPage = { fixtureId: number | null; afterId: number; max: number }

/**
 * Markets that wait for operators, by ascending id. For a contested market, its own feed's result is the proposal and the
 * other feed's result is shown beside it; it waits while bets on it are open.
 */
export const selectWaitingMarkets = (sql: Sql, { fixtureId, afterId, max }: WaitingPage) => sql<
  WaitingMarketRow[]
>`
  select market.id as "marketId", proposal.why, proposal.results, null::jsonb as others,
         proposal.proposed_at as "proposedAt", true as "holdsAll", '[]'::jsonb as windows
    from sportsbook_market_proposal proposal
    join sportsbook_market market on market.id = proposal.market_id and market.status <> 'settled'
   where market.id > ${afterId} and (${fixtureId}::bigint is null or market.fixture_id = ${fixtureId})
   union all
  (select distinct on (contested.market_id)
          contested.market_id, 'feeds_differ',
          (select jsonb_agg(jsonb_build_object('code', outcome_code, 'won', won, 'refunded', refunded, 'of', parts))
             from sportsbook_outcome where market_id = contested.market_id and won is not null),
          contested.others, contested.found_at, contested.holds_all,
          case when isempty(contested.windows) then '[]'::jsonb
               else (select coalesce(jsonb_agg(jsonb_build_object('feed', fixture.feed, 'from', lower(voided),
                                                                  'until', upper(voided)) order by voided, fixture.id), '[]')
                       from sportsbook_spoken_market spoken
                       join sportsbook_fixture fixture on fixture.id = spoken.fixture_id
                      cross join lateral unnest(spoken.windows * contested.windows) as voided
                      where spoken.id in (contested.market_id, contested.other_market_id)) end
     from sportsbook_contested_market contested
     join sportsbook_market market on market.id = contested.market_id and market.selections is null
    where contested.market_id > ${afterId} and (${fixtureId}::bigint is null or contested.fixture_id = ${fixtureId})
      and contested.other_fixture_id <> contested.fixture_id
      and exists (select from sportsbook_outcome outcome
                    join sportsbook_leg leg on leg.fixture_id = contested.fixture_id and leg.outcome_id = outcome.id
                    join sportsbook_bet bet on bet.id = leg.bet_id and bet.status = 'open'
                   where outcome.market_id = contested.market_id
                     and (contested.holds_all or contested.windows @> bet.placed_at))
    order by contested.market_id, contested.other_fixture_id)
   order by 1
   limit ${max}`

export type MarketRow = MarketKey & {
  marketId: number
  fixtureId: number
  feed: string
  feedKey: string
  sport: Sport
  competition: string
  title: string | null
  startsAt: Date
  status: MarketToSettle['status']
  /** Settled by two operators. */
  isByOperators: boolean
  outcomes: {
    code: string
    name: string | null
    /** Its current result. */
    standing: { won: number; refunded: number; of: number } | null
    bets: number
  }[]
  words: { operatorId: number; results: MarketResult[] | null; reason: string; saidAt: string }[]
}

/** These markets with their outcomes, and operators' votes waiting for a second, by ascending id. */
export const selectMarkets = (sql: Sql, marketIds: readonly number[]) => sql<MarketRow[]>`
  select market.id as "marketId", fixture.id as "fixtureId", fixture.feed, fixture.feed_key as "feedKey",
         competition.sport, competition.name as competition,
         coalesce(fixture.title, home.name || ' x ' || away.name) as title, fixture.starts_at as "startsAt",
         market.type, market.period, market.line_quarters as "lineQuarters", market.side, market.status,
         market.certainty is not distinct from 'operator' as "isByOperators",
         (select json_agg(json_build_object(
                   'code', outcome.outcome_code, 'name', runner.name,
                   'standing', case when outcome.won is not null
                                    then json_build_object('won', outcome.won, 'refunded', outcome.refunded,
                                                           'of', outcome.parts) end,
                   'bets', (select count(*) from sportsbook_leg leg
                             where leg.fixture_id = fixture.id and leg.outcome_id = outcome.id)) order by outcome.id)
            from sportsbook_outcome outcome
            left join sportsbook_fixture_participant entry
              on entry.fixture_id = fixture.id and entry.place::text = outcome.outcome_code
            left join sportsbook_participant runner on runner.id = entry.participant_id
           where outcome.market_id = market.id) as outcomes,
         (select coalesce(json_agg(json_build_object('operatorId', word.operator_id, 'results', word.results,
                                                     'reason', word.reason, 'saidAt', word.said_at) order by word.id), '[]')
            from sportsbook_market_settlement word
           where word.market_id = market.id and word.state = 'waits') as words
    from sportsbook_market market
    join sportsbook_fixture fixture on fixture.id = market.fixture_id
    join sportsbook_competition competition on competition.id = fixture.competition_id
    left join sportsbook_fixture_participant first
      on first.fixture_id = fixture.id and first.place = 1 and not (competition.sport = 'racing' or fixture.is_outright)
    left join sportsbook_fixture_participant second
      on second.fixture_id = fixture.id and second.place = 2 and not (competition.sport = 'racing' or fixture.is_outright)
    left join sportsbook_participant home on home.id = first.participant_id
    left join sportsbook_participant away on away.id = second.participant_id
   where market.id = any(${marketIds}::bigint[])
   order by market.id`

/** Markets of a fixture that operators may settle or correct, by ascending id. Bet builders follow their selections. */
export const selectDecidable = async (sql: Sql, fixtureId: number, max: number): Promise<number[]> => {
  const rows = await sql<{ id: number }[]>`
    select market.id
      from sportsbook_market market join sportsbook_fixture fixture on fixture.id = market.fixture_id
     where market.fixture_id = ${fixtureId} and market.selections is null
       and (market.status in ('closed', 'settled') or fixture.match_status < 0)
     order by market.id
     limit ${max}`
  return rows.map(({ id }) => id)
}
