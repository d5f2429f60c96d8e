-- A check constraint is read anew from the catalogue by every statement that writes the table: thirteen of them were a
-- third of what writing a list of rounds cost beside its rows. Those about money stay, as one. What a pair is and when
-- it may change is guarded by its trigger, which a count of rounds does not run; what a round was played by is proven
-- from its seeds, by anybody.
create or replace function games_keep_commitment() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'seed pairs are never removed';
  end if;
  if new.server_seed_hash <> encode(sha256(convert_to(new.server_seed, 'UTF8')), 'hex') then
    raise exception 'the hash of seed pair % is not that of its seed', new.id;
  end if;
  if new.status not in ('current', 'next', 'revealed')
    or (new.status = 'next') <> (new.client_seed is null)
    or (new.status = 'revealed') <> (new.revealed_at is not null)
  then
    raise exception 'seed pair % cannot be % like this', new.id, new.status;
  end if;
  if tg_op = 'UPDATE' and (
    (new.player_id, new.server_seed, new.server_seed_hash, new.algorithm)
      is distinct from (old.player_id, old.server_seed, old.server_seed_hash, old.algorithm)
    or (old.client_seed is not null and new.client_seed is distinct from old.client_seed)
    or (old.status, new.status) not in (('next', 'current'), ('current', 'revealed'))
  ) then
    raise exception 'seed pair % keeps what it committed to', new.id;
  end if;
  return new;
end $$;
drop trigger games_seed_pair_keeps on games_seed_pair;
create trigger games_seed_pair_keeps before insert
    or update of player_id, status, server_seed, server_seed_hash, client_seed, algorithm, revealed_at or delete
  on games_seed_pair for each row execute function games_keep_commitment();

-- The names that PostgreSQL gave the unnamed ones hang on their columns, and differ between versions.
do $$
declare
  one record;
begin
  for one in
    select conrelid::regclass as tabled, conname from pg_constraint
     where contype = 'c' and conrelid in ('games_round'::regclass, 'games_seed_pair'::regclass)
  loop
    execute format('alter table %s drop constraint %I', one.tabled, one.conname);
  end loop;
end $$;
alter table games_seed_pair add constraint games_seed_pair_rounds
  check (rounds >= 0 and (status <> 'next' or rounds = 0));
alter table games_round add constraint games_round_money check (
  stake_cents > 0 and bonus_stake_cents between 0 and stake_cents and payout_cents >= 0
  and cash_cents >= 0 and bonus_cents >= 0
);
