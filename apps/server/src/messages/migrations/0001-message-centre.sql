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
