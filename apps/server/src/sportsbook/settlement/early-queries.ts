import type { Sql } from '../../platform/db/index.ts'
import type { EarlyPayout } from '../settings.ts'

/** Marks the legs that are won by the lead of their team, and has the bets of their matches settled. */
export const markPaidEarly = (sql: Sql, { sport, lead, from, until }: EarlyPayout) => sql<
  { fixtureId: number }[]
>`
  with ahead as (
    select fixture.id, fixture.starts_at,
           case when (state -> 'score' ->> 0)::integer > (state -> 'score' ->> 1)::integer then 'home' else 'away' end as code
      from sportsbook_fixture fixture
      join sportsbook_competition competition on competition.id = fixture.competition_id and competition.sport = ${sport}
     where fixture.match_status between 1 and 3
       and abs((state -> 'score' ->> 0)::integer - (state -> 'score' ->> 1)::integer) >= ${lead}
  ), paid as (
    update sportsbook_leg leg
       set is_paid_early = true
      from ahead, sportsbook_market market, sportsbook_outcome outcome, sportsbook_bet bet
     where market.fixture_id = ahead.id and market.type = 'football.1x2' and market.period = 'full'
       and outcome.market_id = market.id and outcome.outcome_code = ahead.code
       and leg.fixture_id = ahead.id and leg.outcome_id = outcome.id and not leg.is_paid_early
       and bet.id = leg.bet_id and bet.status = 'open' and bet.placed_at < ahead.starts_at
       and bet.placed_at >= ${from}::timestamptz and bet.placed_at < ${until}::timestamptz
    returning leg.fixture_id
  ), asked as (
    insert into sportsbook_settlement_task as task (fixture_id)
    select distinct fixture_id from paid order by fixture_id
    on conflict (fixture_id) do update set requested = task.requested + 1
  )
  select fixture_id as "fixtureId" from paid`
