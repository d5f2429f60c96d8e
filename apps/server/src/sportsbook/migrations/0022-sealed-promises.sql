-- From when on the seal of a settled bet holds what the bet was promised, and what of its return was an insured stake. Both
-- came after the first seals: bets that were settled before this moment are hashed without them, as they were sealed.
create table sportsbook_seal_terms (
  is_one boolean primary key default true check (is_one),
  promises_from timestamptz not null
);
create trigger sportsbook_seal_terms_stay before update or delete on sportsbook_seal_terms
  for each row execute function platform_refuse_change();
create trigger sportsbook_seal_terms_are_kept before truncate on sportsbook_seal_terms
  for each statement execute function platform_refuse_change();

-- The columns of the view before, and two more that are null where they were not sealed.
create or replace view sportsbook_settled_bet as
  select bet.id || '/' || bet.settled_times as key, bet.id, bet.player_id, bet.request_id, bet.status, bet.unit_stake_cents,
         bet.folds, bet.is_each_way, bet.stake_cents, bet.cash_cents, bet.bonus_cents, bet.free_cents, bet.free_bet_id,
         bet.potential_return_cents, bet.boost, bet.boost_cents, bet.accept, bet.within_bps, bet.max_stake_cents,
         bet.delay_ms, bet.required_delay_ms, bet.is_offered, bet.signature, bet.placed_at, bet.result, bet.resolutions,
         bet.return_cents, bet.settled_at, bet.settlement_id, bet.settled_times, bet.sold_unit_cents, bet.sold_cash_cents,
         bet.sold_bonus_cents, bet.sold_paid_cents,
         coalesce(
           (select kept.legs from sportsbook_leg_corrected kept
             where kept.bet_id = bet.id and kept.settled_times = bet.settled_times),
           (select jsonb_agg(to_jsonb(leg) order by leg.place) from sportsbook_leg leg where leg.bet_id = bet.id)) as legs,
         case when bet.settled_at >= (select promises_from from sportsbook_seal_terms) then bet.promises end as promises,
         case when bet.settled_at >= (select promises_from from sportsbook_seal_terms) then bet.insured_cents end
           as insured_cents
    from (select id, player_id, request_id, status, unit_stake_cents, folds, is_each_way, stake_cents, cash_cents,
                 bonus_cents, free_cents, free_bet_id, potential_return_cents, boost, boost_cents, accept, within_bps,
                 max_stake_cents, delay_ms, required_delay_ms, is_offered, signature, placed_at, result, resolutions,
                 return_cents, settled_at, settlement_id, settled_times, sold_unit_cents, sold_cash_cents, sold_bonus_cents,
                 sold_paid_cents, promises, insured_cents
            from sportsbook_bet where settled_at is not null
          union all
          select id, player_id, request_id, status, unit_stake_cents, folds, is_each_way, stake_cents, cash_cents,
                 bonus_cents, free_cents, free_bet_id, potential_return_cents, boost, boost_cents, accept, within_bps,
                 max_stake_cents, delay_ms, required_delay_ms, is_offered, signature, placed_at, result, resolutions,
                 return_cents, settled_at, settlement_id, settled_times, sold_unit_cents, sold_cash_cents, sold_bonus_cents,
                 sold_paid_cents, promises, insured_cents
            from sportsbook_bet_corrected) as bet;

-- Only now, while the view is locked: nobody has sealed a bet that was settled after this moment.
insert into sportsbook_seal_terms (promises_from) values (clock_timestamp());
