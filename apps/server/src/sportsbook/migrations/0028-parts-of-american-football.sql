-- Markets on quarters and halves of simulated American football are no longer offered: the model of their prices did not
-- fit points that come in threes and sevens. Those still open for matches to come are suspended; bets on them stand.
-- accepted: the matches of the next hours, and a fixture is locked before its markets, as everywhere.
update sportsbook_fixture
   set version = version + 1
 where simulated and match_status = 0 and starts_at > now() - interval '1 day'
   and exists (select from sportsbook_market market
                where market.fixture_id = sportsbook_fixture.id and market.type like 'american_football.%'
                  and market.period not in ('full', 'all') and market.status = 'open');
-- accepted: the markets of these matches.
update sportsbook_market market
   set status = 'suspended'
  from sportsbook_fixture fixture
 where fixture.id = market.fixture_id and fixture.simulated and fixture.match_status = 0
   and fixture.starts_at > now() - interval '1 day' and market.type like 'american_football.%'
   and market.period not in ('full', 'all') and market.status = 'open';
