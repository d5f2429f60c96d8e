-- A check constraint is read anew from the catalogue by every statement that writes the table, and tried on every row,
-- also where the columns it speaks of cannot change. What an account is is decided once: a trigger guards that where
-- it happens. The layers stay constraints.
create function ledger_keep_kind() returns trigger language plpgsql as $$
begin
  if new.player_id is not null and new.kind in ('cash', 'bonus', 'hold', 'debt')
    or new.player_id is null and new.kind in
      ('pix_in', 'pix_out', 'bets_open', 'sportsbook', 'games', 'gifts', 'fees', 'opening')
  then
    return new;
  end if;
  raise exception 'ledger_account_kind: % is no account of %', new.kind, coalesce('player ' || new.player_id, 'the house')
    using errcode = 'check_violation';
end $$;
create trigger ledger_account_has_kind before insert or update of player_id, kind on ledger_account
  for each row execute function ledger_keep_kind();
alter table ledger_account drop constraint ledger_account_kind;
