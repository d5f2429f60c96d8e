-- What a feed confirmed stands: only the feed takes it back, or people do.
update sportsbook_market set certainty = null where certainty is not null and status <> 'settled';
alter table sportsbook_market drop constraint sportsbook_market_certainty_check;
alter table sportsbook_market
  add constraint sportsbook_market_certainty check (certainty in ('provisional', 'confirmed', 'operator')),
  -- Whoever opens a market again says that nobody knows any more what became of it.
  add constraint sportsbook_market_certain check (certainty is null or status = 'settled');
comment on column sportsbook_market.certainty is
  'How surely the feed knows what became of a market, or that operators said it; null where our own rules resolve it.';

-- What a bet builder needs, in its order, with what became of it by itself, and whether that was said: then it is so for the
-- builder too.
create or replace function sportsbook_selected(selections bigint[]) returns jsonb language sql stable as $$
  select jsonb_agg(jsonb_build_object(
           'outcomeId', outcome.id, 'type', market.type, 'period', market.period,
           'lineQuarters', market.line_quarters, 'side', market.side, 'code', outcome.outcome_code,
           'won', outcome.won, 'refunded', outcome.refunded, 'parts', outcome.parts,
           'isSaid', market.certainty is not null) order by selected.place)
    from unnest(selections) with ordinality as selected (id, place)
    join sportsbook_outcome outcome on outcome.id = selected.id
    join sportsbook_market market on market.id = outcome.market_id
$$;

-- What a feed proposes of a market where it does not tell who is paid what: nobody is, until operators say.
create table sportsbook_market_proposal (
  market_id bigint primary key references sportsbook_market,
  why text not null check (why in ('dead_heat', 'incomplete')),
  -- Of each outcome, by its code, the parts of a stake: `{"code", "won", "refunded", "of"}`.
  results jsonb not null check (jsonb_typeof(results) = 'array'),
  proposed_at timestamptz not null default clock_timestamp()
);
grant update on sportsbook_market_proposal to palpite_app;

-- What operators said became of a market: two who are independent of each other have to say the same of it as it stands.
create table sportsbook_market_settlement (
  id bigint generated always as identity primary key,
  market_id bigint not null references sportsbook_market,
  operator_id bigint not null,
  -- The caller's own id for saying it: sent twice, it is said once.
  request_id text not null unique,
  -- As above, of every outcome of the market; null takes back what became of it.
  results jsonb check (jsonb_typeof(results) = 'array'),
  -- How the market stood: settled otherwise meanwhile, it is judged anew.
  judged text not null,
  state text not null check (state in ('waits', 'settled')),
  reason text not null check (length(reason) between 10 and 500),
  said_at timestamptz not null default clock_timestamp(),
  unique nulls not distinct (market_id, operator_id, results, judged)
);

-- A reserve that got no run takes nothing of what bets on others win, whatever it was priced at.
alter table sportsbook_fixture_participant add column is_deducted boolean not null default true;
grant update (is_deducted) on sportsbook_fixture_participant to palpite_app;

-- Legs with what they are now: as their outcomes were resolved, or void where the bet was placed in a window whose bets
-- are cancelled.
create or replace view sportsbook_standing_leg as
  select leg.*, outcome.market_id, outcome.outcome_code, placed.is_void as is_cancelled,
         case when leg.is_paid_early then 1 when placed.is_void then 0 else outcome.won end as won,
         case when leg.is_paid_early then 0 when placed.is_void then 1 else outcome.refunded end as refunded,
         case when leg.is_paid_early or placed.is_void then 1 else outcome.parts end as parts,
         -- Of a race: the prices of runners that were withdrawn after the bet was placed, but of those that take nothing from
         -- others; for a place each way, to win.
         (select coalesce(jsonb_agg(coalesce(other.unmoved_price_milli, other.price_milli)), '[]')
            from sportsbook_fixture_participant gone
            join sportsbook_outcome other
              on other.outcome_code = gone.place::text
             and other.market_id = coalesce(
                   (select win.id from sportsbook_market own
                      join sportsbook_market win
                        on win.fixture_id = own.fixture_id
                       and win.type = case own.type when 'outright.each_way' then 'outright.winner' else 'racing.win' end
                     where own.id = outcome.market_id and own.type like '%.each_way'),
                   outcome.market_id)
           where gone.fixture_id = leg.fixture_id and gone.withdrawn_at > bet.placed_at and gone.is_deducted) as withdrawn_prices
    from sportsbook_leg leg
    join sportsbook_bet bet on bet.id = leg.bet_id
    join sportsbook_outcome outcome on outcome.id = leg.outcome_id
   cross join lateral (
     select exists (
       select from sportsbook_cancellation cancelled
        where cancelled.market_id = outcome.market_id and cancelled.rolled_back_at is null
          and (cancelled.placed_from is null or bet.placed_at >= cancelled.placed_from)
          and (cancelled.placed_until is null or bet.placed_at < cancelled.placed_until)) as is_void) as placed;

-- Who takes part is known by the feed's own id from first sight: the place, on which bets are, stays; the name may change.
alter table sportsbook_fixture_participant
  add column feed_id text check (length(feed_id) between 1 and 60),
  add unique (fixture_id, feed_id),
  drop constraint sportsbook_fixture_participant_fixture_id_participant_id_key,
  -- Names are changed together: two may change theirs for each other's.
  add constraint sportsbook_fixture_participant_once unique (fixture_id, participant_id) deferrable initially immediate;
grant update (participant_id, feed_id) on sportsbook_fixture_participant to palpite_app;

-- The feed names the two sides the other way round than it did first: what it says of home and away is not taken.
alter table sportsbook_fixture add column is_swapped boolean not null default false;
