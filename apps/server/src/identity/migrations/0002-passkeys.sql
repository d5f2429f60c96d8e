-- Passkeys: keys of a player's devices that sign in without password and captcha. What is kept of one opens nothing:
-- its private half never leaves the device.
create table identity_passkey (
  id bigint generated always as identity primary key,
  player_id bigint not null references identity_player (id),
  -- As authenticators tell it, in base64url: at most 1023 bytes.
  credential_id text not null check (credential_id ~ '^[A-Za-z0-9_-]+$' and length(credential_id) <= 1364),
  -- What the device knows its player by; it sends it along with each sign-in.
  user_handle text not null check (length(user_handle) between 1 and 64),
  -- COSE, in base64url.
  public_key text not null check (public_key ~ '^[A-Za-z0-9_-]+$'),
  -- Signatures so far as the device counts them; many always say 0.
  sign_count bigint not null check (sign_count between 0 and 4294967295),
  name text not null check (length(name) between 1 and 40),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint identity_passkey_credential unique (credential_id)
);
create index identity_passkey_of_player on identity_passkey (player_id);
-- A key is never exchanged for another: it is removed, and a new one added.
grant update (sign_count, last_used_at), delete on identity_passkey to palpite_app;

-- What a device is to sign, for the minutes that it lives: taken out by the first answer, right or wrong. That to add a
-- passkey belongs to the session in which the password was just given, one a session; that to sign in to nobody.
create table identity_passkey_challenge (
  challenge text primary key check (length(challenge) = 43),
  session_id bigint references identity_session (id) on delete cascade,
  ends_at timestamptz not null,
  constraint identity_passkey_challenge_session unique (session_id)
);
create index identity_passkey_challenge_expiry on identity_passkey_challenge (ends_at);
grant update, delete on identity_passkey_challenge to palpite_app;

-- A passkey is told to its player like a new password.
alter table identity_secured_notice drop constraint identity_secured_notice_what_check;
alter table identity_secured_notice add constraint identity_secured_notice_what_check
  check (what in ('email', 'password', 'passkey_added', 'passkey_removed'));
