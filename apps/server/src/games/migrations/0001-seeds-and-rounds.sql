-- Seeds of instant games. A player has one pair in use and one waiting, whose hash is shown beforehand: the
-- client seed of a pair is chosen only after its server seed was committed to.
create table games_seed_pair (
  id bigint generated always as identity primary key,
  player_id bigint not null,
  status text not null check (status in ('current', 'next', 'revealed')),
  -- Secret until the pair is revealed.
  server_seed text not null,
  server_seed_hash text not null,
  client_seed text,
  -- How numbers come from the seeds; fixed for the life of a pair.
  algorithm text not null,
  -- Rounds played: the nonce of the next one.
  rounds int not null default 0 check (rounds >= 0),
  created_at timestamptz not null default now(),
  revealed_at timestamptz,
  check ((status = 'next') = (client_seed is null)),
  check ((status = 'revealed') = (revealed_at is not null)),
  check (status <> 'next' or rounds = 0)
) with (fillfactor = 70); -- room for updates in place: no index row changes with the count of rounds

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
-- Not on updates of `rounds` alone: those are the hot path, and change nothing that was committed to.
create trigger games_seed_pair_keeps before insert
    or update of player_id, status, server_seed, server_seed_hash, client_seed, algorithm or delete
  on games_seed_pair for each row execute function games_keep_commitment();

-- Round ids are drawn a block at a time, one number for each list of rounds.
create sequence games_round_id increment by 1024 start with 1024;

-- Finished rounds of instant games, with all that a verifier needs. Keyed by player.
create table games_round (
  player_id bigint not null,
  id bigint not null,
  -- The player's own id of the request: asked twice, it plays once.
  request_id text not null,
  game text not null check (game in ('dice')),
  stake_cents bigint not null check (stake_cents > 0),
  -- The part of the stake that came from the bonus.
  bonus_stake_cents bigint not null check (bonus_stake_cents between 0 and stake_cents),
  payout_cents bigint not null check (payout_cents >= 0),
  -- No foreign key: its check would lock the pair once more for every round. Pairs are never removed.
  seed_pair_id bigint not null,
  nonce int not null check (nonce >= 0),
  -- Which version of the game's rules made the result of those numbers.
  algorithm_version smallint not null check (algorithm_version > 0),
  -- What the player had right after: a request that is asked again gets the same answer.
  cash_cents bigint not null check (cash_cents >= 0),
  bonus_cents bigint not null check (bonus_cents >= 0),
  balance_version bigint not null,
  dice_direction text check (dice_direction in ('over', 'under')),
  dice_target_hundredths int check (dice_target_hundredths between 0 and 10000),
  dice_result_hundredths int check (dice_result_hundredths between 0 and 10000),
  dice_multiplier_e4 int check (dice_multiplier_e4 > 0),
  created_at timestamptz not null default now(),
  primary key (player_id, id),
  constraint games_round_once unique (player_id, request_id),
  constraint games_round_dice check (
    (game = 'dice') = (num_nulls(dice_direction, dice_target_hundredths, dice_result_hundredths, dice_multiplier_e4) = 0)
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
