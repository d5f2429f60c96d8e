-- outside of a transaction: whoever plays meanwhile does not wait for an index.
-- Operators look for rounds of all players by id and by when they began. Block ranges: some pages for millions of rounds, and
-- rows stand in the order of both.
drop index concurrently if exists games_round_by_moment;
create index concurrently games_round_by_moment on games_round
  using brin (created_at, id) with (pages_per_range = 32, autosummarize = on);
