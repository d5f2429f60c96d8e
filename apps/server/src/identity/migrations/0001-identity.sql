-- Who plays.
create table identity_player (
  id bigint generated always as identity primary key,
  email text not null,
  password_hash text not null,
  -- E.164, as libphonenumber wrote it.
  phone text,
  -- The player's own invitation code (`yqm` on the wire): random, so that nobody can walk through them.
  invitation_code text not null,
  -- Whose code the player came with. The chain is followed upwards, three levels at most.
  referrer_id bigint references identity_player (id),
  avatar smallint not null default 0 check (avatar between 0 and 35),
  is_test boolean not null default false,
  -- `lx` on the wire: '20' opens withdrawals in USDT.
  lx text not null default '0' check (lx ~ '^[0-9]{1,4}$'),
  name text,
  cpf text check (cpf ~ '^[0-9]{11}$'),
  identified_at timestamptz,
  -- When the password or the e-mail last became another one.
  secured_at timestamptz,
  -- The address the player registered from (Portaria 1.231/2024 asks to keep it).
  registered_ip text not null,
  -- Whether the app wrapper sent the registration (`isapp` on the wire).
  registered_in_app boolean not null,
  created_at timestamptz not null default now(),
  constraint identity_player_email unique (email),
  constraint identity_player_email_is_lower check (email = lower(email)),
  constraint identity_player_invitation_code unique (invitation_code),
  constraint identity_player_is_not_own_referrer check (referrer_id <> id),
  -- Identified means all of it: name, CPF and when.
  constraint identity_player_identity_is_whole check (
    (name is null) = (cpf is null) and (name is null) = (identified_at is null)
  )
);
grant update on identity_player to palpite_app;
create index identity_player_referrer on identity_player (referrer_id) where referrer_id is not null;
create index identity_player_cpf on identity_player (cpf) where cpf is not null;

-- Open sessions. A token is kept as its SHA-256: who reads this table cannot sign in with it.
create table identity_session (
  id bigint generated always as identity primary key,
  token_hash text not null check (length(token_hash) = 43),
  player_id bigint not null references identity_player (id),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  ip text not null,
  user_agent text not null,
  -- What the client said of its device when the session was opened; nothing is decided by it.
  device_kind text not null,
  device_id text not null,
  zone text not null,
  -- Until when the password counts as just given: never by signing in, only by giving it again.
  verified_until timestamptz,
  constraint identity_session_token unique (token_hash)
) with (fillfactor = 70); -- room for `last_seen_at` in place
grant update, delete on identity_session to palpite_app;
create index identity_session_of_player on identity_session (player_id);

-- Each server remembers the sessions in use; this tells all of them which one to forget, with the commit that
-- ends it, whoever ends it.
create function identity_tell_ended_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('identity_session_ended', old.token_hash);
  return null;
end $$;
create trigger identity_session_tells after delete on identity_session
  for each row execute function identity_tell_ended_session();

-- Networks a player signed in from: from these, a sign-in passes while strangers try the account elsewhere.
create table identity_known_network (
  player_id bigint not null references identity_player (id),
  network text not null,
  seen_at timestamptz not null default now(),
  primary key (player_id, network)
);
grant update, delete on identity_known_network to palpite_app;

-- Devices a player signed in on, by the hash of a secret that the device keeps: from these, a sign-in passes where
-- strangers guess. Bounded for each player.
create table identity_known_device (
  player_id bigint not null references identity_player (id),
  device_hash text not null check (length(device_hash) = 43),
  seen_at timestamptz not null default now(),
  primary key (player_id, device_hash)
);
create index identity_known_device_by_hash on identity_known_device (device_hash);
grant update, delete on identity_known_device to palpite_app;

-- The key that challenges for a proof of work are signed with: one for all servers.
create table identity_proof_key (
  is_only boolean primary key default true check (is_only),
  key text not null check (length(key) = 43)
);

-- Challenges that were met, until they are over: each passes one call.
create table identity_used_proof (
  nonce text primary key,
  ends_at timestamptz not null
);
create index identity_used_proof_expiry on identity_used_proof (ends_at);
grant update, delete on identity_used_proof to palpite_app;

-- What a drawn captcha shows, for the two minutes that it lives. Taken out by the first answer, right or wrong.
create table identity_captcha (
  code_id bigint not null,
  ip text not null,
  solution text not null,
  -- What alone it may be solved for; null by the call of the specification, which names nothing.
  purpose text check (purpose in ('login', 'register')),
  expires_at timestamptz not null,
  primary key (code_id, ip)
);
grant update, delete on identity_captcha to palpite_app;
create index identity_captcha_expiry on identity_captcha (expires_at);

-- How often something was tried in its window. Keys hold no e-mail, only its hash.
create table identity_throttle (
  key text primary key,
  taken integer not null check (taken >= 0),
  ends_at timestamptz not null
) with (fillfactor = 70);
grant update, delete on identity_throttle to palpite_app;
create index identity_throttle_expiry on identity_throttle (ends_at);

-- Forgotten passwords. A row is written for every request, of unknown e-mails too, and a job mails the known ones:
-- so the answer and its time tell nothing.
create table identity_reset (
  id bigint generated always as identity primary key,
  email text not null,
  lang text not null,
  -- From where it was asked for, and whether the e-mail had had its number for the day: then it is mailed where its
  -- player signed in from there before. The job finds that out, so that the call need not look anybody up.
  network text not null default '',
  is_over boolean not null default false,
  asked_at timestamptz not null default now(),
  -- Null once nothing is left to mail: it was mailed, or the e-mail is unknown, or it was tried too often.
  next_mail_at timestamptz default now(),
  mail_tries smallint not null default 0,
  player_id bigint references identity_player (id),
  code_hash text,
  code_tries smallint not null default 0,
  -- Tries from networks that the player signed in from, apart from those of strangers.
  known_tries smallint not null default 0,
  code_ends_at timestamptz,
  -- The id that a right code is exchanged for; allows one new password.
  chk_hash text,
  chk_ends_at timestamptz,
  constraint identity_reset_chk unique (chk_hash),
  constraint identity_reset_code_is_whole check (
    (code_hash is null) = (code_ends_at is null)
  ),
  -- Codes are drawn for unknown e-mails too, so that trying one is the same work; they open nothing.
  constraint identity_reset_chk_is_whole check (
    (chk_hash is null) = (chk_ends_at is null) and (chk_hash is null or player_id is not null)
  )
);
grant update, delete on identity_reset to palpite_app;
create index identity_reset_of_email on identity_reset (email, id);
create index identity_reset_to_mail on identity_reset (next_mail_at) where next_mail_at is not null;

-- When a mail is due again, should the one that leaves now not arrive; null once it was tried so often.
create function identity_next_mail_at(tries integer, max_tries integer, retry_seconds double precision)
  returns timestamptz language sql stable as $$
  select case when tries < max_tries then now() + make_interval(secs => retry_seconds) end
$$;

-- One-time sign-in links: mailed, or taken by a player into the app wrapper. A token is kept as its SHA-256.
create table identity_sign_in_link (
  id bigint generated always as identity primary key,
  -- Where it is mailed to; whose it is the job that mails finds out.
  email text,
  lang text not null check (lang ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  player_id bigint references identity_player (id),
  token_hash text,
  ends_at timestamptz,
  asked_at timestamptz not null default now(),
  -- Null once nothing is left to mail.
  next_mail_at timestamptz,
  mail_tries smallint not null default 0,
  constraint identity_sign_in_link_token unique (token_hash),
  constraint identity_sign_in_link_is_whole check (
    (token_hash is null) = (ends_at is null) and (token_hash is null or player_id is not null)
  )
);
grant update, delete on identity_sign_in_link to palpite_app;
create index identity_sign_in_link_of_player on identity_sign_in_link (player_id) where player_id is not null;
create index identity_sign_in_link_to_mail on identity_sign_in_link (next_mail_at) where next_mail_at is not null;

-- Another e-mail that a player wants: a code goes there, and whoever has it has both. One a player.
create table identity_email_change (
  player_id bigint primary key references identity_player (id),
  email text not null check (email = lower(email)),
  lang text not null,
  asked_at timestamptz not null default now(),
  -- Null once nothing is left to mail.
  next_mail_at timestamptz default now(),
  mail_tries smallint not null default 0,
  code_hash text,
  code_tries smallint not null default 0,
  code_ends_at timestamptz,
  constraint identity_email_change_code_is_whole check ((code_hash is null) = (code_ends_at is null))
);
create index identity_email_change_to_mail on identity_email_change (next_mail_at) where next_mail_at is not null;
grant update, delete on identity_email_change to palpite_app;

-- A new password or e-mail, told to the address that was the player's until then.
create table identity_secured_notice (
  id bigint generated always as identity primary key,
  player_id bigint not null references identity_player (id),
  email text not null,
  lang text not null,
  what text not null check (what in ('email', 'password')),
  noted_at timestamptz not null default now(),
  -- Null once nothing is left to mail.
  next_mail_at timestamptz default now(),
  mail_tries smallint not null default 0
);
create index identity_secured_notice_to_mail on identity_secured_notice (next_mail_at) where next_mail_at is not null;
grant update, delete on identity_secured_notice to palpite_app;

-- Somebody tried to register with a player's e-mail: mailed to the player, once in a while at most.
create table identity_taken_notice (
  player_id bigint primary key references identity_player (id),
  lang text not null,
  noted_at timestamptz not null default now(),
  -- Null once nothing is left to mail.
  next_mail_at timestamptz default now(),
  mail_tries smallint not null default 0
);
create index identity_taken_notice_to_mail on identity_taken_notice (next_mail_at) where next_mail_at is not null;
grant update on identity_taken_notice to palpite_app;

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
grant update on identity_operator to palpite_app;

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
grant update, delete on identity_operator_session to palpite_app;
create index identity_operator_session_of_operator on identity_operator_session (operator_id);
