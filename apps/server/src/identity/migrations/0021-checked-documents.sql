-- Since when a person's document and face are known to be theirs: by the check or by operators.
alter table identity_player add column documents_checked_at timestamptz;
alter table identity_player add constraint identity_player_checked_documents
  check (documents_checked_at is null or cpf is not null) not valid;
