-- Which version of the terms a player accepted, and when. Whoever registered before this table accepted the first.
create table identity_accepted_terms (
  player_id bigint not null references identity_player (id),
  version text not null check (version ~ '^[0-9A-Za-z][0-9A-Za-z._-]{0,19}$'),
  accepted_at timestamptz not null default now(),
  ip text not null,
  primary key (player_id, version)
);
