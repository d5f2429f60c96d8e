-- First halves that take no bets: among them those of finished matches whose half-time score was never said.
create index sportsbook_market_half_suspended on sportsbook_market (fixture_id)
  where status = 'suspended' and period = 2;
