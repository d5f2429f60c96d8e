-- A stop is a state of each market: it lasts until a message names that market again. Still it is written in one row. The
-- fixture holds the version at which its feed stopped it last, each market the version at which it was named last.
alter table sportsbook_fixture
  add column stopped_version bigint check (stopped_version <= version),
  -- Whose stop it is. A producer of prices before the match gives way to one of the match. One of the feed itself is of all
  -- markets, and lifted by whoever names them.
  add column stopped_by text check (stopped_by in ('live', 'pre_match', 'feed')),
  add constraint sportsbook_fixture_stopped check ((stopped_version is null) = (stopped_by is null));
update sportsbook_fixture set stopped_version = version, stopped_by = 'feed' where is_stopped;
alter table sportsbook_fixture drop column is_stopped;

alter table sportsbook_market
  -- Written when a market is made, or named for the first time since a stop or by another kind of producer; not with
  -- every price.
  add column named_version bigint not null default 0 check (named_version >= 0),
  add column named_by text check (named_by in ('live', 'pre_match'));

-- How a market stands for whoever wants to bet on it. Every read of offers asks this, and no other.
create function sportsbook_market_status(market sportsbook_market, fixture sportsbook_fixture) returns text
language sql immutable parallel safe as $$
  select case when market.status = 'open' and market.named_version < fixture.stopped_version
               and not (fixture.stopped_by = 'pre_match' and market.named_by is not distinct from 'live')
              then 'suspended' else market.status end
$$;

-- Which kind of producer it was: once it falls silent, what it told is stopped as its own stop would.
alter table sportsbook_feed_event add column scope text check (scope in ('live', 'pre_match'));

-- A producer as the feed's own list tells it. One that the list does not name is no producer that we know: it is down, and
-- nothing of it is taken.
alter table sportsbook_producer
  add column name text check (length(name) between 1 and 80),
  add column scope text check (scope in ('live', 'pre_match')),
  -- Where in the feed's address it is asked for what was missed.
  add column path text check (path ~ '^[a-z0-9_]{1,40}$'),
  -- How far back it can tell what was missed.
  add column recovery_minutes integer check (recovery_minutes between 1 and 100000),
  -- When the list named it last; null where it does not any more, or never did.
  add column listed_at timestamptz,
  add constraint sportsbook_producer_listed
    check (listed_at is null or num_nonnulls(name, scope, path, recovery_minutes) = 4);
