-- The legs of a bet as they were when it was settled: kept by a correction beside the bet itself. What an open bet puts on
-- each of its legs moves as matches end, so the legs of a bet that is open again are not those that were sealed. Corrections
-- from before this keep none: their legs are read as they are now.
create table sportsbook_leg_corrected (
  bet_id bigint not null,
  settled_times integer not null,
  legs jsonb not null,
  primary key (bet_id, settled_times)
);
create trigger sportsbook_leg_corrected_stays before update or delete on sportsbook_leg_corrected
  for each row execute function platform_refuse_change();
create trigger sportsbook_leg_corrected_is_kept before truncate on sportsbook_leg_corrected
  for each statement execute function platform_refuse_change();

-- The columns are those of the view before: what is sealed of a bet stays the same.
create or replace view sportsbook_settled_bet as
  select bet.id || '/' || bet.settled_times as key, bet.*,
         coalesce(
           (select kept.legs from sportsbook_leg_corrected kept
             where kept.bet_id = bet.id and kept.settled_times = bet.settled_times),
           (select jsonb_agg(to_jsonb(leg) order by leg.place) from sportsbook_leg leg where leg.bet_id = bet.id)) as legs
    from (select id, player_id, request_id, status, unit_stake_cents, folds, is_each_way, stake_cents, cash_cents,
                 bonus_cents, free_cents, free_bet_id, potential_return_cents, boost, boost_cents, accept, within_bps,
                 max_stake_cents, delay_ms, required_delay_ms, is_offered, signature, placed_at, result, resolutions,
                 return_cents, settled_at, settlement_id, settled_times, sold_unit_cents, sold_cash_cents, sold_bonus_cents,
                 sold_paid_cents
            from sportsbook_bet where settled_at is not null
          union all
          select id, player_id, request_id, status, unit_stake_cents, folds, is_each_way, stake_cents, cash_cents,
                 bonus_cents, free_cents, free_bet_id, potential_return_cents, boost, boost_cents, accept, within_bps,
                 max_stake_cents, delay_ms, required_delay_ms, is_offered, signature, placed_at, result, resolutions,
                 return_cents, settled_at, settlement_id, settled_times, sold_unit_cents, sold_cash_cents, sold_bonus_cents,
                 sold_paid_cents
            from sportsbook_bet_corrected) as bet;
