-- outside of a transaction: whoever registers meanwhile does not wait for an index.
-- Persons whom the register has not confirmed: the job that asks about them reads no others.
drop index concurrently if exists identity_player_unchecked;
create index concurrently identity_player_unchecked on identity_player (id)
  where cpf is not null and person_checked_at is null and not is_test;
