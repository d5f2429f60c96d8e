-- What a page of matches shows beside its prices: how a match came to stand as it does, and what a player follows.

-- Whether an outcome of a fixture can be bet on now.
create function sportsbook_has_price(fixture sportsbook_fixture) returns boolean
  language sql stable
  begin atomic
    select exists (
      select from sportsbook_market market
        join sportsbook_outcome outcome on outcome.market_id = market.id and outcome.is_offered
       where market.fixture_id = fixture.id and sportsbook_market_status(market, fixture) = 'open');
  end;

-- How a match stood at each turn since its start, for who opens its page late: a goal, a card, a point, a half. Written in the
-- transaction that changes the match, under the version it gets by it. Decides nothing, and is cleared away after a week.
create table sportsbook_moment (
  fixture_id bigint not null references sportsbook_fixture,
  version bigint not null,
  match_status smallint not null,
  clock_period text,
  minute smallint,
  state jsonb,
  told_at timestamptz not null default now(),
  primary key (fixture_id, version)
);
grant delete on sportsbook_moment to palpite_app;
create index sportsbook_moment_old on sportsbook_moment (told_at);

-- What a player follows: a match, or a side in all its matches.
create table sportsbook_favourite (
  player_id bigint not null,
  -- No foreign keys: one would take a share of the match's row, and hold up what the feed says of it.
  fixture_id bigint,
  participant_id bigint,
  created_at timestamptz not null default now(),
  constraint sportsbook_favourite_one check (num_nonnulls(fixture_id, participant_id) = 1)
);
create unique index sportsbook_favourite_fixture on sportsbook_favourite (player_id, fixture_id);
create unique index sportsbook_favourite_participant
  on sportsbook_favourite (player_id, participant_id);
grant delete on sportsbook_favourite to palpite_app;
