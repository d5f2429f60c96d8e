-- Rows of the outbox that failed alone in a reader whose events need no order: the reader goes on behind them, and tries them again
-- every minute until they succeed. A new table: a server of the version before neither reads nor writes it, and stops at such a row.
create table platform_outbox_parked (
  reader text not null,
  id bigint not null,
  player_id bigint not null,
  topic text not null,
  -- A copy: the day of the outbox is dropped once its readers have passed it.
  events text not null,
  parked_at timestamptz not null default now(),
  primary key (reader, id)
);
grant delete on platform_outbox_parked to palpite_app;
