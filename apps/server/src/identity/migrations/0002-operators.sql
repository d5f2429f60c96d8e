-- People of the house who act on players and settings: no players, in no table of theirs.
create table identity_operator (
  id bigint generated always as identity primary key,
  email text not null,
  password_hash text not null,
  -- A one-time password is good for one thing: choosing another.
  must_change_password boolean not null default true,
  -- When the one-time password was issued: it is good for a time only.
  password_issued_at timestamptz not null default now(),
  permissions text[] not null,
  -- Null: by the command on the machine itself, as the first one is.
  created_by bigint references identity_operator (id),
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  disabled_by bigint references identity_operator (id),
  constraint identity_operator_email unique (email),
  constraint identity_operator_email_is_lower check (email = lower(email)),
  constraint identity_operator_disabled_is_whole check ((disabled_at is null) = (disabled_by is null)),
  constraint identity_operator_disabled_by_another check (disabled_by <> id)
);

-- Sessions of operators, apart from players': a token of the one opens nothing of the other.
create table identity_operator_session (
  id bigint generated always as identity primary key,
  token_hash text not null check (length(token_hash) = 43),
  operator_id bigint not null references identity_operator (id),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  ip text not null,
  user_agent text not null,
  constraint identity_operator_session_token unique (token_hash)
);
create index identity_operator_session_of_operator on identity_operator_session (operator_id);
