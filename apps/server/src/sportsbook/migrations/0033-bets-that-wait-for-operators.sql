-- When bets were placed after a goal or a red card that was reported too late: they wait until two operators say whether
-- they are void. Their markets are in `sportsbook_contested_market`, contested by their own fixture.
create table sportsbook_late_window (
  id bigint generated always as identity primary key,
  -- No foreign key: making one locks all fixtures, while the view below waits for bets that wait for a fixture.
  fixture_id bigint not null,
  -- From the time of the goal, by the feed's clock, until our receipt.
  placed_from timestamptz not null,
  placed_until timestamptz not null,
  -- All bets of the window have an id between these.
  first_bet_id bigint not null,
  last_bet_id bigint not null,
  found_at timestamptz not null default clock_timestamp(),
  state text not null default 'held' check (state in ('held', 'void', 'stands')),
  check (placed_from < placed_until and first_bet_id <= last_bet_id)
);
grant update (state) on sportsbook_late_window to palpite_app;
create index sportsbook_late_window_of_fixture on sportsbook_late_window (fixture_id);
create index sportsbook_late_window_held on sportsbook_late_window (id) where state = 'held';

-- What operators said of a window: two who are independent of each other have to say the same. Of each the last word counts.
create table sportsbook_late_window_vote (
  id bigint generated always as identity primary key,
  window_id bigint not null references sportsbook_late_window,
  operator_id bigint not null,
  -- The caller's own id for saying it: sent twice, it is said once.
  request_id text not null unique,
  is_void boolean not null,
  state text not null check (state in ('waits', 'decided')),
  reason text not null check (length(reason) between 10 and 500),
  said_at timestamptz not null default clock_timestamp()
);
create index sportsbook_late_window_vote_of_window on sportsbook_late_window_vote (window_id, operator_id, id);

-- As before, and a leg waits too that was placed in a late window, whether or not its outcome is resolved: it is not sold
-- meanwhile. Not where the decision changes nothing: its bets are void already, or the stake is given back by the result.
create or replace view sportsbook_standing_leg as
  select leg.*, outcome.market_id, outcome.outcome_code, placed.is_void is true and not held.is_contested as is_cancelled,
         case when leg.is_paid_early then 1
              when held.is_contested then bet.resolutions[3 * leg.place + 1]
              when placed.is_void then 0 else outcome.won end as won,
         case when leg.is_paid_early then 0
              when held.is_contested then bet.resolutions[3 * leg.place + 2]
              when placed.is_void then 1 else outcome.refunded end as refunded,
         case when leg.is_paid_early then 1
              when held.is_contested then bet.resolutions[3 * leg.place + 3]
              when placed.is_void then 1 else outcome.parts end as parts,
         -- Of a race: the prices of runners that were withdrawn after the bet was placed, but of those that take nothing from
         -- others; for a place each way, to win.
         (select coalesce(jsonb_agg(coalesce(other.unmoved_price_milli, other.price_milli)), '[]')
            from sportsbook_fixture_participant gone
            join sportsbook_outcome other
              on other.outcome_code = gone.place::text
             and other.market_id = coalesce(
                   (select win.id from sportsbook_market own
                      join sportsbook_market win
                        on win.fixture_id = own.fixture_id
                       and win.type = case own.type when 'outright.each_way' then 'outright.winner' else 'racing.win' end
                     where own.id = outcome.market_id and own.type like '%.each_way'),
                   outcome.market_id)
           where gone.fixture_id = leg.fixture_id and gone.withdrawn_at > bet.placed_at and gone.is_deducted) as withdrawn_prices,
         held.is_contested,
         -- What its bet was settled by, three numbers a leg.
         bet.resolutions as settled_by
    from sportsbook_leg leg
    join sportsbook_bet bet on bet.id = leg.bet_id
    join sportsbook_outcome outcome on outcome.id = leg.outcome_id
    left join lateral (
      select true as is_void from sportsbook_cancellation cancelled
       where cancelled.market_id = outcome.market_id and cancelled.rolled_back_at is null
         and (cancelled.placed_from is null or bet.placed_at >= cancelled.placed_from)
         and (cancelled.placed_until is null or bet.placed_at < cancelled.placed_until)
       limit 1) as placed on true
   cross join lateral (
     select exists (
       select from sportsbook_contested_market contested
        where contested.market_id = outcome.market_id
          and case when contested.other_fixture_id = contested.fixture_id
                   then contested.windows @> bet.placed_at and placed.is_void is not true
                        and (outcome.parts is null or outcome.refunded <> outcome.parts)
                   else (outcome.won is not null or placed.is_void is true)
                        and ((contested.holds_all and placed.is_void is not true)
                             or contested.windows @> bet.placed_at) end) as is_contested) as held;
