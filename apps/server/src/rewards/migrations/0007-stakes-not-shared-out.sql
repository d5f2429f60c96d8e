-- Players whose stakes of a day could not be shared out: the run of the day goes on, and they are tried again until they are. A new
-- table: a server of the version before neither reads nor writes it, and stops at such a player.
create table rewards_commission_unshared (
  day date not null,
  player_id bigint not null,
  failed_at timestamptz not null default now(),
  primary key (day, player_id)
);
grant delete on rewards_commission_unshared to palpite_app;
