-- Whose an account is and of what kind never changes. Refused by the statement, not by the row: a trigger that looks at
-- rows before they are changed locks each one once more, on every change of a balance.
drop trigger ledger_account_has_kind on ledger_account;
create trigger ledger_account_has_kind before insert on ledger_account
  for each row execute function ledger_keep_kind();

create function ledger_keep_owner() returns trigger language plpgsql as $$
begin
  raise exception 'accounts never change their player or kind';
end $$;
create trigger ledger_account_stays before update of id, player_id, kind on ledger_account
  for each statement execute function ledger_keep_owner();
