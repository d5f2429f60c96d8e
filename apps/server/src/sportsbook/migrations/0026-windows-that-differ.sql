-- Two feeds of one event, of which one voids the bets of a window and the other does not. The bets of that window wait on both
-- fixtures; the others of the market do not.
alter table sportsbook_contested_market
  -- The results differ: every bet on the market waits that its own feed has not voided.
  add column holds_all boolean not null default true,
  -- When bets were placed that one feed has voided, and the other would pay.
  add column windows tstzmultirange not null default '{}',
  add check (holds_all or not isempty(windows));

-- As before, and a leg waits too that was placed in such a window, void by its own feed or not.
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
     select (outcome.won is not null or placed.is_void is true)
            and exists (select from sportsbook_contested_market contested
                         where contested.market_id = outcome.market_id
                           and ((contested.holds_all and placed.is_void is not true) or contested.windows @> bet.placed_at))
            as is_contested) as held;

-- What is said of each market: whether it is resolved, every stake on it given back, and the windows whose bets are void by
-- the event. Neither those of wrong prices (`void_reason` 12 of a UOF), which are of the feed's own, nor those that the house
-- makes itself.
create view sportsbook_spoken_market as
  select market.id, market.fixture_id, outcome.is_resolved, outcome.is_void, cancelled.windows
    from sportsbook_market market
   cross join lateral (
     select coalesce(bool_or(won is not null), false) as is_resolved,
            coalesce(bool_and(refunded is not distinct from parts and won is not null), false) as is_void
       from sportsbook_outcome where market_id = market.id) as outcome
   cross join lateral (
     select coalesce(range_agg(tstzrange(placed_from, placed_until)), '{}') as windows
       from sportsbook_cancellation
      where market_id = market.id and rolled_back_at is null
        and reason <> 'feed 12' and reason <> 'placed after a goal or a red card') as cancelled
   where market.selections is null and (outcome.is_resolved or not isempty(cancelled.windows));

-- A market beside the same one of another fixture, outcome by outcome: what the other resolved to, whether that differs, and
-- whether every outcome has its other one. Of a race by who runs; else by who plays, where the sides are swapped.
create function sportsbook_compared(
  mine sportsbook_market, theirs sportsbook_market, is_field boolean, is_swapped boolean,
  out others jsonb, out differs boolean, out is_whole boolean
) returns setof record language sql stable as $$
  select jsonb_agg(jsonb_build_object('code', own.outcome_code, 'otherCode', other.outcome_code, 'won', other.won,
                                      'refunded', other.refunded, 'of', other.parts) order by own.id),
         bool_or(own.won * other.parts <> other.won * own.parts
                 or own.refunded * other.parts <> other.refunded * own.parts),
         count(other.id) = count(*) and count(*) = (select count(*) from sportsbook_outcome where market_id = (theirs).id)
    from sportsbook_outcome own
    left join sportsbook_outcome other
      on other.market_id = (theirs).id
     and other.outcome_code =
         case when is_field then
                (select entry.place::text
                   from sportsbook_fixture_participant runner
                   join sportsbook_fixture_participant entry
                     on entry.participant_id = runner.participant_id and entry.fixture_id = (theirs).fixture_id
                  where runner.fixture_id = (mine).fixture_id and runner.place::text = own.outcome_code)
              when not is_swapped then own.outcome_code
              when own.outcome_code in ('over', 'under', 'yes', 'no', 'odd', 'even') then own.outcome_code
              when (mine).line_quarters is not null then null
              when own.outcome_code = 'home' then 'away'
              when own.outcome_code = 'away' then 'home'
              when own.outcome_code = 'draw' then 'draw' end
   where own.market_id = (mine).id
$$;
