-- How much of the most stake a player may place, where an operator has bounded it; the audit chain says who did, and why.
create table sportsbook_stake_factor (
  player_id bigint primary key,
  factor_bps smallint not null check (factor_bps between 0 and 10000),
  set_at timestamptz not null default now()
);
grant update on sportsbook_stake_factor to palpite_app;

-- Accepted bets that people should look at. Late: a price it took fell by so much within seconds after it.
create table sportsbook_bet_mark (
  bet_id bigint not null references sportsbook_bet,
  kind text not null check (kind in ('late')),
  player_id bigint not null,
  -- By how much the price had fallen, in hundredths of a percent of the one taken: the most that was seen.
  moved_bps integer not null check (moved_bps > 0),
  marked_at timestamptz not null default now(),
  primary key (bet_id, kind)
);
grant update (moved_bps) on sportsbook_bet_mark to palpite_app;
create index sportsbook_bet_mark_of_player on sportsbook_bet_mark (player_id);

-- Bets by when they were placed, to look at the newest alone; rows are added in that order and never move.
create index sportsbook_bet_by_placed on sportsbook_bet
  using brin (placed_at) with (pages_per_range = 32, autosummarize = on);
