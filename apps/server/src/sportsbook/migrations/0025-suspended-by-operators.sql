-- An operator has a market, or all markets of a fixture, take no bets until an operator says otherwise. It stands beside what
-- the feed says: nothing the feed says undoes it, and what the feed said meanwhile counts once it is over.
alter table sportsbook_market add column is_suspended boolean not null default false;
alter table sportsbook_fixture add column is_suspended boolean not null default false;

-- How a market stands by what its feed said alone: what a feed's silence has to stop.
create function sportsbook_told_status(market sportsbook_market, fixture sportsbook_fixture) returns text
language sql immutable parallel safe as $$
  select case when market.status = 'open' and market.named_version < fixture.stopped_version
               and not (fixture.stopped_by = 'pre_match' and market.named_by is not distinct from 'live')
              then 'suspended' else market.status end
$$;

-- How a market stands for whoever wants to bet on it. Every read of offers asks this, and no other.
create or replace function sportsbook_market_status(market sportsbook_market, fixture sportsbook_fixture) returns text
language sql immutable parallel safe as $$
  select case when market.status = 'open'
               and (market.is_suspended or fixture.is_suspended
                    or (market.named_version < fixture.stopped_version
                        and not (fixture.stopped_by = 'pre_match' and market.named_by is not distinct from 'live')))
              then 'suspended' else market.status end
$$;
