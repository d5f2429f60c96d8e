-- Money. Amounts are whole cents of BRL. Every key of a table that grows with play begins with the player, so that the
-- same tables can be distributed by player; accounts of the house have player 0. What happened is partitioned by month
-- from the first day: docs/growing.md says how months are closed.

create table ledger_account (
  -- The player the account belongs to; 0 for accounts of the house.
  player_id bigint not null,
  id bigint generated always as identity,
  kind text not null,
  balance_cents bigint not null default 0,
  version bigint not null default 0,
  -- The running day's turnover, in cash accounts: the row that a stake locks and writes anyway. `ledger_turnover` keeps
  -- the days that are over: a day is put there by the first change of cash after it.
  turnover_day date,
  staked_cents bigint not null default 0,
  settled_cents bigint not null default 0,
  returned_cents bigint not null default 0,
  wagered_cents bigint not null default 0,
  contributed_e4 bigint not null default 0,
  primary key (player_id, id),
  unique (player_id, kind),
  -- No player below zero. `debt` is what a player owes, so it stands at zero or below.
  constraint ledger_account_floor check (
    player_id = 0
    or (kind = 'debt' and balance_cents <= 0)
    or (kind <> 'debt' and balance_cents >= 0)
  ),
  constraint ledger_account_turnover check (
    staked_cents >= 0 and settled_cents >= 0 and wagered_cents >= 0 and contributed_e4 >= 0
  )
) with (fillfactor = 70); -- room for updates in place: no index row changes with a balance
grant update (balance_cents, version, turnover_day, staked_cents, settled_cents, returned_cents, wagered_cents, contributed_e4) on ledger_account to palpite_app;

-- Finds the few accounts of debt among all others. Not by their balance: an index that looks at balances would cost every
-- change of one its update in place.
create index ledger_account_of_debt on ledger_account (player_id) where kind = 'debt';

-- What happened: an amount moved from one account to another. Balanced by its shape.
create table ledger_transfer (
  -- The player whose money moves; 0 where none does.
  player_id bigint not null,
  -- The caller's own name for what happened, `<kind>:<id>`. That it is posted once is guarded by `ledger_transfer_key`:
  -- a key of a partitioned table holds its time.
  key text not null,
  -- No foreign keys here and in entries: each check would lock the hot accounts of the house once more for
  -- every row. Accounts are never removed, and the verification finds every id that does not exist.
  debit_account_id bigint not null,
  credit_account_id bigint not null,
  amount_cents bigint not null check (amount_cents > 0),
  created_at timestamptz not null default now(),
  primary key (player_id, key, created_at),
  check (debit_account_id <> credit_account_id)
) partition by range (created_at);

-- Finds the transfers of the last minutes without reading a month. Block ranges hold only the first and the last
-- moment of 32 pages, so the whole index is some pages and a row costs it next to nothing.
create index ledger_transfer_by_moment on ledger_transfer
  using brin (created_at) with (pages_per_range = 32, autosummarize = on);

-- Which transfers were posted: the same fact posts once. Kept for a time (KEY_DAYS in ledger/jobs.ts), in which it may come again.
create table ledger_transfer_key (
  player_id bigint not null,
  key text not null,
  created_at timestamptz not null default now(),
  primary key (player_id, key)
);
-- The update for locking alone: who deletes old keys passes over those that another server has taken.
grant delete, update (created_at) on ledger_transfer_key to palpite_app;
create index ledger_transfer_key_by_age on ledger_transfer_key (created_at);

-- What a transfer did to an account: the chain of its balances, without a gap. A player's account has an entry for
-- each transfer; an account of the house, touched by many at once, one for all transfers of a batch.
create table ledger_entry (
  player_id bigint not null,
  account_id bigint not null,
  version bigint not null,
  amount_cents bigint not null,
  balance_cents bigint not null,
  -- The transfer, or the first of the batch.
  transfer_key text not null,
  -- The moment it is written, with the account locked: so the moments of an account's entries grow with their versions,
  -- and what a month holds of an account are versions that follow one another.
  created_at timestamptz not null default clock_timestamp(),
  primary key (player_id, account_id, version, created_at)
) partition by range (created_at);

-- Finds the entries of a minute, as that of transfers does.
create index ledger_entry_by_moment on ledger_entry
  using brin (created_at) with (pages_per_range = 32, autosummarize = on);

-- What a player staked, had settled and got back, by day of the house (America/Sao_Paulo). Counted in the
-- transaction that takes or settles the stake, so that limits and wagering hold under any interleaving.
create table ledger_turnover (
  player_id bigint not null,
  day date not null,
  staked_cents bigint not null default 0 check (staked_cents >= 0),
  settled_cents bigint not null default 0 check (settled_cents >= 0),
  -- Below zero on a day on which a corrected result took more back than came.
  returned_cents bigint not null default 0,
  -- What of it counts towards wagering: cents of own money, and the same weighed by what each game contributes to
  -- a bonus, in ten-thousandths of a cent.
  wagered_cents bigint not null default 0 check (wagered_cents >= 0),
  contributed_e4 bigint not null default 0 check (contributed_e4 >= 0),
  primary key (player_id, day)
) with (fillfactor = 70);
-- A day that is over, player by player: what is paid on its stakes.
create index ledger_turnover_of_day on ledger_turnover (day, player_id);

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or removed', tg_table_name;
end $$;
create function ledger_keep_account() returns trigger language plpgsql as $$
begin
  raise exception 'accounts are never removed';
end $$;
create function ledger_keep_owner() returns trigger language plpgsql as $$
begin
  raise exception 'accounts never change their player or kind';
end $$;
-- What an account is is decided once, when it is opened: a check constraint would be tried at every change of a balance.
create function ledger_keep_kind() returns trigger language plpgsql as $$
begin
  if new.player_id > 0 and new.kind in ('cash', 'bonus', 'hold', 'debt')
    or new.player_id = 0 and new.kind in
      ('pix_in', 'pix_out', 'bets_open', 'sportsbook', 'games', 'gifts', 'fees', 'opening', 'games_open', 'usdt_out', 'usdt_in')
    or new.player_id = 0 and new.kind ~ '^studio:[a-z0-9]{2,20}$'
    or new.player_id = 0 and new.kind ~ '^pix_(in|out):[a-z0-9-]{2,20}$'
  then
    return new;
  end if;
  raise exception 'ledger_account_kind: % is no account of player %', new.kind, new.player_id
    using errcode = 'check_violation';
end $$;

create trigger ledger_account_is_kept before delete on ledger_account
  for each row execute function ledger_keep_account();
create trigger ledger_account_has_kind before insert on ledger_account
  for each row execute function ledger_keep_kind();
-- Refused by the statement, not by the row: a trigger that looks at rows before they are changed locks each one once
-- more, on every change of a balance.
create trigger ledger_account_stays before update of id, player_id, kind on ledger_account
  for each statement execute function ledger_keep_owner();
-- Those for rows come to each partition by themselves; those for truncate are given to it as it is made.
create trigger ledger_transfer_stays before update or delete on ledger_transfer
  for each row execute function ledger_refuse_change();
create trigger ledger_entry_stays before update or delete on ledger_entry
  for each row execute function ledger_refuse_change();
create trigger ledger_transfer_is_kept before truncate on ledger_transfer
  for each statement execute function ledger_refuse_change();
create trigger ledger_entry_is_kept before truncate on ledger_entry
  for each statement execute function ledger_refuse_change();
create trigger ledger_transfer_key_stays before update or truncate on ledger_transfer_key
  for each statement execute function ledger_refuse_change();

select platform_add_partitions(array['ledger_transfer', 'ledger_entry'], 3);

-- Fixed ids: `house-accounts.ts` names the same ones, so that no command has to look them up.
insert into ledger_account (id, player_id, kind) overriding system value values
  (1, 0, 'pix_in'), (2, 0, 'pix_out'), (3, 0, 'bets_open'), (4, 0, 'sportsbook'),
  (5, 0, 'games'), (6, 0, 'gifts'), (7, 0, 'fees'), (8, 0, 'opening'), (9, 0, 'games_open'),
  (10, 0, 'usdt_out'), (11, 0, 'usdt_in');
alter sequence ledger_account_id_seq restart with 100;

-- How far the ledger was verified, so that each minute only what is newer has to be read. Written when nothing was found.
create table ledger_verification (
  is_one boolean primary key default true check (is_one),
  verified_at timestamptz not null,
  -- The last one that read all months that are not closed.
  whole_at timestamptz not null,
  -- Every transfer that it did not see has a `created_at` at or after this moment.
  transfers_from timestamptz not null
);
grant update on ledger_verification to palpite_app;

create table ledger_verified_account (
  account_id bigint primary key,
  version bigint not null,
  balance_cents bigint not null,
  -- What transfers since `transfers_from` that the verification has seen did to the account: not counted again.
  counted_cents bigint not null
) with (fillfactor = 70);
grant update on ledger_verified_account to palpite_app;

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
grant update on ledger_closed_account to palpite_app;

-- Days of the house (America/Sao_Paulo) that are over: what was booked on each account, and all that was until their end.
-- Accounts of the house by name, those of players by kind; one that was once booked on has a row on every later day.
create table ledger_closing (
  day date not null,
  account text not null,
  debit_cents bigint not null check (debit_cents >= 0),
  credit_cents bigint not null check (credit_cents >= 0),
  debits_until_cents numeric not null,
  credits_until_cents numeric not null,
  closed_at timestamptz not null default now(),
  primary key (day, account)
);
create trigger ledger_closing_stays before update or delete on ledger_closing
  for each row execute function ledger_refuse_change();

-- What an account is called in the books: those of the house by name, those of players by kind.
create function ledger_account_name(player_id bigint, kind text) returns text language sql immutable
  return case when player_id = 0 then kind else 'player:' || kind end;

-- What transfers of a time booked on each account, by day of the house (America/Sao_Paulo); `until` is not in it.
create function ledger_booked(since timestamptz, until timestamptz)
  returns table (account text, day date, debit numeric, credit numeric) language sql stable as $$
  with moved as (
    select debit_account_id, credit_account_id, (created_at at time zone 'America/Sao_Paulo')::date as day,
           sum(amount_cents) as cents
      from ledger_transfer
     where created_at >= since and created_at < until
     group by 1, 2, 3
  ), side as (
    select debit_account_id as id, day, cents as debit, 0 as credit from moved
    union all
    select credit_account_id, day, 0, cents from moved
  )
  select ledger_account_name(account.player_id, account.kind), side.day, sum(side.debit), sum(side.credit)
    from side join ledger_account account on account.id = side.id
   group by 1, 2
$$;

-- Days (UTC) that are over, as they stand in the public log: the root of a Merkle tree over what transfers and entries held of
-- each hour. One after the other, from the first transfer on.
create table ledger_day (
  day date primary key,
  root_hash text not null check (root_hash ~ '^[0-9a-f]{64}$'),
  transfer_count bigint not null,
  entry_count bigint not null,
  published_at timestamptz not null default now()
);
create trigger ledger_day_stays before update or delete on ledger_day
  for each row execute function ledger_refuse_change();
create trigger ledger_day_is_kept before truncate on ledger_day
  for each statement execute function ledger_refuse_change();
