-- Bets above what the book accepts by itself, which their players asked a trader to accept. Nothing is debited meanwhile.
create table sportsbook_bet_referral (
  id bigint generated always as identity primary key,
  player_id bigint not null,
  request_id text not null,
  -- The bet as asked for, and placed as such if a trader accepts it.
  request jsonb not null,
  stake_cents bigint not null check (stake_cents > 0),
  -- At the prices the player saw.
  potential_return_cents bigint not null,
  -- What the book accepted by itself.
  max_stake_cents bigint not null check (max_stake_cents < stake_cents),
  asked_at timestamptz not null default clock_timestamp(),
  until timestamptz not null,
  -- Past its time, one that waits is over.
  status text not null default 'waiting' check (status in ('waiting', 'accepted', 'refused', 'failed', 'cancelled')),
  bet_id bigint,
  -- Why an accepted bet could not be placed.
  refusal text,
  refusal_values jsonb,
  refusal_detail jsonb,
  operator_id bigint,
  reason text check (length(reason) between 10 and 500),
  decided_at timestamptz,
  unique (player_id, request_id),
  check ((bet_id is not null) = (status = 'accepted')),
  check ((refusal is not null) = (status = 'failed')),
  check ((decided_at is not null) = (status <> 'waiting'))
);
grant update (status, bet_id, refusal, refusal_values, refusal_detail, operator_id, reason, decided_at)
  on sportsbook_bet_referral to palpite_app;
create index sportsbook_bet_referral_waiting on sportsbook_bet_referral (until) where status = 'waiting';
