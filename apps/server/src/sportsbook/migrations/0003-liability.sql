-- What the open bets on an outcome have staked and would return. A market's liability is the worst outcome's
-- returns less all stakes on the market. Only outcomes with open bets have a row, so the table stays small.
create table sportsbook_liability (
  outcome_id bigint primary key references sportsbook_outcome,
  market_id bigint not null references sportsbook_market,
  stake_cents bigint not null check (stake_cents >= 0),
  return_cents bigint not null,
  constraint sportsbook_liability_returns check (return_cents >= stake_cents)
) with (fillfactor = 50); -- room to count every list in place: no index row changes with its sums
create index sportsbook_liability_of_market on sportsbook_liability (market_id);

-- What a list decided by no longer stands: others took the module meanwhile. Told as a serialization failure, so
-- that the transaction is undone and tried again.
create function sportsbook_liability_moved() returns bigint language plpgsql as $$
begin
  raise exception 'the liability has grown since it was read' using errcode = 'serialization_failure';
end $$;

insert into sportsbook_liability (outcome_id, market_id, stake_cents, return_cents)
select outcome.id, outcome.market_id, sum(bet.stake_cents), sum(bet.potential_return_cents)
  from sportsbook_bet bet
  join sportsbook_leg leg on leg.bet_id = bet.id
  join sportsbook_outcome outcome on outcome.id = leg.outcome_id
 where bet.status = 'open'
 group by outcome.id, outcome.market_id;
