-- The form of a match as its feed said it with the fixture: over how many sets or frames it is played at most, and whether
-- the last one is a match tie-break. Null where nobody said it: then nothing is decided by it.
alter table sportsbook_fixture
  add column best_of smallint check (best_of between 1 and 35 and best_of % 2 = 1),
  add column has_match_tie_break boolean,
  -- Its feed knows the day alone: the hour of its start says nothing.
  add column is_day_only boolean not null default false,
  add constraint sportsbook_fixture_form check (has_match_tie_break is null or best_of is not null);

-- A match can be over before anybody says its score. Its markets wait then.
alter table sportsbook_fixture drop constraint sportsbook_fixture_check1;
