-- What the bank says of a day (America/Sao_Paulo) beside what is booked, and every difference by name. Kept.
create table cashier_day_report (
  day date primary key,
  made_at timestamptz not null default now(),
  received_cents bigint not null check (received_cents >= 0),
  paid_out_cents bigint not null check (paid_out_cents >= 0),
  differences jsonb not null
);
create index cashier_topup_by_payment on cashier_topup (paid_at);
create index cashier_withdrawal_by_end on cashier_withdrawal (closed_at) where closed_at is not null;
