-- The studio's own book. Everything is written here before the wallet is asked, so that a program that dies goes on.
create table if not exists studio_session (
  bearer_hash text primary key,
  -- The wallet's session; null plays without money.
  wallet_session text,
  player text not null,
  game text not null,
  min_stake_cents bigint not null,
  max_stake_cents bigint not null,
  min_round_ms int not null,
  allows_turbo boolean not null,
  -- What there is to play with where it is not money.
  demo_cents bigint check (demo_cents >= 0),
  created_at timestamptz not null default now(),
  check ((wallet_session is null) = (demo_cents is not null))
);

create table if not exists studio_seed (
  id bigint generated always as identity primary key,
  player text not null,
  server_seed text not null,
  server_seed_hash text not null,
  client_seed text not null,
  nonce int not null default 0,
  is_current boolean not null default true
);
create unique index if not exists studio_seed_current on studio_seed (player) where is_current;

-- A stake and what became of it. 'staking' asks the wallet, 'playing' waits for its round, 'paying' owes the return,
-- 'undoing' owes the stake; 'done', 'refused' and 'undone' are over.
create table if not exists studio_bet (
  id uuid primary key,
  bearer_hash text not null references studio_session,
  player text not null,
  request_id text not null,
  game text not null,
  round_id text not null,
  stake_cents bigint not null check (stake_cents > 0),
  auto_at int,
  status text not null check (status in ('staking', 'playing', 'paying', 'done', 'undoing', 'undone', 'refused')),
  refusal text,
  seed_id bigint references studio_seed,
  nonce int,
  cashed_out_at int,
  win_cents bigint not null default 0 check (win_cents >= 0),
  created_at timestamptz not null default now(),
  moved_at timestamptz not null default now(),
  unique (player, request_id)
);
-- The wallet's gift that a free round is of: nothing was staked.
alter table studio_bet add column if not exists grant_id text;
create index if not exists studio_bet_under_way on studio_bet (moved_at)
  where status in ('staking', 'playing', 'paying', 'undoing');
create index if not exists studio_bet_of_player on studio_bet (player, game, created_at desc);
create index if not exists studio_bet_of_round on studio_bet (round_id) where game = 'palpite-crash';

-- The chain of the crash: seeds in the order they are played, each the SHA-256 of the next.
create table if not exists studio_crash_chain (
  id bigint generated always as identity primary key,
  secret text not null,
  length int not null,
  commitment text not null,
  salt text not null
);
create table if not exists studio_crash_round (
  id bigint generated always as identity primary key,
  chain_id bigint not null references studio_crash_chain,
  place int not null,
  point int not null,
  seed text not null,
  opens_at timestamptz not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  is_over boolean not null default false,
  unique (chain_id, place)
);
