-- outside of a transaction: whoever plays meanwhile does not wait for an index.
-- What the small games paid beside what their pay tables say, by the hour in which rounds ended: counted from the rounds
-- themselves, anew until some minutes after the hour. So operators read a year from some thousand rows.
create table if not exists games_return_hour (
  game text not null,
  hour timestamptz not null check (hour = date_trunc('hour', hour)),
  rounds int not null check (rounds > 0),
  staked_cents bigint not null check (staked_cents > 0),
  paid_cents bigint not null check (paid_cents >= 0),
  -- Of the pay table, in cents and square cents: measures, never money. docs/maths/actual-returns.md says what they are.
  expected_cents double precision not null check (expected_cents >= 0),
  variance double precision not null check (variance >= 0),
  -- The most that one round, step or draw of the hour may have paid above what was expected of it, and below it.
  max_above_cents double precision not null check (max_above_cents >= 0),
  max_below_cents double precision not null check (max_below_cents >= 0),
  primary key (game, hour)
);
grant update (rounds, staked_cents, paid_cents, expected_cents, variance, max_above_cents, max_below_cents)
  on games_return_hour to palpite_app;

-- Up to which hour rounds were counted for good. One row; whoever counts holds it.
create table if not exists games_return_counted (
  is_only boolean primary key default true check (is_only),
  counted_until timestamptz not null
);
grant update (counted_until) on games_return_counted to palpite_app;

-- Rounds that operators look at: those given back, and those that paid R$ 10.000 or more. Few, so that they cost the others
-- nothing.
drop index concurrently if exists games_round_refunded;
create index concurrently games_round_refunded on games_round (closed_at, id) where status = 'refunded';
drop index concurrently if exists games_round_large;
create index concurrently games_round_large on games_round (closed_at, id) where payout_cents >= 1000000;
