import type { Sql } from '../../platform/db/index.ts'
import type { EarlyPayout } from '../settings.ts'

/**
 * Looks at leads that nobody looked at yet, another server at others, and marks the legs that are won by the lead of their
 * team: where the bet was promised so, or, of a bet from before promises were kept with it, by these rules. Has the bets of
 * their matches settled. Answers a row for each leg.
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
