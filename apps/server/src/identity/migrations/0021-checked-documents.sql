-- Since when a person's document and face are known to be theirs: by the check or by operators.
alter table identity_player add column documents_checked_at timestamptz;
alter table identity_player add constraint identity_player_checked_documents
  check (documents_checked_at is null or cpf is not null) not valid;

-- Documents show one name and one CPF. A server of the version before, which corrects them, does not know of this column.
create function identity_forget_documents() returns trigger language plpgsql as $$
begin
  if (new.name, new.cpf) is distinct from (old.name, old.cpf) then new.documents_checked_at := null; end if;
  return new;
end $$;
create trigger identity_player_forgets_documents before update of name, cpf on identity_player
  for each row execute function identity_forget_documents();
