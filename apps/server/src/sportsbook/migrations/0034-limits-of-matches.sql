-- The limits of one match, as shares of those in the settings: never above them. The row in force is the one without an end;
-- the others are history. The rows name no player. No foreign key: creating it would lock the fixtures.
create table sportsbook_match_limit (
  id bigint generated always as identity primary key,
  fixture_id bigint not null,
  -- Ten-thousandths of the limits on bets, by whether the match is in play when a stake is decided. Of the bound on its worst
  -- scenario, where bets of both times count, the larger share holds.
  before_start_bps smallint not null check (before_start_bps between 100 and 10000),
  in_play_bps smallint not null check (in_play_bps between 100 and 10000),
  operator_id bigint not null,
  reason text not null,
  set_at timestamptz not null default clock_timestamp(),
  -- Replaced or taken back by an operator.
  ended_at timestamptz,
  check (least(before_start_bps, in_play_bps) < 10000)
);
grant update (ended_at) on sportsbook_match_limit to palpite_app;
-- The limits in force: one row per match. Each list of bets looks its matches up here.
create unique index sportsbook_match_limit_held on sportsbook_match_limit (fixture_id) where ended_at is null;
