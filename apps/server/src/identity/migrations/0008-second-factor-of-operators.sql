-- The second factor of operators: the secret of an authenticator app (RFC 6238), encrypted under a key that is not in the
-- database. Until its first code came it is not confirmed, and may be replaced.
create table identity_operator_factor (
  operator_id bigint primary key references identity_operator (id),
  sealed_secret text not null,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  -- The time step of the last code that was taken: each code is good once.
  last_step bigint,
  constraint identity_operator_factor_confirmed_by_code check ((confirmed_at is null) = (last_step is null))
);
grant update, delete on identity_operator_factor to palpite_app;

-- A session may do what its operator may only after a code was given in it.
alter table identity_operator_session add column verified_at timestamptz;

-- Who asked for an operator's second factor to be forgotten. A second, independent operator has to ask for the same.
create table identity_operator_factor_reset (
  operator_id bigint not null references identity_operator (id),
  asked_by bigint not null references identity_operator (id),
  asked_at timestamptz not null default now(),
  primary key (operator_id, asked_by),
  constraint identity_operator_factor_reset_by_another check (operator_id <> asked_by)
);
grant update, delete on identity_operator_factor_reset to palpite_app;
