-- How much of the most stake a player may place, where an operator has bounded it; the audit chain says who did, and why.
create table sportsbook_stake_factor (
  player_id bigint primary key,
  factor_bps smallint not null check (factor_bps between 0 and 10000),
  set_at timestamptz not null default now()
);
grant update on sportsbook_stake_factor to palpite_app;

-- Accepted bets that people should look at. Late: a price it took fell by so much within seconds after it. Big: much may
-- be lost on it; correlated: on several together. Opposed: both sides of a market from accounts that look like one. Value:
-- a price above what it was worth, noted until it befalls its player often.
create table sportsbook_bet_mark (
  id bigint generated always as identity unique,
  bet_id bigint not null references sportsbook_bet,
  kind text not null check (kind in ('late', 'big', 'correlated', 'value', 'opposed')),
  player_id bigint not null,
  -- By how much the price had fallen, in hundredths of a percent of the one taken: the most that was seen. Of value: by
  -- how much it was above what it was worth.
  moved_bps integer check (moved_bps > 0),
  evidence jsonb not null default '{}',
  marked_at timestamptz not null default now(),
  status text not null default 'open' check (status in ('noted', 'open', 'seen', 'closed')),
  reviewed_by bigint,
  reviewed_at timestamptz,
  reason text,
  primary key (bet_id, kind),
  constraint sportsbook_bet_mark_moved check ((moved_bps is not null) = (kind in ('late', 'value'))),
  constraint sportsbook_bet_mark_reviewed check (
    num_nonnulls(reviewed_by, reviewed_at, reason) = case when status in ('seen', 'closed') then 3 else 0 end
  )
);
grant update (moved_bps, status, reviewed_by, reviewed_at, reason) on sportsbook_bet_mark to palpite_app;
create index sportsbook_bet_mark_of_player on sportsbook_bet_mark (player_id);

-- Bets by when they were placed, to look at the newest alone; rows are added in that order and never move.
create index sportsbook_bet_by_placed on sportsbook_bet
  using brin (placed_at) with (pages_per_range = 32, autosummarize = on);
