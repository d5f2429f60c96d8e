-- One-time tickets for the `token` query of the socket, stored by their hash.
create table realtime_ticket (
  hash bytea primary key,
  player_id bigint not null,
  -- The session it was issued in: when that ends, so does the connection.
  session_id bigint not null,
  -- The language messages are published in on the connection: the one its ticket was asked for in.
  lang text not null default 'pt-BR' check (lang ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  expires_at timestamptz not null
);
grant delete on realtime_ticket to palpite_app;
-- A session that ends takes its unused tickets with it.
create index realtime_ticket_of_session on realtime_ticket (session_id);

-- Messages that a player must not miss: kept a day, so that a client can ask for what came after the last it got.
-- Balances and prices are not in here: the newest one is all that matters.
create table realtime_message (
  -- Counts nothing but the player's own time: see insertMessages.
  seq bigint not null check (seq > 0),
  player_id bigint not null,
  event text not null,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  primary key (player_id, seq)
);
grant delete on realtime_message to palpite_app;
create index realtime_message_by_age on realtime_message (created_at);
