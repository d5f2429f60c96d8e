-- What feeds from outside said, beside the fixtures themselves.

-- A producer of a feed: it beats, and what it told is not trusted while it does not.
create table sportsbook_producer (
  feed text not null references sportsbook_feed,
  producer text not null check (length(producer) <= 40),
  -- down → recovering (it beats again, and tells what was missed) → up.
  status text not null check (status in ('up', 'recovering', 'down')),
  alive_at timestamptz,
  -- From when on messages may be missing; null while none are.
  missed_since timestamptz,
  -- The request that it answers with what was missed.
  request_id bigint,
  primary key (feed, producer),
  check (status = 'recovering' or request_id is null)
);
grant update on sportsbook_producer to palpite_app;

-- What was heard last of a fixture, by producer: a message said twice, or too late, is known by it.
create table sportsbook_feed_event (
  feed text not null references sportsbook_feed,
  feed_key text not null,
  producer text not null,
  -- The feed's own clock.
  sent_at timestamptz,
  digest text,
  -- A score that went back, refused when it was said first; said again it is a correction.
  went_back text,
  heard_at timestamptz not null,
  primary key (feed, feed_key, producer)
) with (fillfactor = 50); -- room to write each message in place
grant update on sportsbook_feed_event to palpite_app;

-- Messages that were not taken, the newest ten thousand, for operators.
create table sportsbook_feed_refused (
  id bigint generated always as identity primary key,
  feed text not null references sportsbook_feed,
  feed_key text,
  producer text,
  kind text,
  reason text not null,
  detail text not null check (length(detail) <= 400),
  sent_at timestamptz,
  received_at timestamptz not null default clock_timestamp()
);
grant delete on sportsbook_feed_refused to palpite_app;

-- Bets placed on a market in this window are void, as its feed said; taken back, they stand after all.
create table sportsbook_cancellation (
  id bigint generated always as identity primary key,
  market_id bigint not null references sportsbook_market,
  -- From here until before there, by when the bet was placed; null is without an end.
  placed_from timestamptz,
  placed_until timestamptz,
  reason text not null check (length(reason) <= 80),
  cancelled_at timestamptz not null default clock_timestamp(),
  rolled_back_at timestamptz,
  check (placed_from < placed_until)
);
grant update (rolled_back_at) on sportsbook_cancellation to palpite_app;
create index sportsbook_cancellation_of_market on sportsbook_cancellation (market_id);

-- How surely the feed knows what became of a market; null where our own rules resolve it.
alter table sportsbook_market add column certainty text check (certainty in ('provisional', 'confirmed'));

-- A name without what spellings differ in: accents, signs, spaces and case.
create function sportsbook_spelling(name text) returns text language sql immutable parallel safe as $$
  select regexp_replace(normalize(lower(name), nfkd), '[^[:alnum:]]', '', 'g')
$$;

-- What a feed from outside calls a competition or who takes part, where nobody here bears that name: whose name it is
-- meant to be is confirmed by people, never guessed. Confirmed, it is heard as that name; rejected, it is one of its own.
create table sportsbook_feed_name (
  id bigint generated always as identity primary key,
  feed text not null references sportsbook_feed,
  kind text not null check (kind in ('competition', 'participant')),
  sport text not null,
  name text not null,
  -- The name of ours that it is proposed to be, or was confirmed to be; null while there is no proposal.
  meant text,
  status text not null default 'proposed' check (status in ('proposed', 'confirmed', 'rejected')),
  heard_at timestamptz not null default clock_timestamp(),
  reviewed_at timestamptz,
  reviewed_by text,
  unique (feed, kind, sport, name),
  check (status <> 'confirmed' or meant is not null),
  check ((status = 'proposed') = (reviewed_at is null))
);
grant update (meant, status, reviewed_at, reviewed_by) on sportsbook_feed_name to palpite_app;
