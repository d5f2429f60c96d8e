-- Bets. A bet is written when its stake is taken, and changed when it is settled or settled anew.
create table sportsbook_bet (
  id bigint generated always as identity primary key,
  player_id bigint not null,
  -- The caller's own id for placing it: sent twice, it acts once.
  request_id text not null,
  status text not null default 'open' check (status in ('open', 'settled')),
  stake_cents bigint not null check (stake_cents > 0),
  -- Where the stake came from; returns go back in the same proportion.
  cash_cents bigint not null check (cash_cents >= 0),
  bonus_cents bigint not null check (bonus_cents >= 0),
  price_milli integer not null check (price_milli > 1000),
  potential_return_cents bigint not null check (potential_return_cents >= stake_cents),
  -- What was requested, to tell a repeated request from another one under the same id.
  asked_price_milli integer not null,
  accept text not null check (accept in ('exact', 'better', 'any')),
  -- The database's clock when the prices were read under lock, not when the transaction began.
  placed_at timestamptz not null,
  won integer, refunded integer, parts integer,
  return_cents bigint check (return_cents >= 0),
  settled_at timestamptz,
  -- The list it was settled in, and how often it was settled.
  settlement_id bigint,
  settled_times integer not null default 0,
  unique (player_id, request_id),
  constraint sportsbook_bet_split check (cash_cents + bonus_cents = stake_cents),
  constraint sportsbook_bet_settled check (
    num_nonnulls(won, refunded, parts, return_cents, settled_at, settlement_id)
      = case status when 'open' then 0 else 6 end
  )
) with (fillfactor = 50); -- room to settle every bet in place: no index row changes with its status
create index sportsbook_bet_of_player on sportsbook_bet (player_id, id);

-- What a bet is on. Never changed: what became of a leg is said by its outcome.
create table sportsbook_leg (
  bet_id bigint not null,
  place smallint not null,
  -- No foreign keys: each check would lock the row of a popular outcome once more for every bet.
  fixture_id bigint not null,
  outcome_id bigint not null,
  price_milli integer not null check (price_milli > 1000),
  -- Which of the outcome's prices it was.
  price_version integer not null,
  primary key (bet_id, place)
);
create index sportsbook_leg_of_fixture on sportsbook_leg (fixture_id, bet_id);

-- One row for each list of bets that was settled together: its stakes are one transfer of the ledger.
create table sportsbook_settlement (
  id bigint generated always as identity primary key,
  settled_at timestamptz not null default now(),
  bets integer not null check (bets > 0),
  stake_cents bigint not null,
  return_cents bigint not null
);

-- Fixtures whose markets were resolved and whose bets are still to be settled.
create table sportsbook_settlement_task (
  fixture_id bigint primary key references sportsbook_fixture,
  -- Grows when the fixture is resolved again while its bets are being settled.
  requested bigint not null default 1,
  leased_until timestamptz not null default '2000-01-01'
);
