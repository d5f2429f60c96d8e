-- Fails the statement that counts rounds in their pairs when it did not find all of them at the nonce they were
-- decided from. In the database, so that the statement can travel with the commit.
create function games_require_pairs(counted bigint, expected bigint) returns void language plpgsql as $$
begin
  if counted <> expected then
    raise exception 'of % seed pairs only % stood at the nonce they were played from', expected, counted;
  end if;
end $$;
