-- The confirmation of a payee before its first payout: a code mailed to the player's own address, good for that payee
-- alone and for any amount. The code is kept as a digest; a payee that was confirmed is so for minutes.
create table identity_payee_code (
  player_id bigint not null references identity_player (id),
  -- As the cashier names it: the method and the key.
  payee text not null check (length(payee) between 3 and 100),
  -- The same with its middle hidden, for the mail.
  shown text not null check (length(shown) between 3 and 100),
  lang text not null check (lang ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  asked_at timestamptz not null default now(),
  -- Null once nothing is left to mail.
  next_mail_at timestamptz default now(),
  mail_tries smallint not null default 0 check (mail_tries >= 0),
  code_hash text check (length(code_hash) = 43),
  code_tries smallint not null default 0 check (code_tries >= 0),
  code_ends_at timestamptz,
  confirmed_until timestamptz,
  primary key (player_id, payee),
  constraint identity_payee_code_is_whole check ((code_hash is null) = (code_ends_at is null)),
  constraint identity_payee_code_confirms check (confirmed_until is null or code_hash is not null)
);
create index identity_payee_code_to_mail on identity_payee_code (next_mail_at) where next_mail_at is not null;
create index identity_payee_code_asked on identity_payee_code (asked_at);
grant update, delete on identity_payee_code to palpite_app;
