-- The message centre: what a player is told, without words, so that it is read in the language of the moment.
create table messages_message (
  id bigint generated always as identity primary key,
  player_id bigint not null,
  kind text not null check (kind in ('result', 'bonus', 'cashier', 'system')),
  -- What it says, by the key of its texts, and what fills them.
  text_key text not null,
  text_values jsonb not null,
  -- Where in the app it leads.
  link text check (link like '/%'),
  -- What it is about, as the one who tells names it: told twice, it is there once.
  source text not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  constraint messages_message_source unique (player_id, source)
);
grant update (read_at), delete on messages_message to palpite_app;
create index messages_message_of_player on messages_message (player_id, id desc);
create index messages_message_of_kind on messages_message (player_id, kind, id desc);
create index messages_message_unread on messages_message (player_id, kind) where read_at is null;
create index messages_message_by_age on messages_message (created_at);

-- How a player wants to be told of a kind of message; without a row in the centre alone.
create table messages_preference (
  player_id bigint not null,
  kind text not null check (kind in ('result', 'bonus', 'cashier', 'system')),
  -- Money and the account always stand in the centre.
  in_centre boolean not null check (in_centre or kind in ('result', 'bonus')),
  by_mail boolean not null,
  by_push boolean not null,
  primary key (player_id, kind)
);
grant update on messages_preference to palpite_app;

-- In which language a player is told outside the app, and when not by push, in minutes from midnight in Brasília.
create table messages_reader (
  player_id bigint primary key,
  lang text not null check (lang ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  quiet_from_minute int not null check (quiet_from_minute between 0 and 1439),
  quiet_to_minute int not null check (quiet_to_minute between 0 and 1439)
);
grant update on messages_reader to palpite_app;

-- Browsers that take pushes, with the keys that what is sent to them is sealed with.
create table messages_push_target (
  id bigint generated always as identity primary key,
  player_id bigint not null,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now()
);
grant update, delete on messages_push_target to palpite_app;
create index messages_push_target_of_player on messages_push_target (player_id, id);

-- What is still to be mailed or pushed. A row goes once its message has left, was read meanwhile, or was tried too often.
create table messages_delivery (
  message_id bigint not null references messages_message (id) on delete cascade,
  way text not null check (way in ('mail', 'push')),
  tries int not null default 0,
  next_try_at timestamptz not null default now(),
  primary key (message_id, way)
);
grant update, delete on messages_delivery to palpite_app;
create index messages_delivery_due on messages_delivery (way, next_try_at);

-- A chat between a player and the house. A player has one that is open at most.
create table messages_thread (
  id bigint generated always as identity primary key,
  player_id bigint not null,
  -- The language the player wrote from.
  lang text not null check (lang ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  opened_at timestamptz not null default now(),
  last_line_at timestamptz not null default now(),
  -- Since when the player waits for an answer.
  waits_since timestamptz default now(),
  closed_at timestamptz,
  -- The last line that each side has read.
  player_read_id bigint not null default 0,
  operator_read_id bigint not null default 0,
  -- Until when each side is shown as writing.
  player_types_until timestamptz not null default '-infinity',
  operator_types_until timestamptz not null default '-infinity',
  -- Null once nothing is left to mail.
  next_mail_at timestamptz,
  mail_tries smallint not null default 0,
  constraint messages_thread_waits_while_open check (closed_at is null or waits_since is null)
);
grant update on messages_thread to palpite_app;
create unique index messages_thread_open on messages_thread (player_id) where closed_at is null;
create index messages_thread_of_player on messages_thread (player_id, id desc);
create index messages_thread_waiting on messages_thread (waits_since, id) where waits_since is not null;
create index messages_thread_answered on messages_thread (id desc) where waits_since is null and closed_at is null;
create index messages_thread_closed on messages_thread (id desc) where closed_at is not null;
create index messages_thread_to_mail on messages_thread (next_mail_at) where next_mail_at is not null;

-- What was written. Lines stay as they are.
create table messages_line (
  id bigint generated always as identity primary key,
  thread_id bigint not null references messages_thread (id),
  player_id bigint not null,
  author text not null check (author in ('player', 'operator')),
  -- Who of the house wrote it; null for the player, and for the sandbox.
  operator_id bigint references identity_operator (id),
  text text not null check (length(text) between 1 and 2000),
  about_kind text check (about_kind in ('bet', 'payment')),
  about_id text,
  request_id text not null,
  created_at timestamptz not null default now(),
  -- Sent twice, it is there once.
  constraint messages_line_request unique (player_id, author, request_id),
  constraint messages_line_about_is_whole check ((about_kind is null) = (about_id is null))
);
create index messages_line_of_thread on messages_line (thread_id, id desc);
create index messages_line_of_player on messages_line (player_id, id desc);

-- The picture of a line, as we made it anew: never the bytes that were sent.
create table messages_picture (
  line_id bigint primary key references messages_line (id),
  thread_id bigint not null references messages_thread (id),
  player_id bigint not null,
  webp bytea not null check (length(webp) between 1 and 2000000)
);
