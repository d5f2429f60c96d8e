-- The running day's turnover stands in the player's cash account, the row that a stake locks and writes anyway; in a
-- table of its own it was the third row version of every round, with an index to go down. `ledger_turnover` keeps the
-- days that are over: a day is put there by the first change of cash after it.
alter table ledger_account
  add column turnover_day date,
  add column staked_cents bigint not null default 0,
  add column settled_cents bigint not null default 0,
  add column returned_cents bigint not null default 0,
  add constraint ledger_account_turnover
    check (staked_cents >= 0 and settled_cents >= 0 and returned_cents >= 0);

with latest as (
  select distinct on (player_id) player_id, day, staked_cents, settled_cents, returned_cents
    from ledger_turnover
   order by player_id, day desc
)
update ledger_account account
   set turnover_day = latest.day, staked_cents = latest.staked_cents, settled_cents = latest.settled_cents,
       returned_cents = latest.returned_cents
  from latest
 where account.player_id = latest.player_id and account.kind = 'cash';

delete from ledger_turnover turnover
 using ledger_account account
 where account.player_id = turnover.player_id and account.kind = 'cash' and account.turnover_day = turnover.day;
