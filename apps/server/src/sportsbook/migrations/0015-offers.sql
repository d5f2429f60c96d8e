-- The price before this one and when it was replaced: what a page may still have shown when its player asked for it.
alter table sportsbook_outcome
  add column previous_price_milli integer check (previous_price_milli > 1000),
  add column moved_at timestamptz,
  add constraint sportsbook_outcome_moved check (num_nonnulls(previous_price_milli, moved_at) in (0, 2));

-- The last price of an outcome that was held for a player, by the id of the bet that would take it, and until when none is
-- held again unless that bet was placed. No foreign keys: a refusal locks nothing that bets and feeds write.
create table sportsbook_bet_offer (
  player_id bigint not null,
  outcome_id bigint not null,
  request_id text not null,
  paused_until timestamptz not null,
  primary key (player_id, outcome_id)
);
grant update (request_id, paused_until), delete on sportsbook_bet_offer to palpite_app;
