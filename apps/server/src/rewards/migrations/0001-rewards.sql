-- Rules are rows with a day (America/Sao_Paulo): those of the latest `starts_on` that has come hold, as a whole. Rows are
-- added and never changed, so what was granted can be traced to its rule.

-- The VIP table of SPEC §9. Thresholds in cents; null where the specification shows none.
create table rewards_vip_level (
  starts_on date not null default '2026-01-01',
  level int not null check (level between 0 and 12),
  deposit_cents bigint not null check (deposit_cents >= 0),
  -- What must be topped up and staked at this level to reach the next one.
  next_top_up_cents bigint check (next_top_up_cents > 0),
  next_settled_cents bigint check (next_settled_cents > 0),
  withdrawals_a_day int not null check (withdrawals_a_day > 0),
  fee_bps int not null check (fee_bps between 0 and 10000),
  -- What reaching the level brings, once, and whether its players have a support queue of their own.
  award_cents bigint not null check (award_cents >= 0),
  has_own_queue boolean not null,
  primary key (starts_on, level)
);

insert into rewards_vip_level
  (level, deposit_cents, next_top_up_cents, next_settled_cents, withdrawals_a_day, fee_bps, award_cents,
   has_own_queue)
values
  (0, 0, 10000, 40000, 1, 300, 0, false),
  (1, 500, 50000, 300000, 1, 250, 200, false),
  (2, 2500, 100000, 600000, 1, 200, 500, false),
  (3, 5000, 200000, 1500000, 1, 150, 1000, false),
  (4, 10000, 500000, 4000000, 1, 100, 2000, false),
  (5, 25000, 1000000, 8000000, 2, 50, 5000, true),
  (6, 50000, 5000000, 40000000, 2, 0, 10000, true),
  (7, 250000, 20000000, 160000000, 2, 0, 30000, true),
  (8, 1000000, 50000000, 300000000, 2, 0, 80000, true),
  (9, 2500000, 150000000, 600000000, 3, 0, 200000, true),
  (10, 7500000, 500000000, 2000000000, 3, 0, 500000, true),
  (11, 25000000, 1000000000, 4000000000, 3, 0, 1500000, true),
  (12, 50000000, null, null, 5, 0, 4000000, true);

-- The ladder of invitations: so many valid invitees, so much, once a step.
create table rewards_ladder_step (
  starts_on date not null,
  step int not null check (step > 0),
  invitees int not null check (invitees > 0),
  award_cents bigint not null check (award_cents > 0),
  primary key (starts_on, step)
);
insert into rewards_ladder_step (starts_on, step, invitees, award_cents) values
  ('2026-01-01', 1, 1, 500), ('2026-01-01', 2, 5, 3000), ('2026-01-01', 3, 10, 7000), ('2026-01-01', 4, 30, 25000),
  ('2026-01-01', 5, 50, 50000), ('2026-01-01', 6, 100, 120000), ('2026-01-01', 7, 300, 400000),
  ('2026-01-01', 8, 500, 800000), ('2026-01-01', 9, 1000, 2000000);

-- Commission on the settled stakes of whom a player invited, by level, in hundredths of a percent.
create table rewards_commission_rate (
  starts_on date not null,
  level int not null check (level between 1 and 3),
  rate_bps int not null check (rate_bps between 0 and 1000),
  primary key (starts_on, level)
);
insert into rewards_commission_rate (starts_on, level, rate_bps) values
  ('2026-01-01', 1, 30), ('2026-01-01', 2, 10), ('2026-01-01', 3, 5);

-- What settled stakes earn as a bonus from this day on, and the most that one top-up of the bonus panel releases.
create table rewards_game_bonus_rate (
  starts_on date primary key,
  rate_bps int not null check (rate_bps between 0 and 1000),
  max_release_cents bigint not null check (max_release_cents > 0)
);
insert into rewards_game_bonus_rate (starts_on, rate_bps, max_release_cents) values ('2026-01-01', 50, 100000);

-- The daily check-in: what each day in a row brings; after the last it begins anew.
create table rewards_check_in_prize (
  starts_on date not null,
  streak_day int not null check (streak_day > 0),
  amount_cents bigint not null check (amount_cents > 0),
  primary key (starts_on, streak_day)
);
insert into rewards_check_in_prize (starts_on, streak_day, amount_cents) values
  ('2026-01-01', 1, 10), ('2026-01-01', 2, 20), ('2026-01-01', 3, 30), ('2026-01-01', 4, 40),
  ('2026-01-01', 5, 50), ('2026-01-01', 6, 80), ('2026-01-01', 7, 200);

-- Promotions: what is counted from when to when, for whom, and what each step of it brings.
create table rewards_activity (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  counts text not null check (counts in ('stakes', 'top_ups', 'invitees', 'check_ins')),
  -- Everybody; who registered while it runs; who came by somebody's code.
  audience text not null check (audience in ('all', 'new', 'invited')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  art text not null,
  -- By language: title, summary, how it works, rules.
  texts jsonb not null,
  check (starts_at < ends_at)
);

create table rewards_activity_step (
  activity_id text not null references rewards_activity (id),
  step int not null check (step > 0),
  -- In the unit of what is counted: cents, people, days.
  goal bigint not null check (goal > 0),
  prize_cents bigint not null check (prize_cents > 0),
  primary key (activity_id, step)
);

-- Every gift that rewards gave: one row a reason, so that each is given once.
create table rewards_grant (
  player_id bigint not null,
  kind text not null check (kind in ('vip', 'ladder', 'activity', 'check_in', 'commission', 'game_bonus')),
  -- The reason in its kind: the level, the step, the activity and its step, the day, the order.
  source_key text not null check (source_key <> ''),
  step int,
  -- The types of SPEC §3: 14 VIP upgrade, 141 promotion.
  entry_type int not null check ((entry_type = 14) = (kind = 'vip') and entry_type in (14, 141)),
  amount_cents bigint not null check (amount_cents > 0),
  -- How often it is to be wagered.
  bonus_times int not null check (bonus_times >= 0),
  -- The player's own id for the claim; null of what came without one.
  request_id text,
  -- Under which policy it was given.
  policy_version text not null,
  granted_at timestamptz not null default now(),
  constraint rewards_grant_once primary key (player_id, kind, source_key)
);
create unique index rewards_grant_request on rewards_grant (player_id, request_id) where request_id is not null;
create index rewards_grant_of_player on rewards_grant (player_id, granted_at desc, kind, source_key);

create table rewards_check_in (
  player_id bigint not null,
  -- A day of the player's own zone; each is later than the one before.
  day date not null,
  streak int not null check (streak > 0),
  created_at timestamptz not null default now(),
  primary key (player_id, day)
);

-- How far the commission of a day has come: first every player's stakes are shared out, then every earner is paid, both
-- by ascending player. The place moves in the transaction of the rows, so a run that is killed goes on where it stood.
create table rewards_commission_run (
  day date primary key,
  shared_until bigint not null default 0 check (shared_until >= 0),
  paid_until bigint not null default 0 check (paid_until >= 0),
  is_shared boolean not null default false,
  is_paid boolean not null default false,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((ended_at is not null) = is_paid and (is_shared or not is_paid))
);
grant update on rewards_commission_run to palpite_app;

-- What one player's settled stakes of a day brought to one of those above; below zero where it is taken back.
create table rewards_commission_share (
  earner_id bigint not null,
  day date not null,
  player_id bigint not null check (player_id <> earner_id),
  -- Settled stakes; or why it is taken back.
  cause text not null default 'stakes' check (cause <> ''),
  level int not null check (level between 1 and 3),
  settled_cents bigint not null check (settled_cents >= 0),
  -- In ten-thousandths of a cent, so that nothing is rounded before the sum is paid.
  amount_e4 bigint not null,
  -- waiting (for the next daily payment) → paid; or held (accounts look related) → waiting or rejected.
  status text not null check (status in ('waiting', 'paid', 'held', 'rejected')),
  -- What made the accounts look related.
  reasons text[] not null default '{}',
  decided_at timestamptz,
  primary key (earner_id, day, player_id, cause),
  check (status <> 'held' or reasons <> '{}'),
  check (cause <> 'stakes' or amount_e4 >= 0)
);
grant update (status, decided_at) on rewards_commission_share to palpite_app;
create index rewards_commission_share_of_player on rewards_commission_share (player_id);
create index rewards_commission_share_waiting on rewards_commission_share (earner_id) where status = 'waiting';
create index rewards_commission_share_held on rewards_commission_share (day, earner_id) where status = 'held';

-- What operators decided of held commission: released, it waits to be paid like any other; refused, it is not paid.
create table rewards_commission_decision (
  -- The operator's own id of the decision: sent twice, it is taken once.
  request_id text primary key,
  operator_id bigint not null,
  earner_id bigint not null,
  player_id bigint not null,
  outcome text not null check (outcome in ('release', 'refuse')),
  reason text not null check (reason <> ''),
  -- What had made the two look related: the decision tells what it was made on, whatever is known of them later.
  relations text[] not null check (relations <> '{}'),
  -- All that was held of this pair, and what of it was paid at once.
  amount_e4 bigint not null check (amount_e4 > 0),
  paid_cents bigint not null check (paid_cents >= 0),
  decided_at timestamptz not null default now()
);

-- What of the accrued game bonus was released, in ten-thousandths of a cent.
create table rewards_game_bonus (
  player_id bigint primary key,
  released_e4 bigint not null check (released_e4 >= 0)
);
grant update on rewards_game_bonus to palpite_app;
