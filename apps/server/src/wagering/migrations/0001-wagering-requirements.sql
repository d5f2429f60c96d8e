-- What is to be wagered of a grant, in two parts that run at the same time: for the player's own money a span of what the
-- player has wagered of own money, for the bonus a span of what that contributed. Spans of one player follow one another,
-- oldest first, so a settled stake counts for one of them.
create table wagering_requirement (
  player_id bigint not null,
  -- What was granted, in the words of the module that grants ('topup'), and that module's own id of it.
  source text not null check (source ~ '^[a-z_]{1,40}$'),
  source_id text not null check (source_id <> ''),
  -- To be wagered for the player's own money, and for the bonus, as players are told.
  main_cents bigint not null check (main_cents >= 0),
  bonus_cents bigint not null check (bonus_cents >= 0),
  -- The most that becomes cash when the requirement is met, and what of it has.
  bonus_grant_cents bigint not null check (bonus_grant_cents >= 0),
  released_cents bigint not null default 0,
  from_wagered_cents bigint not null check (from_wagered_cents >= 0),
  until_wagered_cents bigint not null,
  from_contributed_e4 bigint not null check (from_contributed_e4 >= 0),
  until_contributed_e4 bigint not null,
  status text not null check (status in ('open', 'met', 'cancelled')),
  opened_at timestamptz not null default now(),
  -- Until when the bonus may be wagered, frozen as it was granted; and when it ended unwagered. The part of own money goes on.
  expires_at timestamptz,
  bonus_ended_at timestamptz,
  closed_at timestamptz,
  -- One grant, one requirement; the player comes first, because by players the tables would be spread.
  constraint wagering_requirement_once primary key (player_id, source, source_id),
  check (until_wagered_cents = from_wagered_cents + main_cents),
  check (until_contributed_e4 >= from_contributed_e4),
  check ((until_contributed_e4 = from_contributed_e4) = (bonus_cents = 0 or bonus_ended_at is not null)),
  check (bonus_ended_at is null or expires_at is not null),
  check (main_cents > 0 or bonus_grant_cents > 0),
  constraint wagering_requirement_released check (
    released_cents between 0 and bonus_grant_cents and (status = 'met' or released_cents = 0)
  ),
  check ((closed_at is null) = (status = 'open'))
);
grant update on wagering_requirement to palpite_app;
-- What is looked at after each settled stake: what is open, and what was met whose bonus may still come back.
create index wagering_requirement_open on wagering_requirement (player_id, opened_at) where status = 'open';
create index wagering_requirement_to_release on wagering_requirement (player_id)
  where status = 'met' and released_cents < bonus_grant_cents;
create index wagering_requirement_to_end on wagering_requirement (expires_at, player_id)
  where status = 'open' and bonus_ended_at is null;

-- Bonuses that a player gave back instead of wagering them; the player's own id of the wish makes it one.
create table wagering_given_back (
  player_id bigint not null,
  request_id text not null check (request_id ~ '^[A-Za-z0-9_-]{16,64}$'),
  back_cents bigint not null check (back_cents >= 0),
  given_back_at timestamptz not null default now(),
  primary key (player_id, request_id)
);

-- What an operator has given away on a day (of America/Sao_Paulo), in rounds and bets at what the house would stake.
create table wagering_operator_gifts (
  operator_id bigint not null,
  day date not null,
  given_cents bigint not null default 0 check (given_cents >= 0),
  primary key (operator_id, day)
);
grant update (given_cents) on wagering_operator_gifts to palpite_app;
