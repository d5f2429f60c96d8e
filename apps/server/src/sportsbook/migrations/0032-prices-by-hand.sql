-- A price that an operator set by hand. It holds against new prices until it ends, and then stays as history. The row names
-- no player. No foreign keys: creating them would lock the outcomes.
create table sportsbook_hand_price (
  id bigint generated always as identity primary key,
  outcome_id bigint not null,
  fixture_id bigint not null,
  price_milli integer not null check (price_milli > 1000),
  -- The automatic price that it replaced.
  automatic_milli integer not null check (automatic_milli > 1000),
  -- How far from the automatic price it may be: a new automatic price further away ends it.
  max_bps smallint not null check (max_bps between 0 and 5000),
  operator_id bigint not null,
  reason text not null,
  set_at timestamptz not null default clock_timestamp(),
  ends_at timestamptz not null check (ends_at > set_at),
  ended_at timestamptz,
  -- Replaced or taken back by an operator, or ended by time, by an event or stop of the match, or by a price too far from it.
  ended_by text check (ended_by in ('operator', 'time', 'event', 'stop', 'price')),
  check (num_nonnulls(ended_at, ended_by) in (0, 2))
);
grant update (ended_at, ended_by) on sportsbook_hand_price to palpite_app;
-- The prices in force: one per outcome, few at any time.
create unique index sportsbook_hand_price_held on sportsbook_hand_price (outcome_id) where ended_at is null;
create index sportsbook_hand_price_of_fixture on sportsbook_hand_price (fixture_id) where ended_at is null;
