-- One-time tickets for the `token` query of the socket, stored by their hash.
create table realtime_ticket (
  hash bytea primary key,
  player_id bigint not null,
  -- The session it was issued in: when that ends, so does the connection.
  session_id bigint not null,
  expires_at timestamptz not null
);

-- What was said to a player and must not be missed: kept a day, so that a client can ask for what came after
-- the last it saw. Balances are not in here: the newest one is all that matters.
create table realtime_message (
  seq bigint generated always as identity primary key,
  player_id bigint not null,
  event text not null,
  payload jsonb not null,
  created_at timestamptz not null default now()
);
create index realtime_message_of_player on realtime_message (player_id, seq);
create index realtime_message_by_age on realtime_message (created_at);
