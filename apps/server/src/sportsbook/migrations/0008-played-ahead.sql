-- How many seconds of a simulated match were played on demand beside a sandbox: its clock is this much further than the
-- time since its start. The start itself stays where it was, because it says which bets were placed before the match.
alter table sportsbook_fixture
  add column ahead_seconds double precision not null default 0 check (ahead_seconds >= 0),
  add constraint sportsbook_fixture_played_ahead check (simulated or ahead_seconds = 0);
