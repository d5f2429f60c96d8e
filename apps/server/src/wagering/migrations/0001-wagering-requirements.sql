-- What is to be wagered of a grant: a span of the player's lifetime of settled stakes. Spans of one player follow one
-- another, oldest first, so a settled stake counts for one of them.
create table wagering_requirement (
  player_id bigint not null,
  -- What was granted, in the words of the module that grants ('topup'), and that module's own id of it.
  source text not null check (source ~ '^[a-z_]{1,40}$'),
  source_id text not null check (source_id <> ''),
  -- To be wagered for the player's own money, and for the bonus.
  main_cents bigint not null check (main_cents >= 0),
  bonus_cents bigint not null check (bonus_cents >= 0),
  -- The bonus that becomes cash when the requirement is met.
  bonus_grant_cents bigint not null check (bonus_grant_cents >= 0),
  from_settled_cents bigint not null check (from_settled_cents >= 0),
  until_settled_cents bigint not null,
  status text not null check (status in ('open', 'met', 'cancelled')),
  opened_at timestamptz not null default now(),
  closed_at timestamptz,
  -- One grant, one requirement; the player comes first, because by players the tables would be spread.
  constraint wagering_requirement_once primary key (player_id, source, source_id),
  check (until_settled_cents = from_settled_cents + main_cents + bonus_cents),
  check (main_cents > 0 or bonus_grant_cents > 0),
  check ((closed_at is null) = (status = 'open'))
);
-- What is looked at after each settled stake: what is open, and who had a bonus that may have come back since.
create index wagering_requirement_open on wagering_requirement (player_id, from_settled_cents) where status = 'open';
create index wagering_requirement_with_bonus on wagering_requirement (player_id) where bonus_grant_cents > 0;
