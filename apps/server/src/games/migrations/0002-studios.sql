-- Outside games: studios that sign what they send, their games, the sessions of players in them, and their wallet.

-- A maker of games that plays on our wallet. Its account in the ledger holds what its games won.
create table games_studio (
  id text primary key check (id ~ '^[a-z0-9]{2,20}$'),
  name text not null,
  -- Where its games and its catalogue are: an origin of its own.
  base_url text not null,
  account_id bigint not null unique,
  is_open boolean not null default true,
  -- Addresses and networks that may call; none lets every address call that has a key.
  addresses text[] not null default '{}',
  created_at timestamptz not null default now()
);
grant update (name, base_url, is_open, addresses) on games_studio to palpite_app;

-- What a studio signs with. Several at once, so that keys turn without a pause.
create table games_studio_key (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{4,64}$'),
  studio_id text not null references games_studio,
  secret text not null check (length(secret) >= 32),
  created_at timestamptz not null default now(),
  ends_at timestamptz
);
grant update (secret, ends_at) on games_studio_key to palpite_app;

-- The catalogue, as studios publish it.
create table games_studio_game (
  code text primary key check (code ~ '^[a-z0-9]{2,20}-[a-z0-9]{2,30}$'),
  studio_id text not null references games_studio,
  name text not null,
  tags text[] not null,
  -- The exact return to player, in millionths.
  return_ppm int not null check (return_ppm between 850000 and 990000),
  volatility text not null check (volatility in ('low', 'medium', 'high')),
  picture_url text not null,
  launch_url text not null,
  has_demo boolean not null,
  min_stake_cents bigint not null check (min_stake_cents > 0),
  max_stake_cents bigint not null check (max_stake_cents >= min_stake_cents),
  is_open boolean not null default true,
  -- Whether operators have taken it out, whatever the studio publishes.
  is_suspended boolean not null default false,
  created_at timestamptz not null default now()
);
grant update (name, tags, return_ppm, volatility, picture_url, launch_url, has_demo, min_stake_cents, max_stake_cents, is_open,
              is_suspended)
  on games_studio_game to palpite_app;
create index games_studio_game_of_studio on games_studio_game (studio_id);

create table games_favourite (
  player_id bigint not null,
  game_code text not null references games_studio_game,
  created_at timestamptz not null default now(),
  primary key (player_id, game_code)
);
grant delete on games_favourite to palpite_app;

-- A player in a game. The studio names it with each call: 122 random bits that nobody guesses.
create table games_session (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  player_id bigint not null,
  studio_id text not null references games_studio,
  game_code text not null references games_studio_game,
  staked_cents bigint not null default 0,
  returned_cents bigint not null default 0,
  opened_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  closed_at timestamptz,
  check (staked_cents >= 0)
) with (fillfactor = 70);
grant update (staked_cents, returned_cents, last_at, closed_at) on games_session to palpite_app;
-- A player is in one game at a time.
create unique index games_session_open on games_session (player_id) where closed_at is null;
create index games_session_recent on games_session (player_id, opened_at desc);
create index games_session_idle on games_session (last_at) where closed_at is null;

-- What opens a game in its frame: good once and for a minute, kept as its hash.
create table games_launch_token (
  token_hash text primary key,
  session_id text not null references games_session,
  ends_at timestamptz not null,
  used_at timestamptz
);
grant update (used_at), delete on games_launch_token to palpite_app;

-- A round of a studio with the stakes and returns of one player. A shared round has one row for each.
create table games_studio_round (
  id bigint generated always as identity,
  -- No foreign keys: their checks would lock the studio, of all its players, and the session once more for every round.
  -- Neither is ever removed.
  studio_id text not null,
  player_id bigint not null,
  round_id text not null,
  session_id text not null,
  game_code text not null,
  status text not null default 'open' check (status in ('open', 'ended')),
  -- By the studio, or by our rule when it never said so.
  ended_by text check (ended_by in ('studio', 'rule')),
  staked_cents bigint not null check (staked_cents >= 0),
  bonus_staked_cents bigint not null check (bonus_staked_cents between 0 and staked_cents),
  returned_cents bigint not null default 0 check (returned_cents >= 0),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (studio_id, player_id, round_id),
  check ((status = 'ended') = (ended_at is not null) and (ended_at is null) = (ended_by is null))
);
grant update (status, ended_by, staked_cents, bonus_staked_cents, returned_cents, ended_at)
  on games_studio_round to palpite_app;
create index games_studio_round_open on games_studio_round (player_id) where status = 'open';
create index games_studio_round_unended on games_studio_round (created_at) where status = 'open';

-- Rounds that a player may play in a game without a stake, of a gift: what they win is bonus money.
create table games_free_rounds (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  request_id text not null,
  player_id bigint not null,
  game_code text not null references games_studio_game,
  rounds int not null check (rounds between 1 and 1000),
  used int not null default 0 check (used between 0 and rounds),
  stake_cents bigint not null check (stake_cents > 0),
  won_cents bigint not null default 0 check (won_cents >= 0),
  ends_at timestamptz not null,
  policy_version text not null,
  created_at timestamptz not null default now(),
  unique (player_id, request_id)
);
grant update (used, won_cents) on games_free_rounds to palpite_app;
create index games_free_rounds_left on games_free_rounds (player_id, ends_at) where used < rounds;

-- What studios did to the wallet, once each by the studio's own id. A rollback stands here also when it came before its debit,
-- which is refused from then on.
create table games_wallet_transaction (
  -- No foreign keys, as with rounds.
  studio_id text not null,
  transaction_id text not null,
  player_id bigint not null,
  session_id text not null,
  round_id text not null,
  kind text not null check (kind in ('debit', 'credit', 'rollback', 'free')),
  -- What moved; 0 for a credit of nothing and a rollback that found nothing to undo.
  cents bigint not null check (cents >= 0),
  bonus_cents bigint not null check (bonus_cents between 0 and cents),
  -- The debit that a rollback undoes.
  refers_to text,
  -- The gift that a free round is of.
  grant_id text references games_free_rounds,
  ends_round boolean not null,
  -- What the player had right after: asked again, the answer is the same.
  balance_cents bigint not null check (balance_cents >= 0),
  created_at timestamptz not null default now(),
  primary key (studio_id, transaction_id),
  check ((kind = 'rollback') = (refers_to is not null)),
  check ((kind = 'free') = (grant_id is not null))
);
create unique index games_wallet_transaction_undone on games_wallet_transaction (studio_id, refers_to)
  where refers_to is not null and cents > 0;
create index games_wallet_transaction_of_rollback on games_wallet_transaction (studio_id, refers_to)
  where refers_to is not null;
create index games_wallet_transaction_by_moment on games_wallet_transaction
  using brin (created_at) with (pages_per_range = 32, autosummarize = on);
create trigger games_wallet_transaction_stays before update or delete or truncate on games_wallet_transaction
  for each statement execute function games_refuse_change();

-- A studio's day (of America/Sao_Paulo): its statement, and what its account in the ledger must add up to.
create table games_studio_day (
  studio_id text not null references games_studio,
  day date not null,
  debits int not null default 0,
  debit_cents bigint not null default 0,
  credits int not null default 0,
  credit_cents bigint not null default 0,
  rollbacks int not null default 0,
  rollback_cents bigint not null default 0,
  -- Free rounds, and what they won: the house's gift, of which the studio's account holds nothing.
  frees int not null default 0,
  free_cents bigint not null default 0,
  primary key (studio_id, day)
) with (fillfactor = 70);
grant update (debits, debit_cents, credits, credit_cents, rollbacks, rollback_cents, frees, free_cents)
  on games_studio_day to palpite_app;
