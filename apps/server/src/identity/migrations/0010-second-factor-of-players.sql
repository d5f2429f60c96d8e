-- Since when a player signs in with a second factor: the code of an authenticator app. It stands in the row that every
-- sign-in locks, so that none is decided by what was true before.
alter table identity_player add column second_factor_at timestamptz;

-- The secret of the app, encrypted under a key that is not in the database. Until its first code came it may be replaced.
create table identity_player_factor (
  player_id bigint primary key references identity_player (id),
  sealed_secret text not null,
  created_at timestamptz not null default now(),
  -- The time step of the last code that was taken: each code is good once.
  last_step bigint
);
grant update, delete on identity_player_factor to palpite_app;

-- Codes for a player who lost the app, each good once. What is kept was worked out with a key that is not in the database.
create table identity_recovery_code (
  player_id bigint not null references identity_player (id),
  code_hash text not null check (length(code_hash) = 43),
  created_at timestamptz not null default now(),
  primary key (player_id, code_hash)
);
grant delete on identity_recovery_code to palpite_app;

-- A sign-in whose first factor was right and that waits for its second one: good for minutes and a few tries.
create table identity_sign_in_ticket (
  token_hash text primary key check (length(token_hash) = 43),
  player_id bigint not null references identity_player (id),
  -- The password that was in force: with another one the ticket opens nothing.
  password_hash text not null,
  -- What the first factor was; for the history.
  way text not null,
  tries smallint not null default 0,
  ends_at timestamptz not null
);
create index identity_sign_in_ticket_of_player on identity_sign_in_ticket (player_id);
create index identity_sign_in_ticket_expiry on identity_sign_in_ticket (ends_at);
grant update, delete on identity_sign_in_ticket to palpite_app;

-- Until when this device of the player is not asked for the second factor.
alter table identity_known_device add column trusted_until timestamptz;

-- What the session was opened with beside the first factor; null for a player who has no second one.
alter table identity_session add column factor text;
alter table identity_session add constraint identity_session_factor
  check (factor in ('code', 'recovery', 'passkey', 'device')) not valid;

-- No session opens without a second factor for a player who has one, whatever opens it. The version before knows none: its
-- sign-in of such a player fails here and opens nothing, until this version answers it.
create function identity_session_asks_factor() returns trigger language plpgsql as $$
begin
  if exists (select from identity_player where id = new.player_id and second_factor_at is not null) then
    raise exception 'player % signs in with a second factor', new.player_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger identity_session_asks_factor before insert on identity_session
  for each row when (new.factor is null) execute function identity_session_asks_factor();

-- A second factor is told to its player like a new password. The version before has no words for it: its try to mail one
-- fails, and a later try of this version sends it.
alter table identity_secured_notice drop constraint identity_secured_notice_what_check;
alter table identity_secured_notice add constraint identity_secured_notice_what_check
  check (what in ('email', 'password', 'passkey_added', 'passkey_removed',
                  'factor_on', 'factor_off', 'recovery_used', 'recovery_renewed', 'new_device')) not valid;

-- How a player signed in, for the player to look at. Each sign-in of before stands in no row.
create table identity_sign_in (
  id bigint generated always as identity primary key,
  player_id bigint not null references identity_player (id),
  signed_in_at timestamptz not null default now(),
  way text not null check (way in ('password', 'link', 'passkey', 'register')),
  user_agent text not null,
  -- The network, not the address: a /24 of IPv4, a /56 of IPv6.
  network text not null
);
create index identity_sign_in_of_player on identity_sign_in (player_id, id desc);
grant delete on identity_sign_in to palpite_app;
