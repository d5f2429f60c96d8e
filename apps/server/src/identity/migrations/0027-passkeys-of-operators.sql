-- Passkeys of operators, beside their authenticator app: kept apart from those of players, as everything of operators is.
create table identity_operator_passkey (
  id bigint generated always as identity primary key,
  operator_id bigint not null references identity_operator (id),
  -- As authenticators tell it, in base64url: at most 1023 bytes.
  credential_id text not null check (credential_id ~ '^[A-Za-z0-9_-]+$' and length(credential_id) <= 1364),
  -- What the device knows its operator by; it sends it along with each sign-in.
  user_handle text not null check (length(user_handle) between 1 and 64),
  -- COSE, in base64url.
  public_key text not null check (public_key ~ '^[A-Za-z0-9_-]+$'),
  sign_count bigint not null check (sign_count between 0 and 4294967295),
  name text not null check (length(name) between 1 and 40),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint identity_operator_passkey_credential unique (credential_id)
);
create index identity_operator_passkey_of_operator on identity_operator_passkey (operator_id);
grant update (sign_count, last_used_at), delete on identity_operator_passkey to palpite_app;

-- What a device is to sign: to add a passkey one a session; to sign in of nobody.
create table identity_operator_passkey_challenge (
  challenge text primary key check (length(challenge) = 43),
  session_id bigint references identity_operator_session (id) on delete cascade,
  ends_at timestamptz not null,
  constraint identity_operator_passkey_challenge_session unique (session_id)
);
create index identity_operator_passkey_challenge_expiry on identity_operator_passkey_challenge (ends_at);
grant update, delete on identity_operator_passkey_challenge to palpite_app;
