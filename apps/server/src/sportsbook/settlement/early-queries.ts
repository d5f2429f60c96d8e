import type { Tx } from '../../platform/db/index.ts'
import type { EarlyPayout } from '../settings.ts'

/** Leads that no promotion was asked about yet, locked by ascending fixture; another server looks at others. */
export const lockLeads = (tx: Tx, max: number) => tx<{ fixtureId: number; code: string; goals: number }[]>`
  select fixture_id as "fixtureId", code, goals
    from sportsbook_lead
   where paid_goals < goals
   order by fixture_id, code
   limit ${max}
     for update skip locked`

export const endLeads = (tx: Tx, fixtureIds: readonly number[], codes: readonly string[]) => tx`
  update sportsbook_lead lead
     set paid_goals = lead.goals
    from unnest(${fixtureIds}::bigint[], ${codes}::text[]) as row (fixture_id, code)
   where lead.fixture_id = row.fixture_id and lead.code = row.code`

/** Marks the legs that are won by the lead of their team, and has the bets of their matches settled. */
export const markPaidEarly = (
  tx: Tx,
  { sport, from, until }: EarlyPayout,
  { fixtureIds, codes }: { fixtureIds: readonly number[]; codes: readonly string[] },
) => tx<{ fixtureId: number }[]>`
  with ahead as (
    select fixture.id, fixture.starts_at, row.code
      from unnest(${fixtureIds}::bigint[], ${codes}::text[]) as row (fixture_id, code)
      join sportsbook_fixture fixture on fixture.id = row.fixture_id
      join sportsbook_competition competition on competition.id = fixture.competition_id and competition.sport = ${sport}
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
