-- Seeds of instant games. A player has one pair in use and one waiting, whose hash is shown beforehand: the
-- client seed of a pair is chosen only after its server seed was committed to.
-- What a pair is and when it may change is guarded by its trigger: a check constraint is read anew from the catalogue by
-- every statement that writes the table.
create table games_seed_pair (
  id bigint generated always as identity primary key,
  player_id bigint not null,
  -- 'current', 'next' or 'revealed'.
  status text not null,
  -- Secret until the pair is revealed.
  server_seed text not null,
  server_seed_hash text not null,
  client_seed text,
  -- How numbers come from the seeds; fixed for the life of a pair.
  algorithm text not null,
  created_at timestamptz not null default now(),
  revealed_at timestamptz
);

create unique index games_seed_pair_current on games_seed_pair (player_id) where status = 'current';
create unique index games_seed_pair_next on games_seed_pair (player_id) where status = 'next';

-- What was committed to stays: the hash is that of the seed, and neither it nor what decides a round changes.
create function games_keep_commitment() returns trigger language plpgsql as $$
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
create trigger games_seed_pair_keeps after insert or update or delete on games_seed_pair
  for each row execute function games_keep_commitment();

-- Round ids are drawn a block at a time, one number for each list of rounds.
create sequence games_round_id increment by 1024 start with 1024;

-- Finished rounds of instant games, with all that a verifier needs. Keyed by player.
create table games_round (
  player_id bigint not null,
  id bigint not null,
  -- The player's own id of the request: asked twice, it plays once.
  request_id text not null,
  game text not null,
  stake_cents bigint not null,
  -- The part of the stake that came from the bonus.
  bonus_stake_cents bigint not null,
  payout_cents bigint not null,
  -- No foreign key: its check would lock the pair once more for every round. Pairs are never removed.
  seed_pair_id bigint not null,
  nonce int not null,
  -- Which version of the game's rules made the result of those numbers.
  algorithm_version smallint not null,
  -- What the player had right after: a request that is asked again gets the same answer.
  cash_cents bigint not null,
  bonus_cents bigint not null,
  balance_version bigint not null,
  dice_direction text,
  dice_target_hundredths int,
  dice_result_hundredths int,
  dice_multiplier_e4 int,
  created_at timestamptz not null default now(),
  primary key (player_id, id),
  constraint games_round_once unique (player_id, request_id),
  -- One check alone, of the money, for the reason given above: thirteen of them were a third of what writing a list of
  -- rounds cost beside its rows. What a round was played by is proven from its seeds, by anybody.
  constraint games_round_money check (
    stake_cents > 0 and bonus_stake_cents between 0 and stake_cents and payout_cents >= 0
    and cash_cents >= 0 and bonus_cents >= 0
  )
);

create function games_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or removed', tg_table_name;
end $$;
create trigger games_round_stays before update or delete on games_round
  for each row execute function games_refuse_change();
create trigger games_round_is_kept before truncate on games_round
  for each statement execute function games_refuse_change();

-- What a player's next round is played with. Its nonce follows from the last round that was played, which nobody can change
-- or remove. The last round of a player who has rotated since is of an earlier pair: ids of a player's rounds grow, because
-- they are drawn while the player's accounts are locked.
create view games_seed_in_use as
  select pair.id, pair.player_id, pair.server_seed, pair.server_seed_hash, pair.client_seed, pair.algorithm,
         case when last.seed_pair_id = pair.id then last.nonce + 1 else 0 end as nonce
    from games_seed_pair pair
    left join lateral (
      select seed_pair_id, nonce from games_round where player_id = pair.player_id order by id desc limit 1
    ) as last on true
   where pair.status = 'current';
