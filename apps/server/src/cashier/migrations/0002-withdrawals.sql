-- Money on its way to a player. The id is the one the bank gets, made before the first call and kept for ever.
create table cashier_withdrawal (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  player_id bigint not null,
  method text not null check (method in ('CPF', 'CNPJ', 'USDT')),
  pay_card_no text not null,
  holder_name text not null,
  whatsapp text not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- Frozen when asked for.
  fee_bps int not null check (fee_bps between 0 and 10000),
  fee_cents bigint not null check (fee_cents >= 0),
  net_cents bigint not null check (net_cents > 0),
  -- requested (money held) → sending (a call may be under way) → sent (the bank has it) → paid | failed;
  -- unknown: nobody knows whether the bank has it. Only the bank's own word makes it failed.
  status text not null default 'requested' check (status in
    ('requested', 'sending', 'sent', 'unknown', 'paid', 'failed')),
  requested_at timestamptz not null default now(),
  -- The day it counts for, of America/Sao_Paulo.
  day date not null default (now() at time zone 'America/Sao_Paulo')::date,
  attempts int not null default 0 check (attempts >= 0),
  try_at timestamptz not null default now(),
  last_sent_at timestamptz,
  unknown_since timestamptz,
  alarmed_at timestamptz,
  e2eid text,
  why text not null default '',
  closed_at timestamptz,
  check (net_cents + fee_cents = amount_cents),
  check ((closed_at is not null) = (status in ('paid', 'failed'))),
  check (status = 'requested' or attempts > 0)
);
create index cashier_withdrawal_of_player on cashier_withdrawal (player_id, requested_at desc, id desc);
create index cashier_withdrawal_open on cashier_withdrawal (try_at)
  where status in ('requested', 'sending', 'sent', 'unknown');

-- The details a player used last, by method.
create table cashier_payout_details (
  player_id bigint not null,
  method text not null check (method in ('CPF', 'CNPJ', 'USDT')),
  pay_card_no text not null,
  holder_name text not null,
  whatsapp text not null,
  used_at timestamptz not null default now(),
  primary key (player_id, method)
);
