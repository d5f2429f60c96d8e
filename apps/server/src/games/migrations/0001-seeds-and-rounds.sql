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
grant update (status, client_seed, revealed_at) on games_seed_pair to palpite_app;

create unique index games_seed_pair_current on games_seed_pair (player_id) where status = 'current';
create unique index games_seed_pair_next on games_seed_pair (player_id) where status = 'next';
create index games_seed_pair_by_moment on games_seed_pair
  using brin (created_at) with (pages_per_range = 32, autosummarize = on);
create index games_seed_pair_by_end on games_seed_pair (revealed_at) where revealed_at is not null;

-- What a pair commits to from its first moment on, as it is sealed.
create view games_committed_seed as
  select id as key, player_id, server_seed, server_seed_hash, algorithm, created_at from games_seed_pair;

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

-- Rounds of every small game, with all that a verifier needs. Keyed by player. A round of an instant game is over when it
-- is written; one of a paced game stays open over its steps, one of a shared game until its draw.
create table games_round (
  player_id bigint not null,
  id bigint not null,
  -- The player's own id of the request: asked twice, it plays once.
  request_id text not null,
  game text not null,
  -- 'open', 'won', 'lost' or 'refunded'.
  status text not null,
  stake_cents bigint not null,
  -- The part of the stake that came from the bonus.
  bonus_stake_cents bigint not null,
  payout_cents bigint not null,
  -- The pair of seeds in use, and the last of its nonces that was used: by this round, or by one before it where a draw that
  -- many share decides. So the next nonce follows from a player's last round, whatever its game.
  -- No foreign key: its check would lock the pair once more for every round. Pairs are never removed.
  seed_pair_id bigint not null,
  nonce int not null,
  -- The draw that decides, of a game that many share.
  shared_round_id bigint,
  -- Which version of the game's rules made the result of those numbers.
  rules_version smallint not null,
  -- What the player chose with the stake.
  choice jsonb not null,
  -- How it stands at its end, as its player sees it; null while it is open.
  state jsonb,
  -- What was paid, in ten-thousandths of the stake; 0 for a lost round and for an open one.
  multiplier_e4 bigint not null,
  -- What the player had right after: a request that is asked again gets the same answer.
  cash_cents bigint not null,
  bonus_cents bigint not null,
  balance_version bigint not null,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  primary key (player_id, id),
  constraint games_round_once unique (player_id, request_id),
  -- One check alone, of the money: thirteen of them were a third of what writing a list of rounds cost beside its rows.
  -- What a round was played by is proven from its seeds, by anybody.
  constraint games_round_money check (
    stake_cents > 0 and bonus_stake_cents between 0 and stake_cents and payout_cents >= 0
    and cash_cents >= 0 and bonus_cents >= 0
  )
);

grant update (status, payout_cents, state, multiplier_e4, closed_at) on games_round to palpite_app;

-- One open round of a paced game a player. What is open is few, so that both indexes are some pages.
create unique index games_round_open on games_round (player_id, game)
  where status = 'open' and shared_round_id is null;
create index games_round_of_draw on games_round (shared_round_id, player_id) where shared_round_id is not null;
-- Finds the rounds that were closed in a minute, for their seal. Some pages for millions of rounds, and no reason to write a
-- round's other indexes anew when it is closed.
create index games_round_by_end on games_round
  using brin (closed_at) with (pages_per_range = 32, autosummarize = on);

-- The last wins of a game, for everybody to see. New ones come at its end alone, so that it costs a round little.
create index games_round_wins on games_round (game, closed_at) where status = 'won';

-- What a player did in a round of a paced game, one step after the other: with the seeds it is the whole of its state.
create table games_step (
  player_id bigint not null,
  round_id bigint not null,
  -- From 1 on.
  number int not null,
  -- The player's own id of the request: asked twice, it steps once.
  request_id text not null,
  -- The tile; null took the money.
  tile smallint,
  cash_cents bigint not null,
  bonus_cents bigint not null,
  balance_version bigint not null,
  created_at timestamptz not null default now(),
  primary key (player_id, round_id, number),
  constraint games_step_once unique (player_id, request_id)
);
create index games_step_by_moment on games_step
  using brin (created_at) with (pages_per_range = 32, autosummarize = on);

create function games_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or removed', tg_table_name;
end $$;

create function games_refuse_second_end() returns trigger language plpgsql as $$
begin
  raise exception 'a round is never removed, and changes only when it is closed';
end $$;

-- A round changes once, when an open one is closed, and then only in how it ended. The condition stands with the trigger: as
-- a function that is called for each round it was a fifth of what closing a list of them costs.
create trigger games_round_stays before update on games_round
  for each row when (
    old.status <> 'open' or new.status not in ('won', 'lost', 'refunded') or new.closed_at is null or new.state is null
    or (new.player_id, new.id, new.request_id, new.game, new.stake_cents, new.bonus_stake_cents, new.seed_pair_id, new.nonce,
        new.shared_round_id, new.rules_version, new.choice, new.cash_cents, new.bonus_cents, new.balance_version, new.created_at)
      is distinct from
       (old.player_id, old.id, old.request_id, old.game, old.stake_cents, old.bonus_stake_cents, old.seed_pair_id, old.nonce,
        old.shared_round_id, old.rules_version, old.choice, old.cash_cents, old.bonus_cents, old.balance_version, old.created_at)
  )
  execute function games_refuse_second_end();
create trigger games_round_is_never_removed before delete on games_round
  for each row execute function games_refuse_second_end();
create trigger games_round_is_kept before truncate on games_round
  for each statement execute function games_refuse_change();
create trigger games_step_stays before update or delete or truncate on games_step
  for each statement execute function games_refuse_change();

-- What a player's next round is played with. Its nonce follows from the last round, of which nobody can change it. The last
-- round of a player who has rotated since is of an earlier pair: ids of a player's rounds grow, because they are drawn while
-- the player's accounts are locked.
create view games_seed_in_use as
  select pair.id, pair.player_id, pair.server_seed, pair.server_seed_hash, pair.client_seed, pair.algorithm,
         case when last.seed_pair_id = pair.id then last.nonce + 1 else 0 end as nonce,
         last.created_at as last_round_at
    from games_seed_pair pair
    left join lateral (
      select seed_pair_id, nonce, created_at from games_round where player_id = pair.player_id order by id desc limit 1
    ) as last on true
   where pair.status = 'current';

-- A chain of seeds of one room, each the SHA-256 of the one played after it. Its commitment, the hash of the first, is
-- shown before its first round. Of the seeds themselves every 256th is kept: the others follow from the next kept one.
create table games_chain (
  id bigint generated always as identity primary key,
  room text not null,
  -- Of the room's chains, from 1 on.
  number int not null,
  length int not null check (length > 0),
  commitment text not null,
  salt text not null,
  created_at timestamptz not null default now(),
  unique (room, number)
);
create table games_chain_seed (
  chain_id bigint not null references games_chain,
  place int not null,
  seed text not null,
  primary key (chain_id, place)
);

-- The kept seeds of a chain, written with it, as they are sealed.
create view games_kept_seed as
  select seed.chain_id || '/' || seed.place as key, seed.seed, chain.created_at
    from games_chain chain join games_chain_seed seed on seed.chain_id = chain.id;

-- A round that many share. Bets lock its row, so that whoever draws it waits for those that were taken in time, and so that
-- what it may cost is known while each is decided.
create table games_shared_round (
  id bigint generated always as identity primary key,
  room text not null,
  chain_id bigint not null references games_chain,
  place int not null,
  -- 'open', 'drawn' or 'void' while bets are to be settled, then 'settled' or 'refunded'.
  status text not null default 'open' check (status in ('open', 'drawn', 'void', 'settled', 'refunded')),
  opens_at timestamptz not null,
  closes_at timestamptz not null,
  draws_at timestamptz not null,
  settles_at timestamptz not null,
  ends_at timestamptz not null,
  -- When the last of its bets was settled: from then on nothing of it changes.
  ended_at timestamptz,
  -- Cents and bets on each pick: {"red": [1200, 3]}.
  stakes jsonb not null default '{}',
  seed text,
  outcome int,
  unique (chain_id, place),
  check ((outcome is null) = (seed is null)),
  check ((ended_at is not null) = (status in ('settled', 'refunded'))),
  check (opens_at < closes_at and closes_at <= draws_at and draws_at <= settles_at and settles_at <= ends_at)
);
grant update (status, stakes, seed, outcome, ended_at) on games_shared_round to palpite_app;
create index games_shared_round_of_room on games_shared_round (room, id);
create index games_shared_round_by_end on games_shared_round (ended_at);
create index games_shared_round_unsettled on games_shared_round (id) where status in ('open', 'drawn', 'void');

-- What was committed to stays, and a round that was drawn stays as it was drawn.
create function games_keep_draw() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
    or (new.id, new.room, new.chain_id, new.place, new.opens_at, new.closes_at, new.draws_at, new.settles_at, new.ends_at)
      is distinct from
       (old.id, old.room, old.chain_id, old.place, old.opens_at, old.closes_at, old.draws_at, old.settles_at, old.ends_at)
    or (old.status <> 'open' and (new.stakes, new.seed, new.outcome) is distinct from (old.stakes, old.seed, old.outcome))
    or (old.status, new.status) not in
       (('open', 'open'), ('open', 'drawn'), ('open', 'void'), ('drawn', 'settled'), ('void', 'refunded'))
  then
    raise exception 'a shared round keeps what it was drawn by';
  end if;
  return new;
end $$;
create trigger games_shared_round_keeps before update or delete on games_shared_round
  for each row execute function games_keep_draw();
create trigger games_shared_round_is_kept before truncate on games_shared_round
  for each statement execute function games_refuse_change();
create trigger games_chain_stays before update or delete or truncate on games_chain
  for each statement execute function games_refuse_change();
create trigger games_chain_seed_stays before update or delete or truncate on games_chain_seed
  for each statement execute function games_refuse_change();

-- A round with its seeds, and with its steps while it is open, by the names that the server reads it by: two statements
-- read all of it, and its columns are written once.
create view games_shown_round as
  select round.id, round.player_id as "playerId", round.request_id as "requestId", round.game, round.status,
         round.stake_cents as "stakeCents", round.bonus_stake_cents as "bonusStakeCents",
         round.payout_cents as "payoutCents", round.seed_pair_id as "seedPairId", round.nonce,
         round.shared_round_id as "sharedRoundId", round.rules_version as "rulesVersion", round.choice, round.state,
         round.multiplier_e4 as "multiplierE4", round.cash_cents as "cashCents", round.bonus_cents as "bonusCents",
         round.balance_version as "balanceVersion", round.created_at as "at", round.closed_at as "closedAt",
         pair.server_seed as "serverSeed", pair.server_seed_hash as "serverSeedHash",
         pair.status = 'revealed' as "isRevealed", pair.client_seed as "clientSeed", pair.algorithm,
         case when round.status = 'open' and round.shared_round_id is null then
           coalesce(
             (select jsonb_agg(step.tile order by step.number)
                from games_step step
               where step.player_id = round.player_id and step.round_id = round.id),
             '[]'
           )
         else '[]' end as tiles,
         case when round.shared_round_id is not null then
           (select jsonb_build_object(
                     'sharedRoundId', shared.id, 'room', shared.room, 'place', shared.place, 'commitment', chain.commitment, 'salt', chain.salt,
                     'seed', shared.seed, 'outcome', shared.outcome, 'isAbnormal', shared.status in ('void', 'refunded'))
              from games_shared_round shared
              join games_chain chain on chain.id = shared.chain_id
             where shared.id = round.shared_round_id)
         end as draw
    from games_round round
    join games_seed_pair pair on pair.id = round.seed_pair_id;
