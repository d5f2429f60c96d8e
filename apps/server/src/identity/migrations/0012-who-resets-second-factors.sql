-- Who asked for a player's second factor to be taken away, and why. A second, independent operator has to ask for the same.
create table identity_player_factor_reset (
  player_id bigint not null references identity_player (id),
  asked_by bigint not null references identity_operator (id),
  reason text not null,
  asked_at timestamptz not null default now(),
  primary key (player_id, asked_by)
);
grant update, delete on identity_player_factor_reset to palpite_app;

-- The language the player turned the second factor on in: the mail that tells it is gone is written in it. Null for those of
-- before.
alter table identity_player_factor add column lang text;
