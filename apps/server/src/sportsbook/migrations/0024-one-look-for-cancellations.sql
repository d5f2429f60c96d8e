-- Each leg looks for the cancellations of its market once. As a condition they were looked for in each column that asks for them,
-- three times a leg: more than half of what reading bets to settle or cash out cost.
create or replace view sportsbook_standing_leg as
  select leg.*, outcome.market_id, outcome.outcome_code, placed.is_void is true as is_cancelled,
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
    left join lateral (
      select true as is_void from sportsbook_cancellation cancelled
       where cancelled.market_id = outcome.market_id and cancelled.rolled_back_at is null
         and (cancelled.placed_from is null or bet.placed_at >= cancelled.placed_from)
         and (cancelled.placed_until is null or bet.placed_at < cancelled.placed_until)
       limit 1) as placed on true
   cross join lateral (
     select outcome.won is not null
            and exists (select from sportsbook_contested_market contested
                         where contested.market_id = outcome.market_id) as is_contested) as held;
