-- How far the ledger was verified, so that each minute only what is newer has to be read. Written when nothing was found.
create table ledger_verification (
  is_one boolean primary key default true check (is_one),
  verified_at timestamptz not null,
  -- The last one that read all months that are not closed.
  whole_at timestamptz not null,
  -- Every transfer that it did not see has a `created_at` at or after this moment.
  transfers_from timestamptz not null
);

create table ledger_verified_account (
  account_id bigint primary key,
  version bigint not null,
  balance_cents bigint not null,
  -- What transfers since `transfers_from` that the verification has seen did to the account: not counted again.
  counted_cents bigint not null
) with (fillfactor = 70);

-- Months that are over and were verified: they are not read again, and their partitions may be detached.
create table ledger_verified_month (
  month date primary key,
  entry_count bigint not null,
  transfer_count bigint not null,
  transfer_cents numeric not null,
  verified_at timestamptz not null default now()
);

-- What all those months lead to: where the open ones begin.
create table ledger_closed_account (
  account_id bigint primary key,
  version bigint not null,
  balance_cents bigint not null,
  -- What the transfers of those months add up to. Not the same: a transfer may stand in the month before its entry.
  transfers_cents bigint not null
);
