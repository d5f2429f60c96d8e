-- What may be bought. FCBRL and BTBRL rows are not sold: they say which bonus comes with a price, at a first
-- top-up and at later ones.
create table cashier_package (
  id text primary key check (id ~ '^[a-z0-9-]{1,40}$'),
  curreny text not null check (curreny in ('BRL', 'EXTPAY', 'BTBRL', 'FCBRL', 'INSBRL', 'EXPPAY', '')),
  price_cents bigint not null check (price_cents > 0),
  bonus_grant_cents bigint not null default 0 check (bonus_grant_cents >= 0),
  sort int not null,
  is_sold boolean not null default true,
  unique (curreny, price_cents)
);

insert into cashier_package (id, curreny, price_cents, bonus_grant_cents, sort) values
  ('brl-20',     'BRL',     2000,      0, 10),
  ('brl-50',     'BRL',     5000,      0, 20),
  ('brl-100',    'BRL',    10000,      0, 30),
  ('brl-200',    'BRL',    20000,      0, 40),
  ('brl-500',    'BRL',    50000,      0, 50),
  ('brl-1000',   'BRL',   100000,      0, 60),
  ('brl-2000',   'BRL',   200000,      0, 70),
  ('extpay-5000', 'EXTPAY', 500000,    0, 80),
  ('mini-10',    '',        1000,      0, 5),
  ('first-20',   'FCBRL',   2000,    400, 10),
  ('first-50',   'FCBRL',   5000,   1000, 20),
  ('first-100',  'FCBRL',  10000,   2000, 30),
  ('first-200',  'FCBRL',  20000,   5000, 40),
  ('first-500',  'FCBRL',  50000,  15000, 50),
  ('first-1000', 'FCBRL', 100000,  30000, 60),
  ('first-2000', 'FCBRL', 200000,  60000, 70),
  ('later-50',   'BTBRL',   5000,    200, 20),
  ('later-100',  'BTBRL',  10000,    500, 30),
  ('later-200',  'BTBRL',  20000,   1200, 40),
  ('later-500',  'BTBRL',  50000,   3500, 50),
  ('later-1000', 'BTBRL', 100000,   8000, 60),
  ('later-2000', 'BTBRL', 200000,  18000, 70),
  ('game-20',    'INSBRL',  2000,    100, 10),
  ('game-50',    'INSBRL',  5000,    300, 20),
  ('game-100',   'INSBRL', 10000,    800, 30),
  ('game-200',   'INSBRL', 20000,   2000, 40),
  ('panel-50',   'EXPPAY',  5000,    500, 10);

-- Which account at which bank a name means, by the SHA-256 of what names it there: the same for ever, since a payout that
-- the account does not know is sent again.
create table cashier_provider (
  name text primary key check (name ~ '^[a-z0-9-]{2,20}$'),
  identity_sha256 text not null check (identity_sha256 ~ '^[0-9a-f]{64}$'),
  first_used_at timestamptz not null default now()
);

-- A part of the price that a player need not pay, from a time to a time, for one top-up.
create table cashier_discount (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  player_id bigint not null,
  discount_bps int not null check (discount_bps between 1 and 9000),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  granted_at timestamptz not null default now(),
  check (ends_at > starts_at)
);
create index cashier_discount_of_player on cashier_discount (player_id, ends_at);

-- A player's wish to top up, and the charge for it; or a transfer over a chain that is on its way.
create table cashier_order (
  -- 128 bits of chance, as are pay_no (the address of the payment page, which anybody may open who has it) and
  -- charge_ref (over PIX the txid, which the payer's bank sees): none of them leads to another.
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  pay_no text not null unique check (pay_no ~ '^[0-9a-f]{32}$'),
  -- Which way the money comes, and who was asked for the charge: it ends where it began.
  rail text not null default 'pix' check (rail in ('pix', 'usdt')),
  provider text not null default 'pix' check (provider ~ '^[a-z0-9-]{2,20}$'),
  charge_ref text not null unique check (charge_ref ~ '^[0-9a-f]{32}$'),
  player_id bigint not null,
  -- None of money that came over a chain, or of an amount of the player's own.
  package_id text references cashier_package (id),
  amount_cents bigint not null check (amount_cents > 0),
  -- What of the package's price a discount took off: it comes as a bonus with the very amount.
  discount_id text references cashier_discount (id),
  discount_cents bigint not null default 0 check (discount_cents >= 0),
  -- Whether it did: money of another amount leaves the discount to the next order.
  is_discount_given boolean not null default false,
  wants_bonus_grant boolean not null,
  -- Frozen when the order opens. Which of the two is given is only known when the money comes.
  first_bonus_grant_cents bigint not null check (first_bonus_grant_cents >= 0),
  later_bonus_grant_cents bigint not null check (later_bonus_grant_cents >= 0),
  main_times int not null check (main_times >= 0),
  bonus_times int not null check (bonus_times >= 0),
  -- created → open → credited → partly_reversed → reversed; aside: expired, cancelled, failed (the bank took no
  -- charge), rejected (paid by somebody else, where the law forbids that). Money that comes late is credited too.
  status text not null default 'created' check (status in
    ('created', 'open', 'credited', 'expired', 'cancelled', 'failed', 'rejected', 'partly_reversed', 'reversed')),
  br_code text not null default '',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  credited_at timestamptz,
  -- When the bank is asked again about a charge of which no webhook came.
  check_at timestamptz,
  check (rail <> 'pix' or status <> 'open' or br_code <> ''),
  check (rail = 'pix' or package_id is null),
  check ((discount_id is null) = (discount_cents = 0)),
  check (not is_discount_given or (discount_id is not null and credited_at is not null)),
  check ((credited_at is not null) = (status in ('credited', 'partly_reversed', 'reversed')))
);
grant update (wants_bonus_grant, status, br_code, credited_at, check_at, provider, charge_ref, is_discount_given) on cashier_order to palpite_app;
-- A discount is for one top-up.
create unique index cashier_order_of_discount on cashier_order (discount_id) where is_discount_given;
create index cashier_order_of_player on cashier_order (player_id, created_at desc, id desc);
create index cashier_order_to_check on cashier_order (check_at) where check_at is not null;
create index cashier_order_to_expire on cashier_order (expires_at) where status in ('created', 'open');

-- Money that came in for an order: one row a payment, so that a charge paid twice loses nothing.
create table cashier_topup (
  rail text not null default 'pix' check (rail in ('pix', 'usdt')),
  provider text not null default 'pix',
  -- What whoever brought it calls it: the end-to-end id of a Pix, a transfer in a block.
  provider_ref text not null,
  order_id text not null references cashier_order (id),
  player_id bigint not null,
  amount_cents bigint not null check (amount_cents > 0),
  bonus_grant_cents bigint not null check (bonus_grant_cents >= 0),
  -- credited; or paid by somebody else: to be given back, given back.
  state text not null check (state in ('credited', 'to_return', 'returned')),
  is_first boolean not null,
  -- How it came, where it was not as it was asked for.
  came text check (came in ('other_amount', 'again', 'late', 'discount_used')),
  -- Who paid, by the SHA-256 of the tax id, where the bank shows it whole.
  payer_sha256 text check (payer_sha256 ~ '^[0-9a-f]{64}$'),
  paid_at timestamptz not null,
  reversed_cents bigint not null default 0 check (reversed_cents between 0 and amount_cents),
  created_at timestamptz not null default now(),
  try_at timestamptz not null default now(),
  -- Which try it is to give it back: a bank that could not carry a refund out takes its id no more.
  return_try int not null default 1 check (return_try >= 1),
  primary key (rail, provider_ref),
  check (state = 'credited' or (bonus_grant_cents = 0 and reversed_cents = 0))
);
grant update (state, reversed_cents, try_at, return_try) on cashier_topup to palpite_app;
create index cashier_topup_of_player on cashier_topup (player_id, created_at desc);
create unique index cashier_topup_one_first on cashier_topup (player_id) where is_first;
create index cashier_topup_by_payment on cashier_topup (paid_at);
create index cashier_topup_to_return on cashier_topup (try_at) where state = 'to_return';

-- Money that the bank took back (devolução, MED), each refund once.
create table cashier_reversal (
  rail text not null default 'pix',
  provider_ref text not null,
  refund_id text not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- What the player no longer had.
  debt_cents bigint not null check (debt_cents between 0 and amount_cents),
  nature text not null,
  created_at timestamptz not null default now(),
  primary key (rail, provider_ref, refund_id),
  foreign key (rail, provider_ref) references cashier_topup (rail, provider_ref)
);

-- Money that came in and matches no order of ours: nobody's, until somebody looks.
create table cashier_unmatched_payment (
  rail text not null default 'pix' check (rail in ('pix', 'usdt')),
  provider text not null default 'pix',
  provider_ref text not null,
  charge_ref text,
  amount_cents bigint not null check (amount_cents > 0),
  paid_at timestamptz not null,
  seen_at timestamptz not null default now(),
  -- Given back to whoever paid, as an operator said, or taken back by the bank.
  returned_at timestamptz,
  primary key (rail, provider_ref)
);
grant update (returned_at) on cashier_unmatched_payment to palpite_app;
create index cashier_unmatched_payment_left on cashier_unmatched_payment (seen_at) where returned_at is null;

-- Money that an operator gives back to whoever paid it: (part of) a credited top-up, whose money is held meanwhile, or a
-- payment that matches no order. The id is the one the bank gets.
create table cashier_refund (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  request_id text not null unique,
  operator_id bigint not null,
  reason text not null check (length(reason) between 1 and 500),
  rail text not null default 'pix' check (rail = 'pix'),
  provider text not null,
  provider_ref text not null,
  -- Both of a top-up alone.
  player_id bigint,
  order_id text references cashier_order (id),
  amount_cents bigint not null check (amount_cents > 0),
  -- asked → returned | failed, by the bank's own word; what failed goes back to its player.
  status text not null default 'asked' check (status in ('asked', 'returned', 'failed')),
  why text not null default '',
  asked_at timestamptz not null default now(),
  try_at timestamptz not null default now(),
  -- How often the bank was asked for it, and when last: said before the call.
  attempts int not null default 0 check (attempts >= 0),
  last_sent_at timestamptz,
  closed_at timestamptz,
  check ((player_id is null) = (order_id is null)),
  check ((closed_at is null) = (status = 'asked'))
);
grant update (status, why, try_at, attempts, last_sent_at, closed_at) on cashier_refund to palpite_app;
-- One at a time of a payment.
create unique index cashier_refund_under_way on cashier_refund (rail, provider_ref) where status = 'asked';
create index cashier_refund_to_send on cashier_refund (try_at) where status = 'asked';

-- What the bank told us, as it told it. Only what it signed is kept.
create table cashier_webhook (
  id bigint generated always as identity primary key,
  provider text not null default 'pix',
  body_sha256 bytea not null,
  body bytea not null,
  sent_at timestamptz not null,
  items jsonb not null,
  received_at timestamptz not null default now(),
  copies int not null default 1,
  attempts int not null default 0,
  try_at timestamptz not null default now(),
  handled_at timestamptz,
  outcome text not null default '',
  unique (provider, body_sha256)
);
grant update on cashier_webhook to palpite_app;
create index cashier_webhook_to_handle on cashier_webhook (try_at) where handled_at is null;

-- How far the bank's listings have been read.
create table cashier_reading (
  list text primary key,
  read_until timestamptz not null
);
grant update on cashier_reading to palpite_app;

-- Bonuses that a person gets once, whatever number of accounts the person has. Named by the SHA-256 of the CPF: the
-- CPF itself stays with the players. Never removed, also when the bank takes the top-up back.
create table cashier_given_bonus (
  cpf_sha256 text not null check (cpf_sha256 ~ '^[0-9a-f]{64}$'),
  kind text not null check (kind in ('first_topup')),
  rail text not null default 'pix',
  provider_ref text not null,
  given_at timestamptz not null default now(),
  constraint cashier_given_bonus_once primary key (cpf_sha256, kind)
);

-- Money on its way to a player. The id is the one the bank gets, made before the first call and kept for ever.
create table cashier_withdrawal (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  player_id bigint not null,
  -- The caller's own id of the wish: sent again, it is the same withdrawal.
  request_id text check (request_id ~ '^[A-Za-z0-9_-]{16,64}$'),
  method text not null check (method in ('CPF', 'CNPJ', 'USDT')),
  -- Which way it leaves, by whom (chosen as it is sent, then kept), and what whoever carries it calls it: the end-to-end id
  -- of the Pix, the hash of the transaction.
  rail text not null check (rail in ('pix', 'usdt')),
  provider text check (provider ~ '^[a-z0-9-]{2,20}$'),
  provider_ref text,
  pay_card_no text not null,
  holder_name text not null,
  whatsapp text not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- Frozen when asked for.
  fee_bps int not null check (fee_bps between 0 and 10000),
  fee_cents bigint not null check (fee_cents >= 0),
  -- What the network's carrying costs the player, in reais; none over PIX.
  mining_cents bigint not null check (mining_cents >= 0),
  net_cents bigint not null check (net_cents > 0),
  -- Of USDT: the network, reais for one USDT in ten-thousandths, and millionths of a USDT that are sent.
  network text check (network in ('TRC20', 'ERC20')),
  usdt_rate_e4 int check (usdt_rate_e4 > 0),
  usdt_micros bigint check (usdt_micros > 0),
  -- review (money held, operators decide) → requested (money held) → sending (a call may be under way) → sent (the
  -- bank has it) → paid | failed; unknown: nobody knows whether the bank has it. Only the bank's own word, or that of
  -- an operator before it was sent, makes it failed; or that of two where no machine will ever know.
  status text not null default 'requested' check (status in
    ('review', 'requested', 'sending', 'sent', 'unknown', 'paid', 'failed')),
  -- Why it is looked at, and how many operators have to say yes.
  review_reasons jsonb not null default '[]',
  approvals_needed int not null default 0 check (approvals_needed between 0 and 2),
  -- Not sent before this moment: much money to a key that is new.
  waits_until timestamptz,
  -- When it was promised to be sent by, as its player was told.
  promised_at timestamptz not null,
  late_alarm_at timestamptz,
  requested_at timestamptz not null default now(),
  -- The day it counts for, of America/Sao_Paulo.
  day date not null default (now() at time zone 'America/Sao_Paulo')::date,
  attempts int not null default 0 check (attempts >= 0),
  try_at timestamptz not null default now(),
  last_sent_at timestamptz,
  -- When the bank last spoke about it, and nobody has asked since.
  spoken_at timestamptz,
  unknown_since timestamptz,
  alarmed_at timestamptz,
  why text not null default '',
  closed_at timestamptz,
  check (net_cents + fee_cents + mining_cents = amount_cents),
  check ((rail = 'usdt') = (method = 'USDT')),
  check (case rail when 'usdt' then num_nonnulls(network, usdt_rate_e4, usdt_micros) = 3
                   else num_nonnulls(network, usdt_rate_e4, usdt_micros) = 0 and mining_cents = 0 end),
  check ((closed_at is not null) = (status in ('paid', 'failed'))),
  check (status in ('review', 'requested', 'failed') or (attempts > 0 and provider is not null)),
  check (status <> 'review' or approvals_needed > 0)
);
grant update (provider, late_alarm_at, status, attempts, try_at, last_sent_at, spoken_at, unknown_since, alarmed_at, provider_ref, why, closed_at) on cashier_withdrawal to palpite_app;
create index cashier_withdrawal_of_player on cashier_withdrawal (player_id, requested_at desc, id desc);
create unique index cashier_withdrawal_of_request on cashier_withdrawal (player_id, request_id) where request_id is not null;
create unique index cashier_withdrawal_of_provider on cashier_withdrawal (rail, provider_ref) where provider_ref is not null;
create index cashier_withdrawal_by_end on cashier_withdrawal (closed_at) where closed_at is not null;
create index cashier_withdrawal_open on cashier_withdrawal (try_at)
  where status in ('requested', 'sending', 'sent', 'unknown');
create index cashier_withdrawal_promised on cashier_withdrawal (promised_at) where closed_at is null;
create index cashier_withdrawal_to_review on cashier_withdrawal (promised_at, id) where status = 'review';

-- What operators said of withdrawals that are looked at: each operator says yes once, and may say no after it.
create table cashier_withdrawal_review (
  withdrawal_id text not null references cashier_withdrawal (id),
  operator_id bigint not null,
  outcome text not null check (outcome in ('approve', 'refuse')),
  reason text not null check (length(reason) between 1 and 500),
  decided_at timestamptz not null default now(),
  primary key (withdrawal_id, operator_id, outcome)
);

-- A call that decided many at once, and what each was answered: sent again, it answers the same.
create table cashier_review_call (
  request_id text primary key,
  operator_id bigint not null,
  outcome text not null check (outcome in ('approve', 'refuse')),
  reason text not null,
  answers jsonb not null,
  decided_at timestamptz not null default now()
);

-- What operators said of payouts that no machine can end: that one nobody knows the fate of was paid or was not, that one which
-- was paid came back. Two say the same of what stands then before it is booked.
create table cashier_payout_settlement (
  withdrawal_id text not null references cashier_withdrawal (id),
  operator_id bigint not null,
  outcome text not null check (outcome in ('paid', 'failed', 'returned')),
  request_id text not null unique,
  reason text not null check (length(reason) between 1 and 500),
  -- What the call was answered: sent again, it answers the same.
  state text not null check (state in ('waits', 'settled')),
  -- What was judged, by when that began: that nobody knows its fate; of failed no earlier than the call that sent it last; of
  -- returned that it was paid. Sent again, or unknown anew, it is judged anew.
  judged_from timestamptz not null,
  decided_at timestamptz not null default now(),
  primary key (withdrawal_id, operator_id, outcome, judged_from)
);

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
grant update on cashier_payout_details to palpite_app;

-- What the bank says of a day (America/Sao_Paulo) beside what is booked, and every difference by name. Kept.
create table cashier_day_report (
  day date primary key,
  made_at timestamptz not null default now(),
  received_cents bigint not null check (received_cents >= 0),
  paid_out_cents bigint not null check (paid_out_cents >= 0),
  differences jsonb not null
);

-- A difference between bank or chain and our books, until an operator has settled it: with a name, an owner and an age.
create table cashier_exception (
  id bigint generated always as identity primary key,
  day date not null,
  source text not null check (source in ('bank', 'balance', 'chain', 'money', 'webhook', 'refund')),
  subject text not null,
  what text not null,
  opened_at timestamptz not null default now(),
  owner_id bigint,
  closed_at timestamptz,
  closed_by bigint,
  resolution text not null default '' check (length(resolution) <= 500),
  unique (subject, what),
  check ((closed_at is null) = (closed_by is null)),
  check (closed_at is null or resolution <> '')
);
grant update (owner_id, closed_at, closed_by, resolution) on cashier_exception to palpite_app;
create index cashier_exception_open on cashier_exception (opened_at, id) where closed_at is null;

-- What players had at the end of a day beside what the accounts at the bank held, by the books. Kept.
create table cashier_money_day (
  day date primary key,
  players_cents bigint not null,
  held_cents bigint not null,
  made_at timestamptz not null default now()
);

-- What a bank said that we have there, once a day, beside what our books say of it. Kept.
create table cashier_bank_balance (
  day date not null,
  provider text not null,
  bank_cents bigint not null,
  books_cents bigint not null,
  -- Payouts that the bank may have taken off already, and may not.
  under_way_cents bigint not null check (under_way_cents >= 0),
  -- What stood there beside the books when it was first asked: the house's own.
  own_cents bigint not null,
  made_at timestamptz not null default now(),
  primary key (day, provider)
);

-- What of the money at a bank is the house's own, as an operator said: put there or taken from there beside the books. The
-- last one holds; before the first it is what was found when the bank was first asked.
create table cashier_bank_own (
  id bigint generated always as identity primary key,
  provider text not null,
  own_cents bigint not null,
  operator_id bigint not null,
  reason text not null check (length(reason) between 1 and 500),
  set_at timestamptz not null default now()
);
create index cashier_bank_own_of_provider on cashier_bank_own (provider, id desc);

-- Addresses that are paid nothing, as operators said: stolen, sanctioned, or somebody's trap.
create table cashier_denied_address (
  address text primary key check (length(address) between 10 and 80),
  reason text not null check (length(reason) between 1 and 500),
  operator_id bigint not null,
  denied_at timestamptz not null default now()
);

-- What one USDT was quoted at, in ten-thousandths of a real. Shown until it expires, and honoured a little longer for
-- those who saw it.
create table cashier_usdt_quote (
  id bigint generated always as identity primary key,
  rate_e4 int not null check (rate_e4 > 0),
  source text not null,
  quoted_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index cashier_usdt_quote_by_end on cashier_usdt_quote (expires_at);

-- Where a player pays USDT to: an address for ever, the so-and-so-many-th below the extended public key of its network. No
-- key that could spend what comes there is anywhere near.
create table cashier_usdt_address (
  network text not null check (network in ('TRC20', 'ERC20')),
  child_index bigint not null check (child_index between 0 and 2147483647),
  player_id bigint not null,
  -- The twenty bytes that the chain knows it by, and how it is written.
  account text not null check (account ~ '^0x[0-9a-f]{40}$'),
  address text not null,
  made_at timestamptz not null default now(),
  primary key (network, child_index),
  unique (network, player_id),
  unique (network, account)
);

-- How much has left a player's address in all, as an operator said: no key of ours spends there, so nobody else knows where
-- it went. The last one holds.
create table cashier_usdt_left (
  id bigint generated always as identity primary key,
  network text not null,
  account text not null,
  micros bigint not null check (micros >= 0),
  operator_id bigint not null,
  reason text not null check (length(reason) between 1 and 500),
  set_at timestamptz not null default now(),
  foreign key (network, account) references cashier_usdt_address (network, account)
);
create index cashier_usdt_left_of_account on cashier_usdt_left (network, account, id desc);

-- The rate that a player was shown beside an address, and until when what comes is credited at it.
create table cashier_usdt_topup_rate (
  id bigint generated always as identity primary key,
  player_id bigint not null,
  rate_e4 int not null check (rate_e4 > 0),
  shown_at timestamptz not null default now(),
  holds_until timestamptz not null check (holds_until > shown_at)
);
create index cashier_usdt_topup_rate_of_player on cashier_usdt_topup_rate (player_id, holds_until);

-- How far a network was read for what comes to players.
create table cashier_usdt_reading (
  network text primary key check (network in ('TRC20', 'ERC20')),
  read_block bigint not null check (read_block >= 0)
);
grant update (read_block) on cashier_usdt_reading to palpite_app;

-- What came to players' addresses over a chain, of whatever token. Its place in its transaction names it, not its place in
-- a block: a transaction may come into another one.
create table cashier_usdt_transfer (
  transfer_id bigint generated always as identity unique,
  network text not null check (network in ('TRC20', 'ERC20')),
  hash text not null check (hash ~ '^0x[0-9a-f]{64}$'),
  account text not null,
  contract text not null check (contract ~ '^0x[0-9a-f]{40}$'),
  nth int not null check (nth >= 0),
  -- Counts how often it came: once, unless it was credited, lost by the chain, taken back, and is there again.
  turn int not null default 1 check (turn >= 1),
  player_id bigint not null,
  micros bigint not null check (micros >= 0),
  block bigint not null check (block >= 0),
  block_at timestamptz not null,
  seen_at timestamptz not null default now(),
  status text not null check (status in ('seen', 'gone', 'credited', 'taken_back', 'below_min', 'other_token')),
  missed_at_block bigint,
  -- Credited though it is less than the least, as an operator said.
  is_waived boolean not null default false,
  -- When the chain was last asked about it.
  followed_at timestamptz,
  -- Said once, when it is credited.
  rate_e4 int check (rate_e4 > 0),
  order_id text references cashier_order (id),
  primary key (network, hash, account, contract, nth),
  foreign key (network, account) references cashier_usdt_address (network, account),
  check (status not in ('credited', 'taken_back') or (order_id is not null and rate_e4 is not null))
);
grant update (turn, micros, block, block_at, status, missed_at_block, is_waived, followed_at, rate_e4, order_id) on cashier_usdt_transfer to palpite_app;
create index cashier_usdt_transfer_uncredited on cashier_usdt_transfer (transfer_id) where status in ('below_min', 'other_token');
create index cashier_usdt_transfer_by_block on cashier_usdt_transfer (network, block);
create index cashier_usdt_transfer_of_player on cashier_usdt_transfer (player_id, seen_at desc);
create index cashier_usdt_transfer_of_order on cashier_usdt_transfer (order_id) where order_id is not null;

-- What operators said of transfers that are not credited by themselves: credited all the same, or left as they are.
create table cashier_usdt_decision (
  transfer_id bigint primary key references cashier_usdt_transfer (transfer_id),
  operator_id bigint not null,
  request_id text not null unique,
  outcome text not null check (outcome in ('credit', 'leave')),
  reason text not null check (length(reason) between 1 and 500),
  decided_at timestamptz not null default now()
);

-- The hot wallet of a network: the number that its next transaction takes. Whoever takes one locks the row.
create table cashier_usdt_wallet (
  network text not null check (network in ('TRC20', 'ERC20')),
  address text not null check (address ~ '^0x[0-9a-f]{40}$'),
  next_nonce bigint not null check (next_nonce >= 0),
  primary key (network, address)
);
grant update (next_nonce) on cashier_usdt_wallet to palpite_app;

-- Each transaction that was ever signed for a payout, before it is sent out. Attempts of one payout share its number, so
-- that only one of them can ever be mined. Never removed: the chain may still hold any of them.
create table cashier_usdt_transaction (
  payout_id text not null references cashier_withdrawal (id),
  attempt int not null check (attempt >= 1),
  network text not null,
  sender text not null,
  nonce bigint not null check (nonce >= 0),
  recipient text not null,
  usdt_micros bigint not null check (usdt_micros > 0),
  fee_wei bigint not null check (fee_wei > 0),
  -- Signed once, then kept as it is; no key is ever here.
  raw text check (raw ~ '^0x[0-9a-f]+$'),
  hash text unique check (hash ~ '^0x[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  primary key (payout_id, attempt),
  unique (network, sender, nonce, attempt),
  check ((raw is null) = (hash is null)),
  check (sent_at is null or raw is not null)
);
grant update (raw, hash, sent_at) on cashier_usdt_transaction to palpite_app;

-- Money that one player gave another; the sender's own id of the wish makes it one.
create table cashier_transfer (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  player_id bigint not null,
  request_id text not null check (request_id ~ '^[A-Za-z0-9_-]{16,64}$'),
  recipient_id bigint not null check (recipient_id <> player_id),
  amount_cents bigint not null check (amount_cents > 0),
  made_at timestamptz not null default now(),
  -- The day it counts for, of America/Sao_Paulo.
  day date not null default (now() at time zone 'America/Sao_Paulo')::date,
  unique (player_id, request_id)
);
create index cashier_transfer_of_sender on cashier_transfer (player_id, made_at desc, id desc);
create index cashier_transfer_of_recipient on cashier_transfer (recipient_id, made_at desc, id desc);
