-- A second factor given again within a session, for what a stolen session must not do: good for minutes, and once where money
-- leaves. The version before asks nobody for it.
alter table identity_session add column stepped_up_until timestamptz;
-- What a passkey is to sign for it; good for minutes and once. Apart from the challenges that add a passkey, which ask for the
-- password first.
alter table identity_session add column step_up_challenge text;
alter table identity_session add column step_up_challenge_ends_at timestamptz;

-- The mail of a second factor that operators took away. The version before has no words for it: its try to mail one fails, and a
-- later try of this version sends it.
alter table identity_secured_notice drop constraint identity_secured_notice_what_check;
alter table identity_secured_notice add constraint identity_secured_notice_what_check
  check (what in ('email', 'password', 'passkey_added', 'passkey_removed', 'factor_on', 'factor_off', 'factor_reset',
                  'recovery_used', 'recovery_renewed', 'new_device')) not valid;

-- From which countries a player signed in, where the proxy says it. A sign-in by password from another one is asked twice; of a
-- player whose countries nobody knows yet the first one is taken as it comes.
create table identity_player_country (
  player_id bigint not null references identity_player (id),
  -- ISO 3166-1 alpha-2, or T1 for the Tor network.
  country text not null check (country ~ '^[A-Z][A-Z0-9]$'),
  seen_at timestamptz not null default now(),
  primary key (player_id, country)
);
grant delete on identity_player_country to palpite_app;
alter table identity_sign_in add column country text;

-- A sign-in by password from a new country, which waits for the code that is mailed to its player. A table of its own: the version
-- before, which knows none, finds no ticket in it and opens nothing.
create table identity_country_code (
  token_hash text primary key check (length(token_hash) = 43),
  player_id bigint not null references identity_player (id),
  -- The password that was in force: with another one the code opens nothing.
  password_hash text not null,
  country text not null,
  lang text not null,
  ends_at timestamptz not null,
  -- Null until it may be mailed, and once nothing is left to mail.
  next_mail_at timestamptz,
  mail_tries smallint not null default 0,
  code_hash text check (length(code_hash) = 43),
  code_tries smallint not null default 0
);
create index identity_country_code_of_player on identity_country_code (player_id);
create index identity_country_code_expiry on identity_country_code (ends_at);
create index identity_country_code_to_mail on identity_country_code (next_mail_at) where next_mail_at is not null;
grant update, delete on identity_country_code to palpite_app;

-- Until when the second factor counts that a session was opened with, where the law bounds it; null where nothing does.
alter table identity_session add column factor_until timestamptz;
