-- A market whose result another feed tells otherwise: two fixtures of two feeds are one event, and say different things of
-- it. Nobody is paid on it until the feeds agree, or two operators have said what became of it.
create table sportsbook_contested_market (
  -- No foreign keys: each would wait for the fixture's row, which its feed holds while it writes results.
  market_id bigint not null,
  fixture_id bigint not null,
  -- The fixture that says otherwise, and its market of the same question; null where it has none.
  other_fixture_id bigint not null,
  other_market_id bigint,
  -- What that market resolved to, by the outcomes of this one: `{"code", "otherCode", "won", "refunded", "of"}`.
  others jsonb not null check (jsonb_typeof(others) = 'array'),
  found_at timestamptz not null default clock_timestamp(),
  primary key (market_id, other_fixture_id)
);
grant update, delete on sportsbook_contested_market to palpite_app;
create index sportsbook_contested_market_of_fixture on sportsbook_contested_market (fixture_id);
create index sportsbook_contested_market_of_other on sportsbook_contested_market (other_fixture_id);

-- How many of its requests were held against what other feeds say. Nobody is paid by a result before it was.
alter table sportsbook_settlement_task add column checked bigint not null default 0;

-- Legs with what they are now: as their outcomes were resolved, or void where the bet was placed in a window whose bets
-- are cancelled. While the result of a market is contested its legs are what their bets were settled by: open, where they
-- were not.
create or replace view sportsbook_standing_leg as
  select leg.*, outcome.market_id, outcome.outcome_code, placed.is_void as is_cancelled,
         case when leg.is_paid_early then 1 when placed.is_void then 0
              when held.is_contested then bet.resolutions[3 * leg.place + 1] else outcome.won end as won,
         case when leg.is_paid_early then 0 when placed.is_void then 1
              when held.is_contested then bet.resolutions[3 * leg.place + 2] else outcome.refunded end as refunded,
         case when leg.is_paid_early or placed.is_void then 1
              when held.is_contested then bet.resolutions[3 * leg.place + 3] else outcome.parts end as parts,
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
   cross join lateral (
     select exists (
       select from sportsbook_cancellation cancelled
        where cancelled.market_id = outcome.market_id and cancelled.rolled_back_at is null
          and (cancelled.placed_from is null or bet.placed_at >= cancelled.placed_from)
          and (cancelled.placed_until is null or bet.placed_at < cancelled.placed_until)) as is_void) as placed
   cross join lateral (
     select outcome.won is not null
            and exists (select from sportsbook_contested_market contested
                         where contested.market_id = outcome.market_id) as is_contested) as held;
