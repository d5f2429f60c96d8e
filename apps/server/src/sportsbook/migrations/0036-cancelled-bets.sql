-- Open bets of a player who may not bet any more are cancelled and refunded (docs/decisions/0093-what-an-impeded-person-gets-back.md).
-- Null for every other bet. It never changes again: all legs of such a bet stay void, whatever their markets become.
alter table sportsbook_bet
  add column cancelled_at timestamptz,
  add constraint sportsbook_bet_cancelled check (cancelled_at is null or status <> 'settled' or result = 90) not valid;
grant update (cancelled_at) on sportsbook_bet to palpite_app;
-- A correction copies whole rows there.
alter table sportsbook_bet_corrected add column cancelled_at timestamptz;

create function sportsbook_keep_cancelled() returns trigger language plpgsql as $$
begin
  raise exception 'bet % stays cancelled', old.id using errcode = 'check_violation';
end $$;
create trigger sportsbook_bet_stays_cancelled before update of cancelled_at on sportsbook_bet
  for each row when (old.cancelled_at is not null and new.cancelled_at is distinct from old.cancelled_at)
  execute function sportsbook_keep_cancelled();

-- As before, with the time of the cancellation: settling detects a bet that was cancelled since it was read.
create or replace view sportsbook_standing_bet as
  select id, player_id, status, folds, is_each_way, result, return_cents, settled_times, placed_at, free_bet_id,
         boost_cents,
         -- A player who sells a part of a parlay gives up the boost of its winnings.
         case when sold_unit_cents = 0 or boost ->> 'kind' = 'price' then boost end as boost,
         unit_stake_cents - sold_unit_cents as unit_stake_cents,
         stake_cents - sold_cash_cents - sold_bonus_cents as stake_cents,
         cash_cents - sold_cash_cents as cash_cents, bonus_cents - sold_bonus_cents as bonus_cents,
         promises, insured_cents, cancelled_at
    from sportsbook_bet;

-- As before, and each leg of a cancelled bet is void, paid early or contested or not.
create or replace view sportsbook_standing_leg as
  select leg.*, outcome.market_id, outcome.outcome_code,
         bet.cancelled_at is not null or (placed.is_void is true and not held.is_contested) as is_cancelled,
         case when bet.cancelled_at is not null then 0
              when leg.is_paid_early then 1
              when held.is_contested then bet.resolutions[3 * leg.place + 1]
              when placed.is_void then 0 else outcome.won end as won,
         case when bet.cancelled_at is not null then 1
              when leg.is_paid_early then 0
              when held.is_contested then bet.resolutions[3 * leg.place + 2]
              when placed.is_void then 1 else outcome.refunded end as refunded,
         case when bet.cancelled_at is not null then 1
              when leg.is_paid_early then 1
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
     select bet.cancelled_at is null and exists (
       select from sportsbook_contested_market contested
        where contested.market_id = outcome.market_id
          and case when contested.other_fixture_id = contested.fixture_id
                   then contested.windows @> bet.placed_at and placed.is_void is not true
                        and (outcome.parts is null or outcome.refunded <> outcome.parts)
                   else (outcome.won is not null or placed.is_void is true)
                        and ((contested.holds_all and placed.is_void is not true)
                             or contested.windows @> bet.placed_at) end) as is_contested) as held;
