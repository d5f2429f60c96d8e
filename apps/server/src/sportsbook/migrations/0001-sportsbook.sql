-- What can be bet on. Fixtures come from feeds; a feed names a fixture by a key of its own.
create table sportsbook_feed (
  name text primary key check (name in ('simulator', 'importer', 'uof', 'odds_api', 'betfair')),
  -- When the feed was last heard. In-play bets are refused once a feed has been silent too long.
  alive_at timestamptz,
  -- What the simulator's calendar grows from; null while there is no calendar. Whoever knows it knows results.
  calendar_seed text,
  -- Of a feed that is polled: when next, how many polls failed one after the other, what its account may still ask.
  next_poll_at timestamptz,
  poll_failures integer not null default 0 check (poll_failures >= 0),
  quota_left integer
);
grant update on sportsbook_feed to palpite_app;
insert into sportsbook_feed (name) values ('simulator'), ('importer'), ('uof'), ('odds_api'), ('betfair');

create table sportsbook_competition (
  id bigint generated always as identity primary key,
  sport text not null,
  name text not null,
  -- Invented, clubs and results: said wherever a match or a bet on it is shown.
  simulated boolean not null,
  -- The level of scoring, from the last fit on results; null before one.
  base_goals double precision check (base_goals > 0),
  home_advantage double precision check (home_advantage > 0),
  rho double precision,
  unique (sport, name),
  -- For the fixtures, which refer to both.
  unique (id, simulated)
);
grant update on sportsbook_competition to palpite_app;

-- Who takes part in fixtures: a team, a player, a pair, a runner.
create table sportsbook_participant (
  id bigint generated always as identity primary key,
  sport text not null,
  name text not null,
  unique (sport, name)
);

-- How strong a team is in a competition, 1 being its average.
create table sportsbook_strength (
  competition_id bigint not null references sportsbook_competition,
  participant_id bigint not null references sportsbook_participant,
  attack double precision not null check (attack > 0),
  concession double precision not null check (concession > 0),
  primary key (competition_id, participant_id)
);
grant update on sportsbook_strength to palpite_app;

create table sportsbook_fixture (
  id bigint generated always as identity primary key,
  feed text not null references sportsbook_feed,
  feed_key text not null,
  -- What the simulator says is invented; what another feed says never is.
  simulated boolean not null generated always as (feed = 'simulator') stored,
  competition_id bigint not null,
  -- Not a match but who wins the competition: a field of all that could, with one market.
  is_outright boolean not null default false,
  -- What a race is called; the two sides name every other fixture.
  title text,
  starts_at timestamptz not null,
  -- Match time codes of the specification.
  match_status smallint not null default 0
    check (match_status in (0, 1, 2, 3, 4, 5, -1, -10, -11, -12, -13, -14)),
  -- The period under way, a period of @palpite/odds, and its minute where the sport has one.
  clock_period text,
  minute smallint check (minute between 0 and 1000),
  -- The natural score of the sport (contract/src/sport-states.ts); null before the start.
  state jsonb,
  -- The season whose table it counts in, as its feed calls it; the year in the house's days where it does not say.
  season text not null,
  -- Once it is over: its score in one number a side where its sport has one, and who won it. For tables and form.
  home_score integer,
  away_score integer,
  winner text check (winner in ('home', 'draw', 'away')),
  -- What the prices come from (sports/<sport>.ts), frozen when the feed first prices it. Whoever knows it and the seed knows results.
  model jsonb,
  -- Only of simulated matches: what the match is played from, and match seconds in one second.
  seed text,
  speed double precision check (speed > 0),
  -- What befalls the match beside its play (feeds/simulator/faults.ts), and whether all was said that it has to say.
  fault text,
  is_played_out boolean not null default false,
  -- Its feed asked to stop all betting, and has sent no odds since: every market is locked, whatever its own status.
  is_stopped boolean not null default false,
  -- Grows with every change of the match or its prices.
  version bigint not null default 1,
  unique (feed, feed_key),
  -- A competition is invented as a whole or not at all.
  foreign key (competition_id, simulated) references sportsbook_competition (id, simulated),
  -- No real match is played from a seed.
  constraint sportsbook_fixture_played check (simulated or num_nonnulls(seed, speed, fault) = 0),
  check (clock_period is not null or minute is null),
  -- What is finished has a score.
  check (match_status <> -1 or state is not null)
) with (fillfactor = 70);
grant update on sportsbook_fixture to palpite_app;
create index sportsbook_fixture_coming on sportsbook_fixture (starts_at, id) where match_status = 0;
create index sportsbook_fixture_to_play on sportsbook_fixture (starts_at) where seed is not null and not is_played_out;
create index sportsbook_fixture_decided on sportsbook_fixture (competition_id, season) where winner is not null;
create index sportsbook_fixture_outright on sportsbook_fixture (competition_id, starts_at) where is_outright;
create index sportsbook_fixture_in_play on sportsbook_fixture (match_status) where match_status between 1 and 5;

-- Who takes part in a fixture: place 1 is home and 2 away; in a race the place is the runner's number.
create table sportsbook_fixture_participant (
  fixture_id bigint not null references sportsbook_fixture,
  place smallint not null check (place between 1 and 200),
  participant_id bigint not null references sportsbook_participant,
  -- A runner that will not start, since when: bets on it are void, those placed earlier on others are paid less.
  is_withdrawn boolean not null default false,
  withdrawn_at timestamptz,
  primary key (fixture_id, place),
  unique (fixture_id, participant_id),
  check (is_withdrawn = (withdrawn_at is not null))
);
grant update (is_withdrawn, withdrawn_at) on sportsbook_fixture_participant to palpite_app;
create index sportsbook_fixture_of_participant on sportsbook_fixture_participant (participant_id, fixture_id);
-- Nearly empty: what is asked for each leg that is settled is answered without looking at who takes part.
create index sportsbook_fixture_participant_withdrawn
  on sportsbook_fixture_participant (fixture_id) where withdrawn_at is not null;

create table sportsbook_market (
  id bigint generated always as identity primary key,
  fixture_id bigint not null references sportsbook_fixture,
  -- A market type and a period of @palpite/odds; racing.win and racing.place have an outcome for each runner.
  type text not null,
  period text not null,
  line_quarters integer,
  -- Whose total it is, where a market counts one side.
  side text check (side in ('home', 'away')),
  -- open → suspended → open … → closed (decided by the match) → settled; back only when a result is corrected.
  status text not null check (status in ('open', 'suspended', 'closed', 'settled')),
  -- Its match is finished and nobody has said what decides it: void once that was waited for long enough.
  awaits_score boolean not null default false,
  -- An operator has its prices stay where they are, whatever is bet.
  is_kept boolean not null default false,
  -- Of a bet builder the outcomes that it needs, ascending: a market of its own with the one outcome `yes`, made when it
  -- is first bet on (betting/builders.ts). No list of markets shows it, and no feed prices it.
  selections bigint[] check (cardinality(selections) between 2 and 8),
  -- Who had it made, and when it was last asked for: null again once it is kept, because somebody bet on it.
  asked_by bigint,
  asked_at timestamptz,
  constraint sportsbook_market_asked check (selections is not null or num_nonnulls(asked_by, asked_at) = 0),
  constraint sportsbook_market_builder check ((type = 'football.builder') = (selections is not null)),
  unique nulls not distinct (fixture_id, type, period, line_quarters, side, selections)
) with (fillfactor = 80);
grant update on sportsbook_market to palpite_app;
-- Decided but not yet resolved: what the settlement looks for.
create index sportsbook_market_to_resolve on sportsbook_market (fixture_id) where status = 'closed';

create index sportsbook_market_asked_at on sportsbook_market (asked_at) where asked_at is not null;

-- Only a bet builder that nobody bet on is ever cleared away, with its outcome.
grant delete on sportsbook_market to palpite_app;
create function sportsbook_market_stays() returns trigger language plpgsql as $$
begin
  if old.asked_at is null then raise exception 'this market is kept'; end if;
  return old;
end $$;
create trigger sportsbook_market_stays before delete on sportsbook_market
  for each row execute function sportsbook_market_stays();

create index sportsbook_market_awaits_score on sportsbook_market (fixture_id) where awaits_score;

create table sportsbook_outcome (
  id bigint generated always as identity primary key,
  market_id bigint not null references sportsbook_market on delete cascade,
  -- Which outcome of its market: home, draw, away, over, under, as @palpite/odds names them; in a race the runner's place.
  outcome_code text not null,
  price_milli integer not null check (price_milli > 1000),
  -- What was bet on it has shortened it by so much of its chance, and the price without what was bet on its market, where
  -- that is another one: what an open bet is worth goes by it.
  shortened_bps smallint not null default 0 check (shortened_bps between 0 and 2000),
  unmoved_price_milli integer check (unmoved_price_milli > 1000),
  -- Counts the prices this outcome has had.
  version integer not null default 1,
  -- False while its market is offered without it: a runner that was withdrawn, a score that can no longer be.
  is_offered boolean not null default true,
  -- Once resolved: of `parts` of a stake so many are won and so many given back.
  won integer, refunded integer, parts integer,
  unique (market_id, outcome_code),
  constraint sportsbook_outcome_resolution check (
    num_nonnulls(won, refunded, parts) = 0
    or (num_nonnulls(won, refunded, parts) = 3 and won >= 0 and refunded >= 0 and won + refunded <= parts)
  )
) with (fillfactor = 70);
grant update on sportsbook_outcome to palpite_app;
create index sportsbook_outcome_shortened on sportsbook_outcome (market_id) where shortened_bps > 0;

-- Stakes that the house gives, by operators: each for one bet, of which its player gets the profit alone.
create table sportsbook_free_bet (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  -- The caller's own id for giving it: sent twice, it gives once.
  request_id text not null,
  player_id bigint not null,
  stake_cents bigint not null check (stake_cents > 0),
  -- The least odds of a bet that uses it, and of which kinds that may be.
  min_price_milli integer not null check (min_price_milli >= 1010),
  kinds jsonb not null check (jsonb_array_length(kinds) > 0 and kinds <@ '["single", "parlay"]'),
  ends_at timestamptz not null,
  -- The bet that used it; none before, and again none once that bet is void. Changed under its player's accounts.
  bet_id bigint unique,
  -- When an operator took it back; never one that a bet uses.
  revoked_at timestamptz check (revoked_at is null or bet_id is null),
  policy_version text not null,
  created_at timestamptz not null default now(),
  unique (player_id, request_id)
);
grant update (bet_id, revoked_at) on sportsbook_free_bet to palpite_app;
create index sportsbook_free_bet_left on sportsbook_free_bet (player_id, ends_at) where bet_id is null;

-- Prices that operators raised for one selection until a moment before its match, up to a stake of each player.
create table sportsbook_price_boost (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  -- The caller's own id for giving it: sent twice, it gives once.
  request_id text not null unique,
  outcome_id bigint not null references sportsbook_outcome,
  -- By how much of its winnings, in hundredths of a percent.
  bps integer not null check (bps between 1 and 10000),
  max_stake_cents bigint not null check (max_stake_cents > 0),
  ends_at timestamptz not null,
  -- When an operator took it back before that; bets that were placed keep it.
  ended_at timestamptz,
  policy_version text not null,
  created_at timestamptz not null default now()
);
grant update (ended_at) on sportsbook_price_boost to palpite_app;
create index sportsbook_price_boost_open on sportsbook_price_boost (outcome_id, ends_at) where ended_at is null;

-- Bets. A bet is written when its stake is taken, and changed when it is settled or settled anew.
create table sportsbook_bet (
  -- Drawn a block of 1024 at a time, one number for each list.
  id bigint generated always as identity (increment by 1024) primary key,
  player_id bigint not null,
  -- The caller's own id for placing it: sent twice, it acts once.
  request_id text not null,
  status text not null default 'open' check (status in ('open', 'settled', 'cashed_out')),
  -- So much on each combination; the folds are the sizes of the combinations among the legs that are no bankers.
  unit_stake_cents bigint not null check (unit_stake_cents > 0),
  folds jsonb not null check (jsonb_typeof(folds) = 'array'),
  -- Two bets in one: the first half of its legs to win, the second half the same runners to be placed.
  is_each_way boolean not null default false,
  stake_cents bigint not null check (stake_cents >= unit_stake_cents),
  -- Where the stake came from; returns go back in the same proportion.
  cash_cents bigint not null check (cash_cents >= 0),
  bonus_cents bigint not null check (bonus_cents >= 0),
  -- What the house gave of it: all of a free bet, whose return is its profit alone.
  free_cents bigint not null default 0 check (free_cents in (0, stake_cents)),
  free_bet_id text references sportsbook_free_bet,
  potential_return_cents bigint not null check (potential_return_cents > 0),
  -- A boost that was promised when it was placed (boosts/rules.ts), and what it added when it was settled: a part of the return.
  boost jsonb check (boost is null or (boost ->> 'kind' in ('winnings', 'price') and free_bet_id is null)),
  boost_cents bigint not null default 0 check (boost_cents >= 0),
  -- Which prices its player took: within so many hundredths of a percent below those shown, where that was the rule.
  accept text not null check (accept in ('exact', 'better', 'within', 'any')),
  within_bps smallint check (within_bps between 1 and 5000),
  -- The most that could have been staked on it then, how long it had waited before it was decided, and whether it took
  -- up an offer of the house, whose prices are held for its seconds.
  max_stake_cents bigint not null check (max_stake_cents >= stake_cents),
  delay_ms integer not null default 0 check (delay_ms >= 0),
  -- How long it had to wait by the rule of then.
  required_delay_ms integer not null default 0 check (required_delay_ms >= 0),
  is_offered boolean not null default false,
  -- The house's signature of all that it was placed by (betting/receipt.ts).
  signature text not null,
  -- The database's clock when the prices were read under lock, not when the transaction began.
  placed_at timestamptz not null,
  -- Result code of the specification.
  result smallint,
  -- What its legs were when it was settled, three numbers each in their order (won, refunded, parts of the stake); null
  -- where a leg was open and mattered no more. In the row of the bet, so that settling writes one row, not one a leg.
  resolutions integer[],
  return_cents bigint check (return_cents >= 0),
  settled_at timestamptz,
  -- The list it was settled in, and how often it was settled.
  settlement_id bigint,
  settled_times integer not null default 0,
  -- What its player has sold of it before it was decided: of the unit stake, by where that stake came from, and for
  -- how much. What was placed is never changed.
  sold_unit_cents bigint not null default 0 check (sold_unit_cents between 0 and unit_stake_cents),
  sold_cash_cents bigint not null default 0 check (sold_cash_cents between 0 and cash_cents),
  sold_bonus_cents bigint not null default 0 check (sold_bonus_cents between 0 and bonus_cents),
  sold_paid_cents bigint not null default 0 check (sold_paid_cents >= 0),
  unique (player_id, request_id),
  constraint sportsbook_bet_split check (cash_cents + bonus_cents + free_cents = stake_cents),
  check ((free_cents > 0) = (free_bet_id is not null)),
  constraint sportsbook_bet_settled check (
    num_nonnulls(result, resolutions, return_cents, settled_at, settlement_id)
      = case status when 'open' then 0 else 5 end
  )
) with (fillfactor = 50); -- room to settle every bet in place: no index row changes with its status
grant update (status, result, resolutions, return_cents, boost_cents, settled_at, settlement_id, settled_times,
              sold_unit_cents, sold_cash_cents, sold_bonus_cents, sold_paid_cents) on sportsbook_bet to palpite_app;
-- A block-range index keeps updates in their page (from PostgreSQL 16 on), as any other would not.
create index sportsbook_bet_by_settlement on sportsbook_bet
  using brin (settled_at) with (pages_per_range = 32, autosummarize = on);
create index sportsbook_bet_of_player on sportsbook_bet (player_id, id);
-- Few bets have a boosted price: no other is in it.
create index sportsbook_bet_of_boost on sportsbook_bet ((boost ->> 'boostId'), player_id) where boost ->> 'kind' = 'price';

-- What a bet is on. What became of a leg is said by its outcome.
create table sportsbook_leg (
  bet_id bigint not null,
  -- Whose bet it is: what a player staked on one match is looked for when it is settled.
  player_id bigint not null,
  place smallint not null,
  -- No foreign keys: each check would lock the row of a popular outcome once more for every bet.
  fixture_id bigint not null,
  outcome_id bigint not null,
  -- A banker stands in every combination.
  is_banker boolean not null,
  -- What was requested, to tell a repeated request from another one under the same id, and what was taken.
  requested_price_milli integer not null,
  price_milli integer not null check (price_milli > 1000),
  -- The least that its player would take, where they said one.
  min_price_milli integer check (min_price_milli <= price_milli),
  -- Which of the outcome's prices it was.
  price_version integer not null,
  -- In play: how the match stood then, as its player could see it.
  standing text,
  -- Won before its match was over, by a promotion (settlement/pay-early.ts); it stays so, whatever the match does then.
  is_paid_early boolean not null default false,
  -- What the bet put on this outcome while it is open: a part of its stake, and what it would return with all other
  -- legs at what their prices are worth.
  exposed_stake_cents bigint not null check (exposed_stake_cents >= 0),
  exposed_return_cents bigint not null check (exposed_return_cents >= exposed_stake_cents),
  primary key (bet_id, place)
);
grant update (exposed_stake_cents, exposed_return_cents, is_paid_early) on sportsbook_leg to palpite_app;
create index sportsbook_leg_of_fixture on sportsbook_leg (fixture_id, bet_id);
create index sportsbook_leg_of_player on sportsbook_leg (player_id, fixture_id);

-- Bets in play that wait out their delay: so that a page that was loaded anew can ask what became of one, and its
-- player call it off for as long as nothing is decided. One that was placed has no row; one whose time is long over was
-- lost with its server, and nothing was taken for it.
create table sportsbook_waiting_bet (
  player_id bigint not null,
  request_id text not null,
  due_at timestamptz not null,
  status text not null default 'waiting' check (status in ('waiting', 'cancelled', 'refused')),
  refusal text,
  primary key (player_id, request_id),
  constraint sportsbook_waiting_bet_refused check ((refusal is not null) = (status = 'refused'))
);
grant update (due_at, status, refusal), delete on sportsbook_waiting_bet to palpite_app;

-- What was taken out of bets before their matches had decided them: all of one, or so many cents of its unit stake.
create table sportsbook_cash_out (
  id bigint generated always as identity primary key,
  bet_id bigint not null references sportsbook_bet,
  player_id bigint not null,
  -- The caller's own id for it: sent twice, it acts once.
  request_id text not null,
  unit_cents bigint not null check (unit_cents > 0),
  stake_cents bigint not null check (stake_cents >= unit_cents),
  -- What was paid, and what the part was worth without the house's share.
  paid_cents bigint not null check (paid_cents > 0),
  fair_cents bigint not null,
  at timestamptz not null default now(),
  unique (player_id, request_id)
);
create index sportsbook_cash_out_of_bet on sportsbook_cash_out (bet_id, id);

-- What is done by itself once an open bet is worth so much: it is sold whole, or its player is told.
create table sportsbook_cash_out_rule (
  bet_id bigint not null references sportsbook_bet,
  kind text not null check (kind in ('sell', 'notify')),
  player_id bigint not null,
  level_cents bigint not null check (level_cents > 0),
  -- From when on it counts: a level set during play waits as long as a cash-out would.
  counts_from timestamptz not null,
  done_at timestamptz,
  primary key (bet_id, kind)
);
grant update (level_cents, counts_from, done_at), delete on sportsbook_cash_out_rule to palpite_app;
create index sportsbook_cash_out_rule_waiting on sportsbook_cash_out_rule (bet_id, kind) where done_at is null;

-- Bets as they were settled before a result was corrected: added by the correction, in its transaction.
create table sportsbook_bet_corrected (like sportsbook_bet, primary key (id, settled_times));
create trigger sportsbook_bet_corrected_stays before update or delete on sportsbook_bet_corrected
  for each row execute function platform_refuse_change();
create trigger sportsbook_bet_corrected_is_kept before truncate on sportsbook_bet_corrected
  for each statement execute function platform_refuse_change();

-- Each settlement of each bet, the corrected ones too, with what it was on, as it is sealed.
create view sportsbook_settled_bet as
  select bet.id || '/' || bet.settled_times as key, bet.*,
         (select jsonb_agg(to_jsonb(leg) order by leg.place) from sportsbook_leg leg where leg.bet_id = bet.id) as legs
    from (select bet.* from sportsbook_bet bet where settled_at is not null
          union all
          select corrected.* from sportsbook_bet_corrected corrected) as bet;

-- One row for each list of bets that was settled together: its players' own stakes are one transfer of the ledger.
create table sportsbook_settlement (
  id bigint generated always as identity primary key,
  settled_at timestamptz not null default now(),
  bets integer not null check (bets > 0),
  stake_cents bigint not null,
  return_cents bigint not null
);

-- Fixtures whose markets were resolved and whose bets are still to be settled.
create table sportsbook_settlement_task (
  fixture_id bigint primary key references sportsbook_fixture,
  -- Grows when the fixture is resolved again while its bets are being settled.
  requested bigint not null default 1,
  leased_until timestamptz not null default '2000-01-01'
);
grant update, delete on sportsbook_settlement_task to palpite_app;

-- What the open bets on an outcome have staked and would return. A market's liability is the worst outcome's
-- returns less all stakes on the market. Only outcomes with open bets have a row, so the table stays small.
create table sportsbook_liability (
  outcome_id bigint primary key references sportsbook_outcome,
  market_id bigint not null references sportsbook_market,
  stake_cents bigint not null check (stake_cents >= 0),
  return_cents bigint not null,
  constraint sportsbook_liability_returns check (return_cents >= stake_cents)
) with (fillfactor = 50); -- room to count every list in place: no index row changes with its sums
grant update, delete on sportsbook_liability to palpite_app;
create index sportsbook_liability_of_market on sportsbook_liability (market_id);

-- When prices are next looked at for what was bet: one server at a time takes the look that is due. The sums themselves
-- have no index by what they would return: every bet would have to write it.
create table sportsbook_price_look (
  is_one boolean primary key default true check (is_one),
  due_at timestamptz not null default '-infinity'
);
grant update (due_at) on sportsbook_price_look to palpite_app;
insert into sportsbook_price_look default values;

-- What a list was decided by no longer stands: others have used up what was left of the bound. A serialization
-- failure, so that the transaction is undone and tried again.
create function sportsbook_liability_moved() returns bigint language plpgsql as $$
begin
  raise exception 'the liability has grown since it was read' using errcode = 'serialization_failure';
end $$;
