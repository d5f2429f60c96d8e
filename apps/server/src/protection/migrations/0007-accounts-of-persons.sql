-- Open accounts of one person, where the person's own CPF has paid for top-ups of each: a limit of one counts what all of them did.
-- Whoever has one account has no row. A row stays when its account is closed, so what was done there goes on counting.
create table protection_person_account (
  player_id bigint primary key,
  -- The number of the account that the person was first known by.
  person_id bigint not null,
  joined_at timestamptz not null default now()
);
create index protection_person_account_of_person on protection_person_account (person_id);
grant update, delete on protection_person_account to palpite_app;
