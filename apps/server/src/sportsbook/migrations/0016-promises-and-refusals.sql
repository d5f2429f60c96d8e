-- What a bet was promised beside its prices when it was placed (boosts/rules.ts), so that what operators change later changes
-- no bet: its stake back where one leg alone loses, legs won by a lead. `{}` is nothing; bets from before have null and go by
-- the settings. Signed with the rest of the receipt: the signature is in the row as it is sealed.
alter table sportsbook_bet
  add column promises jsonb,
  add constraint sportsbook_bet_promises check (
    promises is null
    or (jsonb_typeof(promises) = 'object'
        and promises - '{insurance,earlyPayout}'::text[] = '{}'
        and (not promises ? 'insurance'
             or coalesce((promises #>> '{insurance,maxCents}')::bigint > 0 and free_bet_id is null, false))
        and (not promises ? 'earlyPayout' or coalesce((promises #>> '{earlyPayout,lead}')::integer > 0, false)))
  );
-- What of its return was a stake that came back by such a promise: a gift of the house's, as what a boost adds. Of bets that
-- were paid before it stands at nothing: what they were given was the sports book's own.
alter table sportsbook_bet add column insured_cents bigint not null default 0;
alter table sportsbook_bet add constraint sportsbook_bet_insured check (
  insured_cents = 0 or (insured_cents > 0 and status = 'settled' and insured_cents = return_cents and insured_cents <= stake_cents));
grant update (insured_cents) on sportsbook_bet to palpite_app;
-- A correction copies whole rows there.
alter table sportsbook_bet_corrected add column promises jsonb, add column insured_cents bigint not null default 0;

create or replace view sportsbook_standing_bet as
  select id, player_id, status, folds, is_each_way, result, return_cents, settled_times, placed_at, free_bet_id,
         boost_cents,
         -- Whoever sells a part of a parlay gives up what its winnings were boosted by.
         case when sold_unit_cents = 0 or boost ->> 'kind' = 'price' then boost end as boost,
         unit_stake_cents - sold_unit_cents as unit_stake_cents,
         stake_cents - sold_cash_cents - sold_bonus_cents as stake_cents,
         cash_cents - sold_cash_cents as cash_cents, bonus_cents - sold_bonus_cents as bonus_cents,
         promises, insured_cents
    from sportsbook_bet;

-- What a refusal says beside its sentence: which selection it speaks of, a bound, and what would be taken instead. So a page
-- that was loaded anew is told as much as one that waited.
alter table sportsbook_waiting_bet
  add column refusal_detail jsonb,
  add constraint sportsbook_waiting_bet_detail check (refusal_detail is null or status = 'refused');
grant update (refusal_detail) on sportsbook_waiting_bet to palpite_app;
