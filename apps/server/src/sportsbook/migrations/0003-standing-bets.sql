-- What a bet builder needs, in its order, with what became of it by itself; null of every other market.
create function sportsbook_selected(selections bigint[]) returns jsonb language sql stable as $$
  select jsonb_agg(jsonb_build_object(
           'outcomeId', outcome.id, 'type', market.type, 'period', market.period,
           'lineQuarters', market.line_quarters, 'side', market.side, 'code', outcome.outcome_code,
           'won', outcome.won, 'refunded', outcome.refunded, 'parts', outcome.parts) order by selected.place)
    from unnest(selections) with ordinality as selected (id, place)
    join sportsbook_outcome outcome on outcome.id = selected.id
    join sportsbook_market market on market.id = outcome.market_id
$$;

-- Legs with what they are now: as their outcomes were resolved, or void where the bet was placed in a window whose bets
-- are cancelled.
create view sportsbook_standing_leg as
  select leg.*, outcome.market_id, outcome.outcome_code, placed.is_void as is_cancelled,
         case when leg.is_paid_early then 1 when placed.is_void then 0 else outcome.won end as won,
         case when leg.is_paid_early then 0 when placed.is_void then 1 else outcome.refunded end as refunded,
         case when leg.is_paid_early or placed.is_void then 1 else outcome.parts end as parts,
         -- Of a race: the prices of runners that were withdrawn after the bet was placed; for a place each way, to win.
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
           where gone.fixture_id = leg.fixture_id and gone.withdrawn_at > bet.placed_at) as withdrawn_prices
    from sportsbook_leg leg
    join sportsbook_bet bet on bet.id = leg.bet_id
    join sportsbook_outcome outcome on outcome.id = leg.outcome_id
   cross join lateral (
     select exists (
       select from sportsbook_cancellation cancelled
        where cancelled.market_id = outcome.market_id and cancelled.rolled_back_at is null
          and (cancelled.placed_from is null or bet.placed_at >= cancelled.placed_from)
          and (cancelled.placed_until is null or bet.placed_at < cancelled.placed_until)) as is_void) as placed;

-- Bets as they stand, less what was sold: with their legs, what is needed to settle one or to cash it out.
create view sportsbook_standing_bet as
  select id, player_id, status, folds, is_each_way, result, return_cents, settled_times, placed_at, free_bet_id,
         boost_cents,
         -- Whoever sells a part of a parlay gives up what its winnings were boosted by.
         case when sold_unit_cents = 0 or boost ->> 'kind' = 'price' then boost end as boost,
         unit_stake_cents - sold_unit_cents as unit_stake_cents,
         stake_cents - sold_cash_cents - sold_bonus_cents as stake_cents,
         cash_cents - sold_cash_cents as cash_cents, bonus_cents - sold_bonus_cents as bonus_cents
    from sportsbook_bet;
