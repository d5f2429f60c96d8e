-- Money. Amounts are whole cents of BRL. Rows of transfers and entries are only ever inserted.
create table ledger_account (
  id bigint generated always as identity primary key,
  -- The player the account belongs to; null for accounts of the house and clearing accounts.
  player_id bigint,
  kind text not null,
  balance_cents bigint not null default 0,
  version bigint not null default 0,
  unique nulls not distinct (player_id, kind),
  constraint ledger_account_kind check (
    (player_id is not null and kind in ('cash', 'bonus', 'hold', 'debt'))
    or (player_id is null and kind in
      ('pix_in', 'pix_out', 'bets_open', 'sportsbook', 'games', 'gifts', 'fees', 'opening'))
  ),
  -- The floor: no player below zero. `debt` is what a player owes, so it stands at zero or below.
  constraint ledger_account_floor check (
    player_id is null
    or (kind = 'debt' and balance_cents <= 0)
    or (kind <> 'debt' and balance_cents >= 0)
  )
) with (fillfactor = 70); -- room for updates in place: no index row changes with a balance

-- What happened: an amount moved from one account to another. Balanced by its shape.
create table ledger_transfer (
  -- The caller's own name for the event, `<kind>:<id>`: the same event posts once.
  key text primary key,
  -- No foreign keys here and in entries: each check would lock the hot accounts of the house once more for
  -- every row. Accounts are never removed, and the checker proves that every id exists.
  debit_account_id bigint not null,
  credit_account_id bigint not null,
  amount_cents bigint not null check (amount_cents > 0),
  created_at timestamptz not null default now(),
  check (debit_account_id <> credit_account_id)
);

-- What it did to an account: the chain of its balances, without a gap. A player's account has an entry for
-- each transfer; an account of the house, touched by many at once, one for all transfers of a batch.
create table ledger_entry (
  account_id bigint not null,
  version bigint not null,
  amount_cents bigint not null,
  balance_cents bigint not null,
  -- The transfer, or the first of the batch.
  transfer_key text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, version)
);

-- What a player staked, had settled and got back, by day of the house (America/Sao_Paulo). Counted in the
-- transaction that takes or settles the stake, so that limits and wagering hold under any interleaving.
create table ledger_turnover (
  player_id bigint not null,
  day date not null,
  staked_cents bigint not null default 0 check (staked_cents >= 0),
  settled_cents bigint not null default 0 check (settled_cents >= 0),
  returned_cents bigint not null default 0 check (returned_cents >= 0),
  primary key (player_id, day)
) with (fillfactor = 70);

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or removed', tg_table_name;
end $$;
create function ledger_keep_account() returns trigger language plpgsql as $$
begin
  raise exception 'accounts are never removed';
end $$;
create trigger ledger_account_is_kept before delete on ledger_account
  for each row execute function ledger_keep_account();
create trigger ledger_transfer_stays before update or delete on ledger_transfer
  for each row execute function ledger_refuse_change();
create trigger ledger_entry_stays before update or delete on ledger_entry
  for each row execute function ledger_refuse_change();
create trigger ledger_transfer_is_kept before truncate on ledger_transfer
  for each statement execute function ledger_refuse_change();
create trigger ledger_entry_is_kept before truncate on ledger_entry
  for each statement execute function ledger_refuse_change();

-- Fixed ids: `house-accounts.ts` names the same ones, so that no command has to look them up.
insert into ledger_account (id, player_id, kind) overriding system value values
  (1, null, 'pix_in'), (2, null, 'pix_out'), (3, null, 'bets_open'), (4, null, 'sportsbook'),
  (5, null, 'games'), (6, null, 'gifts'), (7, null, 'fees'), (8, null, 'opening');
alter sequence ledger_account_id_seq restart with 100;
